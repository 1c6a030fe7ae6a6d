package dev.countersign.supervision;

import dev.countersign.approval.Decision;
import dev.countersign.approval.RuleKeeper;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.JournalException;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.StartFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// At the start of the console: finds what an earlier one left, and writes down the ends that it
/// did not see. Nothing is ever run again. Blocks.
final class Recovery {
    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

    private final CallLedger ledger;
    private final RuleKeeper rules;
    private final JobBoard jobs;
    private final RehearsalRecovery rehearsals;

    Recovery(CallLedger ledger, RuleKeeper rules, JobBoard jobs, RehearsalRecovery rehearsals) {
        this.ledger = ledger;
        this.rules = rules;
        this.jobs = jobs;
        this.rehearsals = rehearsals;
    }

    void recover() throws JournalException {
        jobs.findOrphans();
        recoverRehearsals();
        for (CallRecord record : ledger.all()) {
            record.decided()
                    .ifPresent(decided ->
                            rules.decided(record.call(), decided.decision(), decided.at()));
            boolean hasRecording = Files.isDirectory(ledger.recording(record.id()));
            for (SupervisionEvent event : endsOf(record, hasRecording, ledger.now())) {
                ledger.record(event);
            }
        }
    }

    private void recoverRehearsals() throws JournalException {
        try {
            for (SupervisionEvent event : rehearsals.recover(ledger.all())) {
                ledger.record(event);
            }
        } catch (JournalException e) {
            throw e;
        } catch (IOException e) {
            LOG.error("what a rehearsal left behind could not be taken away: {}", e.toString());
        }
    }

    /// What must be written down so that the call is over; nothing when it is. Pure.
    ///
    /// @param hasRecording whether its start was at least prepared: it may have run then
    private static List<SupervisionEvent> endsOf(
            CallRecord record, boolean hasRecording, Instant now) {
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
