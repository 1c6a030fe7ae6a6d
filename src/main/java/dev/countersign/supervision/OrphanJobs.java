package dev.countersign.supervision;

import dev.countersign.approval.Decision;
import dev.countersign.execution.ExecutionEngine;
import dev.countersign.execution.OrphanedCommand;
import dev.countersign.execution.ProcessIdentity;
import dev.countersign.execution.TreeUsage;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.toolcall.JobAct;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.RunDetails;
import dev.countersign.toolcall.ToolCallId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Commands of an earlier console that was killed and that still run (RUN-3). They are found by the
/// marker in their environment; nothing is ever started again. Guarded by its monitor.
final class OrphanJobs {
    private final ExecutionEngine engine;
    private final Map<ToolCallId, Orphan> orphans = new LinkedHashMap<>();

    OrphanJobs(ExecutionEngine engine) {
        this.engine = engine;
    }

    /// One of them.
    ///
    /// @param adopted whether the person took it over
    record Orphan(
            CallRecord record,
            SupervisionEvent.Started start,
            OrphanedCommand command,
            boolean adopted) {
        String marker() {
            return start.details().marker();
        }
    }

    /// A crash may have come between a start and its record: what was approved, and runs by its
    /// marker, was started. Pure.
    ///
    /// @param usages what runs, by marker
    static List<SupervisionEvent.Started> unrecordedStarts(
            List<CallRecord> records, Map<String, TreeUsage> usages, Instant now) {
        List<SupervisionEvent.Started> starts = new ArrayList<>();
        for (CallRecord record : records) {
            if (!mayHaveStartedUnseen(record)) {
                continue;
            }
            for (Map.Entry<String, TreeUsage> tree : usages.entrySet()) {
                if (tree.getKey().endsWith("-" + record.id().digits())) {
                    ProcessIdentity first = tree.getValue().processes().getFirst().identity();
                    RunDetails details =
                            new RunDetails(
                                    tree.getKey(), first.startTime(), "", record.conditions());
                    starts.add(
                            new SupervisionEvent.Started(record.id(), now, first.pid(), details));
                }
            }
        }
        return starts;
    }

    /// Whether it was approved and nothing was written down since.
    static boolean mayHaveStartedUnseen(CallRecord record) {
        return record.decision().filter(Decision.Approved.class::isInstance).isPresent()
                && record.started().isEmpty()
                && record.finished().isEmpty()
                && record.handedOver().isEmpty();
    }

    /// Finds them. Takes those in that are new.
    ///
    /// @param usages what runs, by marker
    /// @return the new ones
    synchronized List<Orphan> find(List<CallRecord> records, Map<String, TreeUsage> usages) {
        List<Orphan> found = new ArrayList<>();
        for (CallRecord record : records) {
            Optional<SupervisionEvent.Started> start = record.started();
            boolean open =
                    record.finished().isEmpty()
                            || record.outcome().equals(Optional.of(new Outcome.Lost()));
            if (start.isEmpty() || !open || orphans.containsKey(record.id())) {
                continue;
            }
            RunDetails details = start.get().details();
            if (details.marker().isEmpty()) {
                continue;
            }
            boolean marked = usages.containsKey(details.marker());
            OrphanedCommand command = engine.orphan(start.get().pid(), details);
            // One whose shell dropped the marker is found by its number and its start alone.
            if (marked || (record.finished().isEmpty() && !command.processes().isEmpty())) {
                boolean adopted =
                        record.steered().stream().anyMatch(act -> act.act() == JobAct.ADOPTED);
                Orphan orphan = new Orphan(record, start.get(), command, adopted);
                orphans.put(record.id(), orphan);
                found.add(orphan);
            }
        }
        return found;
    }

    synchronized Optional<Orphan> find(ToolCallId id) {
        return Optional.ofNullable(orphans.get(id));
    }

    synchronized List<Orphan> all() {
        return List.copyOf(orphans.values());
    }

    synchronized boolean adopt(ToolCallId id) {
        Orphan orphan = orphans.get(id);
        if (orphan == null || orphan.adopted()) {
            return false;
        }
        orphans.put(id, new Orphan(orphan.record(), orphan.start(), orphan.command(), true));
        return true;
    }

    /// Forgets those of which nothing runs any more.
    synchronized void keep(Set<String> markers) {
        orphans.values()
                .removeIf(orphan ->
                        !markers.contains(orphan.marker())
                                && orphan.command().processes().isEmpty());
    }
}
