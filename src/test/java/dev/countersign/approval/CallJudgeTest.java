package dev.countersign.approval;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.countersign.safety.FileFacts;
import dev.countersign.safety.RiskAssessor;
import dev.countersign.settings.ConfigurationException;
import dev.countersign.toolcall.ToolCall;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class CallJudgeTest {
    private CallJudge judge;

    @BeforeEach
    void rules() throws ConfigurationException {
        PermissionRules rules =
                PermissionRules.parse("{\"bash\":{\"*\":\"ask\",\"echo*\":\"allow\"}}");
        judge =
                new CallJudge(
                        new RiskAssessor(FileFacts.none()),
                        _ -> RuleBook.of(rules),
                        new SessionGrants(InstantSource.system()),
                        Path.of("/home/ann"),
                        List.of());
    }

    @Test
    void aRuleHoldsInTheWorkspaceAndAnyFolderOfIt() {
        assertEquals(Verdict.ALLOW, verdictIn(Calls.WORKSPACE, Optional.empty()));
        assertEquals(Verdict.ALLOW, verdictIn(Calls.WORKSPACE.resolve("src"), Optional.empty()));
    }

    @Test
    void aCallThatNamesAFolderOutsideTheWorkspaceIsAsked() {
        assertEquals(Verdict.ASK, verdictIn(Path.of("/etc"), Optional.empty()));
        assertEquals(Verdict.ASK, verdictIn(Path.of("/work/shop2"), Optional.empty()));
    }

    @Test
    void theAgentsOwnDoubtAlwaysAsksAndItsConfidenceChangesNothing() {
        assertEquals(Verdict.ASK, verdictIn(Calls.WORKSPACE, Optional.of(true)));
        assertEquals(Verdict.ALLOW, verdictIn(Calls.WORKSPACE, Optional.of(false)));
    }

    private Verdict verdictIn(Path directory, Optional<Boolean> dangerous) {
        ToolCall call = Calls.call(1, "echo hello", dangerous, false);
        return judge.judge(
                        new ToolCall(
                                call.id(),
                                call.session(),
                                call.command(),
                                call.summary(),
                                call.flaggedDangerous(),
                                call.mode(),
                                call.timeout(),
                                call.onTimeout(),
                                directory,
                                call.addedEnvironment(),
                                call.truncation(),
                                call.mergeOutput(),
                                call.pseudoTerminal(),
                                call.dryRun(),
                                call.receivedAt()))
                .verdict()
                .verdict();
    }
}
