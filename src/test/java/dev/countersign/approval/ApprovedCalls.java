package dev.countersign.approval;

import dev.countersign.toolcall.ToolCall;
import java.util.List;
import java.util.Optional;

/// Lets tests of other rooms have an approved call without a decision having been made.
public final class ApprovedCalls {
    private ApprovedCalls() {}

    /// The right to rehearse a call, without a queue.
    public static ApprovedRehearsal rehearsal(ToolCall call) {
        return new ApprovedRehearsal(call, List.of(), Optional.empty());
    }

    /// As approved after a rehearsal.
    public static ApprovedCall rehearsed(ToolCall call, ResultDigest result) {
        return new ApprovedCall(
                call,
                new Decision.Approved(new Decider.Human(), ApprovalScope.REHEARSED),
                List.of(),
                Optional.of(result));
    }

    public static ApprovedCall of(ToolCall call) {
        return new ApprovedCall(
                call,
                new Decision.Approved(new Decider.Human(), ApprovalScope.ONCE),
                List.of(),
                Optional.empty());
    }
}
