package dev.countersign.supervision;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.countersign.ansi.TruncatedText;
import dev.countersign.ansi.TruncationPolicy;
import dev.countersign.approval.ApprovalScope;
import dev.countersign.approval.Decider;
import dev.countersign.approval.Decision;
import dev.countersign.approval.PolicyVerdict;
import dev.countersign.approval.RuleReference;
import dev.countersign.approval.Verdict;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.safety.RiskAssessment;
import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.StartFailure;
import dev.countersign.toolcall.StopCause;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.toolcall.ToolCalls;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The golden texts: what a model reads, to the letter.
final class AnswerTextTest {
    private static final Path FILE = Path.of("/state/recordings/00/00000001/output");
    private static final ToolCall CALL = ToolCalls.call(1, "npm test", Path.of("/tmp"));
    private static final ToolCallId ID = CALL.id();
    private static final Instant START = ToolCalls.NOON;
    private static final RiskAssessment ASSESSMENT =
            new RiskAssessment(
                    RiskLevel.MEDIUM,
                    false,
                    false,
                    Optional.empty(),
                    List.of(),
                    List.of(),
                    "npm test");
    private static final PolicyVerdict VERDICT =
            new PolicyVerdict(Verdict.ASK, Optional.empty(), "no rule", List.of());
    private static final RuleReference FORCE_PUSH =
            new RuleReference(
                    "git push --force*",
                    "permissions.json",
                    Optional.of("git push --force is not allowed"),
                    Optional.of("use --force-with-lease"));

    @Test
    void aSuccessTellsItsExitCodeAndTime() {
        assertEquals(
                """
                ok
                [exit code 0, 1.2 s]\
                """,
                answer(ended(new Outcome.Exited(0), 1_200), text("ok\n"), text("")));
    }

    @Test
    void successWithoutOutput() {
        assertEquals(
                "[exit code 0, 0.0 s]",
                answer(ended(new Outcome.Exited(0), 4), text(""), text("")));
    }

    @Test
    void failureWithErrors() {
        assertEquals(
                """
                partly done
                [stderr]
                no such file
                [command failed: exit code 3, 0.1 s]\
                """,
                answer(
                        ended(new Outcome.Exited(3), 100),
                        text("partly done"),
                        text("no such file\n")));
    }

    @Test
    void killedBySignal() {
        assertEquals(
                "[command killed by SIGTERM, 2.0 s]",
                answer(ended(new Outcome.Signalled("SIGTERM"), 2_000), text(""), text("")));
    }

    @Test
    void stoppedByThePerson() {
        assertEquals(
                "[command killed by SIGKILL, 2.0 s]",
                answer(
                        ended(new Outcome.Stopped(StopCause.HUMAN, "SIGKILL"), 2_000),
                        text(""),
                        text("")));
    }

    @Test
    void whatTimedOutSaysAfterHowLong() {
        assertEquals(
                """
                1
                [command timed out after 120 s and was stopped]\
                """,
                answer(
                        ended(new Outcome.TimedOut(Duration.ofMinutes(2)), 120_300),
                        text("1\n"),
                        text("")));
    }

    @Test
    void whatRunsOnNamesItsIdPidAndFile() {
        CallRecord record = started().after(new SupervisionEvent.Backgrounded(ID, START));
        assertEquals(
                "[still running after 120 s, now in the background: shell_00000001, pid 4711; full"
                        + " output: "
                        + FILE
                        + "; read on with bash_output, stop with kill_shell]",
                AnswerText.render(
                        CallReports.of(
                                record,
                                new CallReports.Output(text(""), text(""), Optional.of(FILE)),
                                START.plusSeconds(120),
                                false)));
    }

    @Test
    void waitingForApproval() {
        assertEquals(
                "[waiting for approval: shell_00000001; ask again with bash_output]",
                answer(received().after(new SupervisionEvent.Queued(ID, START))));
    }

    @Test
    void deniedByThePersonInTheirWords() {
        assertEquals(
                "[permission denied by the person: not on a Friday]",
                answer(
                        decided(
                                new Decision.Denied(
                                        new Decider.Human(), Optional.of("not on a Friday")))));
    }

    @Test
    void deniedByThePersonWithoutWords() {
        assertEquals(
                "[permission denied by the person]",
                answer(decided(new Decision.Denied(new Decider.Human(), Optional.empty()))));
    }

    @Test
    void deniedByARuleThatKnowsBetter() {
        assertEquals(
                "[permission denied by rule git push --force*: git push --force is not allowed."
                        + " Instead: use --force-with-lease]",
                answer(
                        decided(
                                new Decision.Denied(
                                        new Decider.Rule(FORCE_PUSH), Optional.empty()))));
    }

    @Test
    void deniedByAGuardThatNamesTheSaferWay() {
        RuleReference guard =
                new RuleReference(
                        RuleReference.Kind.GUARD,
                        "forcePush",
                        "built in",
                        Optional.empty(),
                        Optional.of("git push --force-with-lease"));
        CallRecord record =
                decided(
                        new Decision.Denied(
                                new Decider.Guard(guard),
                                Optional.of("git push --force is not allowed")));
        assertEquals(
                "[permission denied by guard forcePush: git push --force is not allowed. Instead:"
                        + " git push --force-with-lease]",
                answer(record));
        CallReport report = CallReports.of(record, CallReports.Output.none(), START, false);
        assertEquals(
                Optional.of(
                        new CallError(
                                CallError.Type.DANGEROUS_COMMAND,
                                "git push --force is not allowed; use git push"
                                        + " --force-with-lease")),
                report.error());
        assertEquals(Optional.of("guard"), report.decision().map(DecisionReport::by));
    }

    @Test
    void deniedByAPathRule() {
        RuleReference rule =
                new RuleReference(
                        RuleReference.Kind.PATH,
                        "read ~/.ssh/**",
                        "permissions.json",
                        Optional.empty(),
                        Optional.empty());
        CallRecord record =
                decided(
                        new Decision.Denied(
                                new Decider.Rule(rule),
                                Optional.of("cat ~/.ssh/id_rsa is not allowed")));
        assertEquals(
                "[permission denied by rule read ~/.ssh/**: cat ~/.ssh/id_rsa is not allowed]",
                answer(record));
        assertEquals(
                Optional.of(
                        new CallError(
                                CallError.Type.EXTERNAL_PATH_ACCESS,
                                "cat ~/.ssh/id_rsa is not allowed")),
                CallReports.of(record, CallReports.Output.none(), START, false).error());
    }

    @Test
    void nobodyAnsweredIsNoRefusal() {
        assertEquals(
                "[nobody answered within 300 s; nothing was run]",
                answer(decided(new Decision.Expired(Duration.ofMinutes(5)))));
    }

    @Test
    void whatWasWithdrawnSaysSo() {
        assertEquals(
                "[withdrawn: the agent cancelled the call; nothing was run]",
                answer(decided(new Decision.Withdrawn("the agent cancelled the call"))));
    }

    @Test
    void aDryRunSaysWhatWouldRun() {
        ToolCall dry =
                new ToolCall(
                        CALL.id(),
                        CALL.session(),
                        CALL.command(),
                        CALL.summary(),
                        CALL.flaggedDangerous(),
                        CALL.mode(),
                        CALL.timeout(),
                        CALL.onTimeout(),
                        CALL.directory(),
                        CALL.addedEnvironment(),
                        CALL.truncation(),
                        false,
                        false,
                        true,
                        START);
        CallRecord record =
                CallRecord.of(dry).after(assessed()).after(new SupervisionEvent.DryRun(ID, START));
        assertEquals("[dry run: would execute npm test; verdict ask]", answer(record));
    }

    @Test
    void whatNeverStartedSaysWhy() {
        assertEquals(
                "[command not started: there is no bash]",
                answer(
                        decided(new Decision.Approved(new Decider.Human(), ApprovalScope.ONCE))
                                .after(
                                        new SupervisionEvent.Finished(
                                                ID,
                                                START,
                                                new Outcome.FailedToStart(
                                                        StartFailure.SHELL_NOT_FOUND,
                                                        "there is no bash"),
                                                0,
                                                0))));
    }

    @Test
    void whatWasLostSaysSo() {
        assertEquals(
                "[lost: the console ended while the command ran, so its end is not known; output so"
                        + " far: "
                        + FILE
                        + "]",
                answer(ended(new Outcome.Lost(), 10), text(""), text("")));
    }

    @Test
    void whatWasStoppedBeforeSaysSo() {
        assertEquals(
                "[already stopped (completed): exit code 0, 1.0 s]",
                AnswerText.render(
                        CallReports.of(
                                ended(new Outcome.Exited(0), 1_000),
                                CallReports.Output.none(),
                                START,
                                true)));
    }

    @Test
    void truncatedStreamsSaySoEachByItself() {
        TruncatedText out =
                new TruncatedText(
                        "8500\n",
                        true,
                        TruncationPolicy.TAIL,
                        "2,000 lines",
                        2_000,
                        41 * 1024,
                        false,
                        8_500,
                        1_258_291);
        TruncatedText err =
                new TruncatedText(
                        "e\n", true, TruncationPolicy.HEAD, "30,000 characters", 1, 2, true, 2, 3);
        assertEquals(
                """
                8500
                [stderr]
                e
                [stdout truncated: last 2,000 of 8,500 lines (41 KiB of 1.2 MiB). Full output: FILE]
                [stderr truncated: part of first 1 of 2 lines (2 bytes of 3 bytes). Full output: FILE]
                [exit code 0, 1.0 s]\
                """
                        .replace("FILE", FILE.toString()),
                answer(ended(new Outcome.Exited(0), 1_000), out, err));
    }

    @Test
    void anEditedCommandTellsWhatRanAndTheDifference() {
        CallRecord record =
                received()
                        .after(
                                new SupervisionEvent.Edited(
                                        ID,
                                        START,
                                        new CommandText("npm test -- cart"),
                                        ASSESSMENT,
                                        VERDICT,
                                        Optional.of("only the cart")))
                        .after(
                                new SupervisionEvent.Decided(
                                        ID,
                                        START,
                                        new Decision.Approved(
                                                new Decider.Human(), ApprovalScope.EDITED)))
                        .after(new SupervisionEvent.Started(ID, START, 4711))
                        .after(
                                new SupervisionEvent.Finished(
                                        ID, START.plusMillis(1_000), new Outcome.Exited(0), 0, 0));
        assertEquals(
                """
                ok
                [edited before running; what ran: npm test -- cart; the difference: npm test{+ -- cart+}; the person says: only the cart]
                [exit code 0, 1.0 s]\
                """,
                answer(record, text("ok\n"), text("")));
    }

    @Test
    void refusalsNameWhatWasWrong() {
        assertEquals(
                "[invalid input: timeout must be at least 1,000 ms]",
                AnswerText.render(
                        CallReport.refused(
                                CallError.Type.INVALID_INPUT,
                                "timeout must be at least 1,000 ms")));
        assertEquals(
                "[not found: there is no shell 'x']",
                AnswerText.render(
                        CallReport.refused(
                                CallError.Type.SHELL_NOT_FOUND, "there is no shell 'x'")));
    }

    private static CallRecord received() {
        return CallRecord.of(CALL).after(assessed());
    }

    private static SupervisionEvent assessed() {
        return new SupervisionEvent.Assessed(ID, START, ASSESSMENT, VERDICT);
    }

    private static CallRecord decided(Decision decision) {
        return received().after(new SupervisionEvent.Decided(ID, START, decision));
    }

    private static CallRecord started() {
        return decided(new Decision.Approved(new Decider.Human(), ApprovalScope.ONCE))
                .after(new SupervisionEvent.Started(ID, START, 4711));
    }

    private static CallRecord ended(Outcome outcome, long millis) {
        return started()
                .after(new SupervisionEvent.Finished(ID, START.plusMillis(millis), outcome, 0, 0));
    }

    private static String answer(CallRecord record) {
        return AnswerText.render(CallReports.of(record, CallReports.Output.none(), START, false));
    }

    private static String answer(CallRecord record, TruncatedText out, TruncatedText err) {
        return AnswerText.render(
                CallReports.of(
                        record, new CallReports.Output(out, err, Optional.of(FILE)), START, false));
    }

    private static TruncatedText text(String text) {
        long lines = text.lines().count();
        return new TruncatedText(
                text,
                false,
                TruncationPolicy.TAIL,
                "2,000 lines",
                lines,
                text.length(),
                false,
                lines,
                text.length());
    }
}
