package dev.countersign.approval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.safety.FileFacts;
import dev.countersign.safety.RiskAssessor;
import dev.countersign.safety.RiskLevel;
import dev.countersign.settings.ConfigurationException;
import dev.countersign.toolcall.RunConditions;
import dev.countersign.toolcall.Sandbox;
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
        judge = judge("{'bash':{'*':'ask','echo*':'allow'}}");
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

    @Test
    void whatAnotherShellRunsIsAskedAndNeverCalledSafe() {
        ToolCall call = Calls.call(1, "echo hello", Optional.empty(), false);
        AssessedCall byBash = judge.judge(call);
        assertEquals(RiskLevel.NONE, byBash.assessment().level());
        assertTrue(byBash.assessment().readOnly() && byBash.assessment().known());

        AssessedCall byOther = judge.judge(call.withOtherShell(Path.of("/bin/zsh")));
        assertEquals(RiskLevel.MEDIUM, byOther.assessment().level());
        assertFalse(byOther.assessment().readOnly());
        assertFalse(byOther.assessment().known());
        assertEquals(Verdict.ASK, byOther.verdict().verdict());
        assertTrue(byOther.verdict().reason().contains("/bin/zsh"), byOther.verdict()::reason);
    }

    @Test
    void whatAnotherShellRunsIsDeniedAllTheSame() throws ConfigurationException {
        CallJudge denying = judge("{'bash':{'echo*':'deny'}}");
        ToolCall call = Calls.call(1, "echo hello", Optional.empty(), false);
        AssessedCall judged = denying.judge(call.withOtherShell(Path.of("/bin/zsh")));
        assertEquals(Verdict.DENY, judged.verdict().verdict());
    }

    @Test
    void aRuleShutsInWhatItIsAboutWhoeverDecides() throws ConfigurationException {
        CallJudge shutting =
                judge(
                        "{'rules':[{'prefix':['npm'],'decision':'allow','sandbox':'network'},"
                                + "{'prefix':['npm','test'],'decision':'ask','sandbox':true}]}");
        assertEquals(Optional.of(new Sandbox(true)), sandboxOf(shutting, "npm install"));
        assertEquals(Optional.of(new Sandbox(false)), sandboxOf(shutting, "npm test"));
        assertEquals(Optional.of(new Sandbox(true)), sandboxOf(shutting, "cd x && npm ci"));
        assertEquals(Optional.empty(), sandboxOf(shutting, "echo npm"));
        ToolCall chosen =
                Calls.call(1, "npm install", Optional.empty(), false)
                        .withConditions(new RunConditions(true, Optional.of(new Sandbox(false))));
        assertEquals(chosen, shutting.judge(chosen).call());
    }

    private static Optional<Sandbox> sandboxOf(CallJudge judge, String command) {
        return judge.judge(Calls.call(1, command, Optional.empty(), false))
                .call()
                .conditions()
                .sandbox();
    }

    private static CallJudge judge(String file) throws ConfigurationException {
        PermissionRules rules = PermissionRules.parse(file.replace('\'', '"'));
        return new CallJudge(
                new RiskAssessor(FileFacts.none()),
                _ -> RuleBook.of(rules),
                new SessionGrants(InstantSource.system()),
                Path.of("/home/ann"),
                List.of());
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
