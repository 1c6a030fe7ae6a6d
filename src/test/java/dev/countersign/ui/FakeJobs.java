package dev.countersign.ui;

import dev.countersign.supervision.JobDesk;
import dev.countersign.supervision.JobProcess;
import dev.countersign.supervision.JobState;
import dev.countersign.supervision.JobView;
import dev.countersign.supervision.JobsSnapshot;
import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.toolcall.ToolCallId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Jobs by hand: what the pane is told, and what the person did. Safe on any thread.
public final class FakeJobs implements JobDesk {
    private final List<Consumer<JobsSnapshot>> watchers = new CopyOnWriteArrayList<>();
    private final List<String> deeds = new CopyOnWriteArrayList<>();
    private volatile JobsSnapshot snapshot = new JobsSnapshot(Instant.EPOCH, List.of());
    private volatile Set<ToolCallId> ports = Set.of();

    public static JobView view(ToolCallId id, JobState state, String lastLine) {
        return new JobView(
                id,
                FakeDesk.CODEX.id(),
                state,
                Optional.empty(),
                OptionalInt.empty(),
                OptionalLong.of(48_790),
                false,
                false,
                false,
                false,
                0.06,
                212_000_000,
                List.of(
                        new JobProcess(48_790, 0, "bash -c go run ./cmd/apid", 0, 4_000_000, false),
                        new JobProcess(48_791, 1, "go run ./cmd/apid", 0, 61_000_000, false),
                        new JobProcess(48_862, 2, "apid --addr :8081", 0.06, 147_000_000, false)),
                Set.of(8081),
                381_000,
                1_200,
                lastLine);
    }

    /// A job of one process with a remark, or without.
    public static JobView told(ToolCallId id, JobState state, String remark, boolean overLimit) {
        boolean runs = state != JobState.PENDING;
        return new JobView(
                id,
                FakeDesk.CODEX.id(),
                state,
                Optional.of(remark).filter(words -> !words.isEmpty()),
                runs ? OptionalInt.empty() : OptionalInt.of(3),
                runs ? OptionalLong.of(48_790) : OptionalLong.empty(),
                overLimit,
                false,
                false,
                false,
                0.01,
                runs ? 42_000_000 : 0,
                List.of(),
                Set.of(),
                81_000,
                1_200,
                "");
    }

    public static JobView orphan(ToolCallId id) {
        return new JobView(
                id,
                FakeDesk.CODEX.id(),
                JobState.LOST,
                Optional.of("Runs since before this console; what it prints is lost."),
                OptionalInt.empty(),
                OptionalLong.of(48_790),
                false,
                true,
                false,
                false,
                0,
                4_000_000,
                List.of(new JobProcess(48_790, 0, "sleep 1000", 0, 4_000_000, false)),
                Set.of(),
                0,
                0,
                "");
    }

    public void tell(JobView... jobs) {
        snapshot = new JobsSnapshot(Instant.now(), List.of(jobs));
        watchers.forEach(watcher -> watcher.accept(snapshot));
    }

    public List<String> deeds() {
        return new ArrayList<>(deeds);
    }

    public Set<ToolCallId> portsAskedFor() {
        return ports;
    }

    public int watcherCount() {
        return watchers.size();
    }

    @Override
    public JobsSnapshot snapshot() {
        return snapshot;
    }

    @Override
    public Runnable watch(Consumer<JobsSnapshot> watcher) {
        watchers.add(watcher);
        watcher.accept(snapshot);
        return () -> watchers.remove(watcher);
    }

    @Override
    public void showPortsOf(Set<ToolCallId> jobs) {
        ports = Set.copyOf(jobs);
    }

    @Override
    public void stop(ToolCallId id) {
        deeds.add("stop " + id.digits());
    }

    @Override
    public void kill(ToolCallId id) {
        deeds.add("kill " + id.digits());
    }

    @Override
    public int stopAll(Optional<AgentSessionId> agent) {
        deeds.add("stop all" + agent.map(id -> " of " + id).orElse(""));
        return snapshot.jobs().size();
    }

    @Override
    public boolean pause(ToolCallId id) {
        deeds.add("pause " + id.digits());
        return true;
    }

    @Override
    public void resume(ToolCallId id) {
        deeds.add("resume " + id.digits());
    }

    @Override
    public void raiseOutputLimit(ToolCallId id) {
        deeds.add("raise " + id.digits());
    }

    @Override
    public void note(ToolCallId id, String text) {
        deeds.add("note " + id.digits() + ": " + text);
    }

    @Override
    public Optional<ToolCallId> runAgain(ToolCallId id) {
        deeds.add("again " + id.digits());
        return Optional.of(ToolCallId.of(0x7fffffff));
    }

    @Override
    public void adopt(ToolCallId id) {
        deeds.add("adopt " + id.digits());
    }
}
