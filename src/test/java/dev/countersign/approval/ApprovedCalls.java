package dev.countersign.approval;

import dev.countersign.toolcall.ToolCall;
import java.util.List;

/// Lets tests of other rooms have an approved call without a decision having been made.
public final class ApprovedCalls {
    private ApprovedCalls() {}

    public static ApprovedCall of(ToolCall call) {
        return new ApprovedCall(
                call, new Decision.Approved(new Decider.Human(), ApprovalScope.ONCE), List.of());
    }
}
