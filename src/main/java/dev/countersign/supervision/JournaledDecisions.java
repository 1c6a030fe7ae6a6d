package dev.countersign.supervision;

import dev.countersign.approval.AssessedCall;
import dev.countersign.approval.Decision;
import dev.countersign.approval.DecisionLog;
import dev.countersign.approval.EditedCall;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.toolcall.ToolCallId;

/// Keeps decisions in the journal. Safe on any thread; blocks on the disk.
record JournaledDecisions(CallLedger ledger) implements DecisionLog {
    @Override
    public void record(ToolCallId id, Decision decision) {
        ledger.recordOrThrow(new SupervisionEvent.Decided(id, ledger.now(), decision));
    }

    @Override
    public void recordEdit(EditedCall edit) {
        AssessedCall call = edit.assessed();
        ledger.recordOrThrow(
                new SupervisionEvent.Edited(
                        call.id(),
                        ledger.now(),
                        call.call().command(),
                        call.assessment(),
                        call.verdict(),
                        edit.note()));
    }
}
