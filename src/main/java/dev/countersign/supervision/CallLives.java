package dev.countersign.supervision;

import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.toolcall.ToolCallId;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The calls that are alive in this console, and the newest of those that are over. Guarded by its
/// own lock.
final class CallLives {
    /// Calls that are over are held for late readers; older ones are read from the journal.
    private static final int HELD = 1_000;

    private final Map<ToolCallId, LiveCall> lives = new LinkedHashMap<>();
    private final Set<ToolCallId> reserved = new HashSet<>();

    /// Takes an id for a call that is about to be made; false when another has it.
    synchronized boolean reserve(ToolCallId id) {
        return !lives.containsKey(id) && reserved.add(id);
    }

    synchronized void add(LiveCall life) {
        reserved.remove(life.id());
        lives.put(life.id(), life);
        if (lives.size() > HELD) {
            forgetOldest(lives.size() - HELD);
        }
    }

    private void forgetOldest(int surplus) {
        List<ToolCallId> over =
                lives.values().stream()
                        .filter(life -> life.state().isOver())
                        .limit(surplus)
                        .map(LiveCall::id)
                        .toList();
        over.forEach(lives::remove);
    }

    synchronized Optional<LiveCall> find(ToolCallId id) {
        return Optional.ofNullable(lives.get(id));
    }

    synchronized List<LiveCall> all() {
        return List.copyOf(lives.values());
    }

    List<LiveCall> of(AgentSessionId session) {
        return all().stream().filter(life -> life.call().session().id().equals(session)).toList();
    }

    List<LiveCall> running() {
        return all().stream().filter(LiveCall::isRunning).toList();
    }

    /// How many run; quick, for it is asked for whenever something changes.
    synchronized int runningCount() {
        int count = 0;
        for (LiveCall life : lives.values()) {
            count += life.isRunning() ? 1 : 0;
        }
        return count;
    }
}
