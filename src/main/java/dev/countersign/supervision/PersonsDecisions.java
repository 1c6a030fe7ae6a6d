package dev.countersign.supervision;

import dev.countersign.approval.ApprovalQueue;
import dev.countersign.approval.AssessedCall;
import dev.countersign.approval.EditedCall;
import dev.countersign.approval.Verdict;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.JobAct;
import dev.countersign.toolcall.RunConditions;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

/// What the person makes of calls that wait: approves, edits, denies, chooses how they run.
///
/// Safe on any thread; blocks until a decision is on the disk.
final class PersonsDecisions {
    private final ApprovalQueue queue;
    private final Function<ToolCall, AssessedCall> judge;
    private final CallLedger ledger;
    private final Supplier<Optional<String>> sandboxObstacle;

    /// Waiting calls that a person began to edit. Ids are small, so none is forgotten.
    private final Set<ToolCallId> edited = ConcurrentHashMap.newKeySet();

    PersonsDecisions(SupervisorParts parts, ApprovalQueue queue, CallLedger ledger) {
        this.queue = queue;
        this.judge = parts.judging().judge();
        this.ledger = ledger;
        this.sandboxObstacle = parts.running().surroundings().sandboxObstacle();
    }

    Optional<AssessedCall> waiting(ToolCallId id) {
        return queue.waiting().stream().filter(call -> call.id().equals(id)).findFirst();
    }

    /// Whether the person began to edit it: no rule lets it through then.
    boolean isEdited(ToolCallId id) {
        return edited.contains(id);
    }

    /// See [PersonDesk#approve].
    boolean approve(ToolCallId id) {
        return queue.approve(id);
    }

    /// See [PersonDesk#assessEdited].
    Optional<AssessedCall> assessEdited(ToolCallId id, CommandText command) {
        Optional<AssessedCall> waits = waiting(id);
        waits.ifPresent(_ -> edited.add(id));
        return waits.map(call -> judge.apply(call.call().withCommand(command)));
    }

    /// See [PersonDesk#approveEdited].
    EditApproval approveEdited(EditedCall edit) {
        EditApproval judged = judgedAsSeen(edit);
        return judged == EditApproval.APPROVED && !queue.approveEdited(edit)
                ? EditApproval.NO_LONGER_WAITS
                : judged;
    }

    /// Whether what a person made of a call may be approved as they saw it; decides nothing.
    EditApproval judgedAsSeen(EditedCall edit) {
        AssessedCall seen = edit.assessed();
        Optional<AssessedCall> fresh = assessEdited(seen.id(), seen.call().command());
        if (fresh.isEmpty()) {
            return EditApproval.NO_LONGER_WAITS;
        }
        if (fresh.get().verdict().verdict() == Verdict.DENY) {
            return EditApproval.DENIED_BY_RULE;
        }
        return fresh.get().equals(seen) ? EditApproval.APPROVED : EditApproval.JUDGED_ANEW;
    }

    /// See [PersonDesk#deny].
    boolean deny(ToolCallId id, Optional<String> reason) {
        return queue.deny(id, reason);
    }

    /// See [PersonDesk#denyAllOfAgent].
    int denyAllOfAgent(ToolCallId id, Optional<String> reason) {
        Optional<AssessedCall> first = waiting(id);
        if (first.isEmpty()) {
            return 0;
        }
        int denied = queue.deny(id, reason) ? 1 : 0;
        for (AssessedCall other : queue.waiting()) {
            boolean same = other.call().session().id().equals(first.get().call().session().id());
            if (same && queue.deny(other.id(), reason)) {
                denied++;
            }
        }
        return denied;
    }

    /// See [PersonDesk#choose].
    boolean choose(ToolCallId id, RunConditions conditions) {
        if (conditions.sandbox().isPresent()) {
            sandboxObstacle()
                    .ifPresent(reason -> {
                        throw new IllegalArgumentException(reason);
                    });
        }
        SupervisionEvent chosen =
                new SupervisionEvent.Steered(
                        id, ledger.now(), JobAct.CONDITIONS_CHOSEN, conditions.format());
        return queue.choose(id, conditions, () -> ledger.recordOrThrow(chosen));
    }

    Optional<String> sandboxObstacle() {
        return sandboxObstacle.get();
    }
}
