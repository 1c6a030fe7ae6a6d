package dev.countersign.supervision;

import dev.countersign.approval.ApprovalQueue;
import dev.countersign.approval.AssessedCall;
import dev.countersign.approval.Verdict;
import dev.countersign.journal.CallRecord;
import java.io.UncheckedIOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Decides calls that wait as rules that changed meanwhile decide those that come now. Safe on any
/// thread.
final class ChangedRules {
    private static final Logger LOG = LoggerFactory.getLogger(ChangedRules.class);

    private final ApprovalQueue queue;
    private final CallDecisions decisions;
    private final CallLedger ledger;
    private final StartGate gate;
    private final PersonsDecisions person;
    private final PersonsRules personsRules;

    ChangedRules(
            ApprovalQueue queue,
            CallDecisions decisions,
            CallLedger ledger,
            StartGate gate,
            PersonsDecisions person,
            PersonsRules personsRules) {
        this.queue = queue;
        this.decisions = decisions;
        this.ledger = ledger;
        this.gate = gate;
        this.person = person;
        this.personsRules = personsRules;
    }

    /// Judges all that waits anew. Blocks.
    void apply() {
        for (AssessedCall waiting : queue.waiting()) {
            if (gate.isClosing()) {
                return;
            }
            // Not before it is written down that it waits.
            if (ledger.find(waiting.id()).filter(CallRecord::isWaiting).isPresent()) {
                apply(waiting);
            }
        }
    }

    private void apply(AssessedCall waiting) {
        AssessedCall judged = decisions.judge(waiting.call());
        if (judged.verdict().verdict() == Verdict.ALLOW && isTheirs(waiting)) {
            return;
        }
        try {
            queue.decideByChangedRules(judged);
        } catch (UncheckedIOException failure) {
            LOG.error("{}: it waits on, though a rule decides it", waiting.id(), failure);
        }
    }

    /// What a person is busy with, holds, or was warned of by the agent is only denied by a rule,
    /// never allowed.
    private boolean isTheirs(AssessedCall waiting) {
        return person.isEdited(waiting.id())
                || personsRules.isAtHand(waiting.id())
                || gate.holds(waiting.call().session().id())
                || waiting.call().agentSaysDangerous();
    }
}
