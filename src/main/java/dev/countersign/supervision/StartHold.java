package dev.countersign.supervision;

import dev.countersign.toolcall.AgentSessionId;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The person's switches, and the last gate before a start: when a hold has returned, nothing that
/// it covers is on its way any more.
///
/// Guarded by its lock.
final class StartHold {
    /// The right to start one command, to be closed as soon as it has started or failed to.
    interface Permit extends AutoCloseable {
        @Override
        void close();
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition started = lock.newCondition();
    private final Set<AgentSessionId> held = new HashSet<>();
    private final Set<AgentSessionId> dryRun = new HashSet<>();
    private boolean holdAll;
    private int starting;

    SessionSwitches switches() {
        lock.lock();
        try {
            return new SessionSwitches(holdAll, held, dryRun);
        } finally {
            lock.unlock();
        }
    }

    boolean holds(AgentSessionId agent) {
        lock.lock();
        try {
            return holdAll || held.contains(agent);
        } finally {
            lock.unlock();
        }
    }

    boolean isDryRun(AgentSessionId agent) {
        lock.lock();
        try {
            return dryRun.contains(agent);
        } finally {
            lock.unlock();
        }
    }

    /// Blocks while a command is just being started.
    void holdAll(boolean on) {
        lock.lock();
        try {
            holdAll = on;
            awaitStarts(on);
        } finally {
            lock.unlock();
        }
    }

    /// Blocks while a command is just being started.
    void hold(AgentSessionId agent, boolean on) {
        lock.lock();
        try {
            set(held, agent, on);
            awaitStarts(on);
        } finally {
            lock.unlock();
        }
    }

    void dryRun(AgentSessionId agent, boolean on) {
        lock.lock();
        try {
            set(dryRun, agent, on);
        } finally {
            lock.unlock();
        }
    }

    /// Its agent is gone, and with it what was switched for it.
    void forget(AgentSessionId agent) {
        lock.lock();
        try {
            dryRun.remove(agent);
        } finally {
            lock.unlock();
        }
    }

    /// Empty while the agent is held.
    Optional<Permit> permit(AgentSessionId agent) {
        lock.lock();
        try {
            if (holdAll || held.contains(agent)) {
                return Optional.empty();
            }
            starting++;
            return Optional.of(new Starting());
        } finally {
            lock.unlock();
        }
    }

    private void awaitStarts(boolean on) {
        while (on && starting > 0) {
            started.awaitUninterruptibly();
        }
    }

    private static void set(Set<AgentSessionId> agents, AgentSessionId agent, boolean on) {
        if (on) {
            agents.add(agent);
        } else {
            agents.remove(agent);
        }
    }

    private final class Starting implements Permit {
        private boolean open = true;

        @Override
        public void close() {
            lock.lock();
            try {
                if (open) {
                    open = false;
                    starting--;
                    started.signalAll();
                }
            } finally {
                lock.unlock();
            }
        }
    }
}
