package dev.countersign.supervision;

import dev.countersign.approval.Decision;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.StartFailure;
import java.time.Instant;
import java.util.List;

/// Says how the calls ended that an earlier console left open. Pure.
final class Recovery {
    private Recovery() {}

    /// What must be written down so that the call is over; nothing when it is.
    ///
    /// @param hasRecording whether its start was at least prepared: it may have run then
    static List<SupervisionEvent> endsOf(CallRecord record, boolean hasRecording, Instant now) {
        if (record.status().isFinal()) {
            return List.of();
        }
        if (record.decision().isEmpty()) {
            return List.of(
                    new SupervisionEvent.Decided(
                            record.id(),
                            now,
                            new Decision.Withdrawn("the console ended before it was decided")));
        }
        Outcome outcome =
                record.started().isPresent() || hasRecording
                        ? new Outcome.Lost()
                        : new Outcome.FailedToStart(
                                StartFailure.UNKNOWN, "the console ended before it started");
        return List.of(new SupervisionEvent.Finished(record.id(), now, outcome, 0, 0));
    }
}
