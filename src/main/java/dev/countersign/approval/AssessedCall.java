package dev.countersign.approval;

import dev.countersign.safety.RiskAssessment;
import dev.countersign.safety.ScriptFile;
import dev.countersign.toolcall.RunConditions;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import java.util.List;
import java.util.Optional;

/// A call with everything that is known about it when the decision is made.
///
/// @param scripts the files that it runs, as they were then
public record AssessedCall(
        ToolCall call, RiskAssessment assessment, PolicyVerdict verdict, List<ScriptFile> scripts) {
    public AssessedCall {
        scripts = List.copyOf(scripts);
    }

    /// A call that runs no file.
    public AssessedCall(ToolCall call, RiskAssessment assessment, PolicyVerdict verdict) {
        this(call, assessment, verdict, List.of());
    }

    /// The same, to be decided by a person unless a rule denies it.
    public AssessedCall asked(String reason) {
        return verdict.verdict() == Verdict.DENY
                ? this
                : new AssessedCall(
                        call,
                        assessment,
                        new PolicyVerdict(Verdict.ASK, Optional.empty(), reason, verdict.parts()),
                        scripts);
    }

    public ToolCallId id() {
        return call.id();
    }

    /// The same call, run in another way. What it does is judged without looking at that: a sandbox
    /// never makes a command safe to allow.
    AssessedCall withConditions(RunConditions conditions) {
        return new AssessedCall(call.withConditions(conditions), assessment, verdict, scripts);
    }
}
