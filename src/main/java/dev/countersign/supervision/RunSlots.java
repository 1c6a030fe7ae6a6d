package dev.countersign.supervision;

import dev.countersign.toolcall.AgentSessionId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/// Lets only so many commands run at once, for each agent and in all; others wait in the order that
/// they came.
///
/// A command that goes to the background gives its place back to the foreground and is counted
/// there even where that is full: it runs already. Guarded by its lock.
final class RunSlots {
    /// How many may run at once.
    record Limits(int perAgent, int total) {}

    /// A place to run in. Closing it lets the next one in.
    interface Slot extends AutoCloseable {
        @Override
        void close();
    }

    private record Waiting(
            AgentSessionId agent, Limits limits, Instant arrival, CompletableFuture<Slot> turn) {}

    private final Predicate<AgentSessionId> held;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<AgentSessionId, Integer> perAgent = new HashMap<>();
    private final List<Waiting> line = new ArrayList<>();
    private int total;

    /// @param held whose commands wait in the line though there is room; when it changes,
    ///   [#reconsider()] is called
    RunSlots(Predicate<AgentSessionId> held) {
        this.held = held;
    }

    /// Lets in who may come in now.
    void reconsider() {
        lock.lock();
        try {
            letIn();
        } finally {
            lock.unlock();
        }
    }

    /// Asks for a place. The future is complete at once where there is one; cancelling it leaves
    /// the line.
    ///
    /// @param arrival when the call came: who came first stands further in front, however long the
    ///   decision took
    CompletableFuture<Slot> request(AgentSessionId agent, Limits limits, Instant arrival) {
        Waiting waiting = new Waiting(agent, limits, arrival, new CompletableFuture<>());
        lock.lock();
        try {
            int place = line.size();
            while (place > 0 && line.get(place - 1).arrival().isAfter(arrival)) {
                place--;
            }
            line.add(place, waiting);
            letIn();
        } finally {
            lock.unlock();
        }
        return waiting.turn();
    }

    /// Takes a place for a command that runs already, whatever the limits say.
    Slot take(AgentSessionId agent) {
        lock.lock();
        try {
            return occupy(agent);
        } finally {
            lock.unlock();
        }
    }

    /// Which place in the line somebody has, 1 for the next; empty when they do not wait in it.
    // The very future is looked for; futures have no equality but that.
    @SuppressWarnings("ReferenceEquality")
    OptionalInt placeOf(Future<Slot> turn) {
        lock.lock();
        try {
            int place = 0;
            for (Waiting waiting : line) {
                if (!waiting.turn().isDone()) {
                    place++;
                }
                if (waiting.turn() == turn && !turn.isDone()) {
                    return OptionalInt.of(place);
                }
            }
            return OptionalInt.empty();
        } finally {
            lock.unlock();
        }
    }

    private void letIn() {
        Iterator<Waiting> next = line.iterator();
        while (next.hasNext()) {
            Waiting waiting = next.next();
            if (waiting.turn().isDone()) {
                next.remove();
            } else if (hasRoom(waiting)) {
                next.remove();
                Slot slot = occupy(waiting.agent());
                if (!waiting.turn().complete(slot)) {
                    vacate(waiting.agent());
                }
            }
        }
    }

    private boolean hasRoom(Waiting waiting) {
        return !held.test(waiting.agent())
                && total < waiting.limits().total()
                && perAgent.getOrDefault(waiting.agent(), 0) < waiting.limits().perAgent();
    }

    private Slot occupy(AgentSessionId agent) {
        total++;
        perAgent.merge(agent, 1, Integer::sum);
        return new Place(agent);
    }

    private void vacate(AgentSessionId agent) {
        total--;
        perAgent.computeIfPresent(agent, (_, count) -> count == 1 ? null : count - 1);
    }

    private final class Place implements Slot {
        private final AgentSessionId agent;
        private boolean open = true;

        Place(AgentSessionId agent) {
            this.agent = agent;
        }

        @Override
        public void close() {
            lock.lock();
            try {
                if (!open) {
                    return;
                }
                open = false;
                vacate(agent);
                letIn();
            } finally {
                lock.unlock();
            }
        }
    }
}
