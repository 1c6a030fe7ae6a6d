package dev.countersign.ui;

import dev.countersign.supervision.JobDesk;
import dev.countersign.supervision.JobsSnapshot;
import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.toolcall.ToolCallId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Jobs by hand: tests say what is seen and read what was done. Safe on any thread.
public final class FakeJobDesk implements JobDesk {
    private final List<Consumer<JobsSnapshot>> watchers = new ArrayList<>();
    private final List<String> deeds = new ArrayList<>();
    private JobsSnapshot snapshot = new JobsSnapshot(Instant.EPOCH, List.of());

    /// What is seen from now on.
    public synchronized void show(JobsSnapshot now) {
        snapshot = now;
        List.copyOf(watchers).forEach(watcher -> watcher.accept(now));
    }

    /// What was done, in order: `stop call_…`.
    public synchronized List<String> deeds() {
        return List.copyOf(deeds);
    }

    public synchronized int watchers() {
        return watchers.size();
    }

    @Override
    public synchronized JobsSnapshot snapshot() {
        return snapshot;
    }

    @Override
    public synchronized Runnable watch(Consumer<JobsSnapshot> watcher) {
        watchers.add(watcher);
        watcher.accept(snapshot);
        return () -> forget(watcher);
    }

    private synchronized void forget(Consumer<JobsSnapshot> watcher) {
        watchers.remove(watcher);
    }

    @Override
    public synchronized void showPortsOf(Set<ToolCallId> jobs) {
        deeds.add("ports of " + jobs.size());
    }

    @Override
    public synchronized void stop(ToolCallId id) {
        deeds.add("stop " + id);
    }

    @Override
    public synchronized void kill(ToolCallId id) {
        deeds.add("kill " + id);
    }

    @Override
    public synchronized int stopAll(Optional<AgentSessionId> agent) {
        deeds.add("stop all" + agent.map(one -> " of " + one.value()).orElse(""));
        return snapshot.jobs().size();
    }

    @Override
    public synchronized boolean pause(ToolCallId id) {
        deeds.add("pause " + id);
        return true;
    }

    @Override
    public synchronized void resume(ToolCallId id) {
        deeds.add("resume " + id);
    }

    @Override
    public synchronized void raiseOutputLimit(ToolCallId id) {
        deeds.add("raise " + id);
    }

    @Override
    public synchronized void note(ToolCallId id, String text) {
        deeds.add("note " + id + " " + text);
    }

    @Override
    public synchronized Optional<ToolCallId> runAgain(ToolCallId id) {
        deeds.add("run again " + id);
        return Optional.of(ToolCallId.of(0x7f7f7f7f));
    }

    @Override
    public synchronized void adopt(ToolCallId id) {
        deeds.add("adopt " + id);
    }
}
