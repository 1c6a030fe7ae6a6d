package dev.countersign.mcp;

import dev.countersign.toolcall.AgentSession;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// Holds back what needs to know the agent until it is known, and keeps its order.
///
/// Guarded by its lock; actions run outside it, one after the other.
final class SessionGate {
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Consumer<AgentSession>> waiting = new ArrayDeque<>();
    private Optional<AgentSession> session = Optional.empty();
    private boolean drained;
    private boolean closed;

    /// Runs the action now, on this thread, or when the gate opens, on that thread; never once it
    /// is closed.
    void whenOpen(Consumer<AgentSession> action) {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            if (!drained) {
                waiting.add(action);
                return;
            }
        } finally {
            lock.unlock();
        }
        session.ifPresent(action);
    }

    /// Opens the gate and runs what waits, first come first.
    ///
    /// @return false when it was closed before, so that nobody else will end the session
    boolean open(AgentSession opened) {
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            session = Optional.of(opened);
        } finally {
            lock.unlock();
        }
        for (var next = next(); next.isPresent(); next = next()) {
            next.get().accept(opened);
        }
        return true;
    }

    private Optional<Consumer<AgentSession>> next() {
        lock.lock();
        try {
            Consumer<AgentSession> action = waiting.poll();
            drained = action == null;
            return Optional.ofNullable(action);
        } finally {
            lock.unlock();
        }
    }

    /// Drops what waits.
    ///
    /// @return the session that is to be ended, if it ever began
    Optional<AgentSession> close() {
        lock.lock();
        try {
            closed = true;
            waiting.clear();
            return session;
        } finally {
            lock.unlock();
        }
    }
}
