package dev.countersign.approval;

import dev.countersign.safety.RiskAssessment;
import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.ExecutionMode;
import dev.countersign.toolcall.OutputTruncation;
import dev.countersign.toolcall.TimeoutAction;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.toolcall.Workspace;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Calls for tests.
final class Calls {
    static final Path WORKSPACE = Path.of("/work/shop");

    private Calls() {}

    static ToolCall call(int id, String command, Optional<Boolean> dangerous, boolean dryRun) {
        Instant now = Instant.EPOCH;
        return new ToolCall(
                ToolCallId.of(id),
                new AgentSession(
                        new AgentSessionId("session"),
                        "agent",
                        "1",
                        OptionalLong.empty(),
                        Workspace.of(WORKSPACE),
                        now),
                new CommandText(command),
                Optional.empty(),
                dangerous,
                ExecutionMode.DEFAULT,
                Duration.ofMinutes(2),
                TimeoutAction.BACKGROUND,
                WORKSPACE,
                Map.of(),
                OutputTruncation.TAIL,
                false,
                false,
                dryRun,
                now);
    }

    static AssessedCall assessed(int id, Verdict verdict) {
        return assessed(call(id, "true", Optional.empty(), false), verdict);
    }

    static AssessedCall assessed(ToolCall call, Verdict verdict) {
        RuleReference rule =
                new RuleReference("rule*", "permissions.json", Optional.empty(), Optional.empty());
        return new AssessedCall(
                call,
                new RiskAssessment(
                        RiskLevel.NONE,
                        true,
                        true,
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        call.command().text()),
                new PolicyVerdict(
                        verdict,
                        verdict == Verdict.ASK ? Optional.empty() : Optional.of(rule),
                        "because",
                        List.of()));
    }
}
