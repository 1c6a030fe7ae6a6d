package dev.countersign.approval;

import dev.countersign.safety.RiskAssessment;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;

/// A call with everything that is known about it when the decision is made.
public record AssessedCall(ToolCall call, RiskAssessment assessment, PolicyVerdict verdict) {
    public ToolCallId id() {
        return call.id();
    }
}
