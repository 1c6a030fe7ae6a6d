package dev.countersign.supervision;

import dev.countersign.execution.RunningCommand;
import dev.countersign.execution.TreeUsage;
import dev.countersign.journal.CallRecord;
import dev.countersign.recording.RecordingProgress;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.ToolCallId;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Puts together how each job is doing. Remembers what it last saw of each, for rates. Safe on any
/// thread.
final class JobViews {
    private static final String ORPHANED =
            "Its console was killed. What it printed until then is kept; what it prints now is"
                    + " lost.";

    private record Seen(long bytes, long nanos, long perSecond) {}

    private final CallLedger ledger;
    private final Map<ToolCallId, Seen> seen = new ConcurrentHashMap<>();

    JobViews(CallLedger ledger) {
        this.ledger = ledger;
    }

    /// Of an orphan.
    JobView of(OrphanJobs.Orphan orphan, Map<String, TreeUsage> usages) {
        CallRecord record = orphan.record();
        TreeUsage usage = usages.getOrDefault(orphan.marker(), TreeUsage.NOTHING);
        return new JobView(
                record.id(),
                record.call().session().id(),
                JobState.LOST,
                Optional.of(ORPHANED),
                OptionalInt.empty(),
                OptionalLong.of(orphan.start().pid()),
                false,
                true,
                orphan.adopted(),
                false,
                usage.processorShare(),
                usage.residentBytes(),
                usage.processes().isEmpty() ? named(orphan) : processes(usage),
                usage.ports(),
                record.finished().map(end -> end.outputBytes()).orElse(0L),
                0,
                "");
    }

    /// Of a call of this console; empty for one that is not approved yet, or of which nothing runs
    /// any more.
    Optional<JobView> of(LiveCall life, Map<String, TreeUsage> usages) {
        CallState state = life.state();
        Optional<RunningCommand> command = state.command();
        TreeUsage usage =
                command.map(running -> usages.get(running.details().marker()))
                        .orElse(TreeUsage.NOTHING);
        boolean shown =
                switch (state.stage()) {
                    case JUDGING, WAITING, CLAIMABLE -> false;
                    case STARTING, RUNNING -> true;
                    case OVER -> !usage.processes().isEmpty();
                };
        return shown ? Optional.of(view(life, state, usage)) : Optional.empty();
    }

    private JobView view(LiveCall life, CallState state, TreeUsage usage) {
        Optional<RecordingProgress> progress = state.output().map(CallOutput::progress);
        long bytes = progress.map(far -> far.totals().bytes()).orElse(0L);
        OptionalInt place = life.placeInLine();
        return new JobView(
                life.id(),
                life.call().session().id(),
                stateOf(life, state),
                remark(state, usage, place),
                place,
                state.command()
                        .map(running -> OptionalLong.of(running.pid()))
                        .orElse(OptionalLong.empty()),
                state.overLimit(),
                false,
                false,
                state.command().flatMap(RunningCommand::terminal).isPresent(),
                usage.processorShare(),
                usage.residentBytes(),
                processes(usage),
                usage.ports(),
                bytes,
                rate(life.id(), bytes),
                progress.map(RecordingProgress::lastLine).orElse(""));
    }

    private JobState stateOf(LiveCall life, CallState state) {
        return switch (state.stage()) {
            case JUDGING, WAITING, CLAIMABLE -> JobState.PENDING;
            case STARTING -> state.stopping() ? JobState.STOPPING : JobState.PENDING;
            case RUNNING -> {
                if (state.stopping()) {
                    yield JobState.STOPPING;
                }
                yield state.paused() || state.overLimit() ? JobState.PAUSED : JobState.RUNNING;
            }
            case OVER ->
                    JobState.of(
                            ledger.find(life.id()).map(CallRecord::status).orElse(CallStatus.LOST));
        };
    }

    private static Optional<String> remark(CallState state, TreeUsage usage, OptionalInt place) {
        if (state.isOver()) {
            int left = usage.processes().size();
            return Optional.of(
                    left == 1
                            ? "It ended and left one process running."
                            : "It ended and left %d processes running.".formatted(left));
        }
        if (state.waitsForRoom()) {
            return Optional.of("It waits until there is room on the disk. Nothing is lost.");
        }
        if (state.overLimit()) {
            return Optional.of("It printed as much as one run may. Let it print more, or stop it.");
        }
        if (state.paused()) {
            return Optional.of("You paused it. Its time limit goes on.");
        }
        return place.isPresent() ? Optional.of("It waits for its turn.") : Optional.empty();
    }

    /// Bytes a second since it was last looked at; looks that follow too soon tell the same again.
    private long rate(ToolCallId id, long bytes) {
        long now = System.nanoTime();
        Seen last = seen.get(id);
        if (last == null) {
            seen.put(id, new Seen(bytes, now, 0));
            return 0;
        }
        double seconds = (now - last.nanos()) / 1e9;
        if (seconds < 0.5) {
            return last.perSecond();
        }
        long perSecond = Math.round((bytes - last.bytes()) / seconds);
        seen.put(id, new Seen(bytes, now, perSecond));
        return perSecond;
    }

    void forgetAllBut(JobsSnapshot now) {
        Set<ToolCallId> there = new HashSet<>();
        now.jobs().forEach(job -> there.add(job.id()));
        seen.keySet().retainAll(there);
    }

    /// What carries no marker is not measured.
    private static List<JobProcess> named(OrphanJobs.Orphan orphan) {
        return orphan.command().processes().stream()
                .map(process -> new JobProcess(process.pid(), 0, process.name(), 0, 0, false))
                .toList();
    }

    private static List<JobProcess> processes(TreeUsage usage) {
        return usage.processes().stream()
                .map(member ->
                        new JobProcess(
                                member.identity().pid(),
                                member.depth(),
                                member.command(),
                                member.processorShare(),
                                member.residentBytes(),
                                member.stopped()))
                .toList();
    }
}
