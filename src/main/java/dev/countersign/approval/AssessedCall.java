package dev.countersign.approval;

import dev.countersign.safety.RiskAssessment;
import dev.countersign.toolcall.RunConditions;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;

/// A call with everything that is known about it when the decision is made.
public record AssessedCall(ToolCall call, RiskAssessment assessment, PolicyVerdict verdict) {
    public ToolCallId id() {
        return call.id();
    }

    /// The same call, run in another way. What it does is judged without looking at that: a sandbox
    /// never makes a command safe to allow.
    AssessedCall withConditions(RunConditions conditions) {
        return new AssessedCall(call.withConditions(conditions), assessment, verdict);
    }
}
