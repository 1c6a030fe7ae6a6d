package dev.countersign.supervision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.approval.ApprovalScope;
import dev.countersign.approval.Decider;
import dev.countersign.approval.Decision;
import dev.countersign.approval.GrantOffer;
import dev.countersign.approval.PermissionRule;
import dev.countersign.approval.RuleDraft;
import dev.countersign.approval.Verdict;
import dev.countersign.journal.CallRecord;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.ToolCallId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Session grants and 'always', from a waiting call to the next one that runs unasked.
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class PersonsRulesTest {
    @TempDir private Path folder;

    private SupervisedFolder console;
    private RuleDesk rules;

    @BeforeEach
    void open() throws Exception {
        Files.writeString(folder.resolve("permissions.json"), "{\"bash\": {\"*\": \"ask\"}}\n");
        console = SupervisedFolder.withRules(folder);
        rules = console.desk().rules();
    }

    @AfterEach
    void close() throws Exception {
        console.close();
    }

    @Test
    void anExactGrantLetsTheSameCallThroughAndSaysSo() throws Exception {
        CompletableFuture<CallReport> first = console.submit("echo one > f");
        ToolCallId id = console.awaitWaiting();
        GrantOffer offer = rules.offer(id).orElseThrow();
        assertInstanceOf(
                RuleDesk.Outcome.Done.class,
                rules.approveForSession(
                        id, List.of(offer.exact().orElseThrow()), Optional.empty()));
        assertEquals(Optional.of(CallStatus.COMPLETED), first.get().status());
        assertEquals(Optional.of("human"), first.get().decision().map(DecisionReport::by));

        CallReport second = console.submit("echo one > f").get();
        assertEquals(Optional.of("grant"), second.decision().map(DecisionReport::by));
        assertEquals(Optional.of("echo one > f"), second.decision().flatMap(DecisionReport::rule));
        assertEquals(1, rules.grants().getFirst().uses());

        CompletableFuture<CallReport> other =
                console.submit(console.connect("another"), "echo one > f");
        ToolCallId waiting = console.awaitWaiting();
        assertTrue(rules.revoke(rules.grants().getFirst().id()));
        assertTrue(console.desk().deny(waiting, Optional.empty()));
        assertEquals(Optional.of(CallStatus.DENIED), other.get().status());
    }

    @Test
    void grantsEndWithTheConnection() throws Exception {
        CompletableFuture<CallReport> first = console.submit("echo 1");
        ToolCallId id = console.awaitWaiting();
        GrantOffer.PartOffer part = rules.offer(id).orElseThrow().parts().getFirst();
        rules.approveForSession(id, List.of(part.prefix(1)), Optional.empty());
        first.get();
        assertEquals(
                Optional.of("grant"),
                console.submit("echo 2").get().decision().map(DecisionReport::by));
        console.gateway().disconnect(console.session());
        assertEquals(List.of(), rules.grants());
    }

    @Test
    void alwaysWritesARuleThatDecidesFromThenOn() throws Exception {
        CompletableFuture<CallReport> first = console.submit("echo one");
        ToolCallId id = console.awaitWaiting();
        RuleDraft draft = new RuleDraft.Prefix(List.of("echo"), Verdict.ALLOW, Optional.empty());
        assertInstanceOf(
                RuleDesk.Outcome.Done.class,
                rules.approveAlways(id, List.of(draft), new RuleDesk.Target.Global()));
        first.get();
        assertEquals(
                new Decision.Approved(new Decider.Human(), ApprovalScope.ALWAYS),
                console.journal().find(id).orElseThrow().decision().orElseThrow());
        CallReport second = console.submit("echo two").get();
        assertEquals(Optional.of("rule"), second.decision().map(DecisionReport::by));
        assertEquals(Optional.of("echo *"), second.decision().flatMap(DecisionReport::rule));

        RuleFile file = rules.files().getFirst();
        RuleFile.Use use =
                file.rules().stream()
                        .filter(one -> one.rule().id().equals("echo *"))
                        .findFirst()
                        .orElseThrow();
        assertEquals(1, use.count());
        PermissionRule rule = use.rule();
        assertInstanceOf(RuleDesk.Outcome.Done.class, rules.remove(file.file(), rule));
        assertInstanceOf(RuleDesk.Outcome.Done.class, rules.undo(file.file()));
        assertTrue(Files.readString(file.file()).contains("\"echo *\": \"allow\""));
    }

    @Test
    void aDecidedCallGetsNoGrant() throws Exception {
        CompletableFuture<CallReport> answer = console.submit("echo one");
        ToolCallId id = console.awaitWaiting();
        GrantOffer offer = rules.offer(id).orElseThrow();
        assertTrue(console.desk().deny(id, Optional.empty()));
        answer.get();
        assertEquals(Optional.empty(), rules.offer(id));
        assertInstanceOf(
                RuleDesk.Outcome.Refused.class,
                rules.approveForSession(
                        id, List.of(offer.exact().orElseThrow()), Optional.empty()));
        RuleDraft draft = new RuleDraft.Prefix(List.of("echo"), Verdict.ALLOW, Optional.empty());
        assertInstanceOf(
                RuleDesk.Outcome.Refused.class,
                rules.approveAlways(id, List.of(draft), new RuleDesk.Target.Global()));
        assertEquals(List.of(), rules.grants());
        assertFalse(Files.readString(folder.resolve("permissions.json")).contains("echo"));
    }

    private List<ToolCallId> waiting() {
        return console.journal().calls().stream()
                .filter(CallRecord::isWaiting)
                .map(CallRecord::id)
                .toList();
    }

    private void awaitWaiting(int count) {
        SupervisedFolder.await(() -> waiting().size() == count);
    }

    @Test
    void callsThatWaitAreDeniedByANewRuleWithItsWords() throws Exception {
        CompletableFuture<CallReport> answer = console.submit("echo one > f");
        console.awaitWaiting();
        RuleDraft draft =
                new RuleDraft.Prefix(List.of("echo"), Verdict.DENY, Optional.of("say nothing"));
        assertInstanceOf(
                RuleDesk.Outcome.Done.class, rules.save(draft, new RuleDesk.Target.Global()));
        CallReport report = answer.get();
        assertEquals(Optional.of(CallStatus.DENIED), report.status());
        assertEquals(Optional.of("rule"), report.decision().map(DecisionReport::by));
        assertEquals(Optional.of("say nothing"), report.decision().flatMap(DecisionReport::reason));
    }

    @Test
    void callsThatWaitAreAllowedByAGrantForOthers() throws Exception {
        CompletableFuture<CallReport> first = console.submit("echo 1");
        ToolCallId id = console.awaitWaiting();
        CompletableFuture<CallReport> second = console.submit("echo 2");
        CompletableFuture<CallReport> other = console.submit("printf three");
        awaitWaiting(3);
        GrantOffer.PartOffer part = rules.offer(id).orElseThrow().parts().getFirst();
        rules.approveForSession(id, List.of(part.prefix(1)), Optional.empty());
        assertEquals(Optional.of("human"), first.get().decision().map(DecisionReport::by));
        assertEquals(Optional.of("grant"), second.get().decision().map(DecisionReport::by));
        assertEquals(1, waiting().size());
        console.desk().deny(waiting().getFirst(), Optional.empty());
        other.get();
    }

    @Test
    void whatIsEditedOrHeldOrCalledDangerousByTheAgentIsNotAllowedByANewRule() throws Exception {
        CompletableFuture<CallReport> one = console.submit("echo one");
        ToolCallId edited = console.awaitWaiting();
        console.desk().assessEdited(edited, new CommandText("echo other"));
        RuleDraft draft = new RuleDraft.Prefix(List.of("echo"), Verdict.ALLOW, Optional.empty());
        assertInstanceOf(
                RuleDesk.Outcome.Done.class, rules.save(draft, new RuleDesk.Target.Global()));
        // The deny comes second and its effect is awaited, so that the allow had its turn.
        CompletableFuture<CallReport> two = console.submit("printf two");
        awaitWaiting(2);
        console.desk().holdAll(true);
        RuleDraft more = new RuleDraft.Prefix(List.of("printf"), Verdict.ALLOW, Optional.empty());
        assertInstanceOf(
                RuleDesk.Outcome.Done.class, rules.save(more, new RuleDesk.Target.Global()));
        CompletableFuture<CallReport> three = console.submit("touch three");
        awaitWaiting(3);
        RuleDraft last = new RuleDraft.Prefix(List.of("touch"), Verdict.DENY, Optional.empty());
        assertInstanceOf(
                RuleDesk.Outcome.Done.class, rules.save(last, new RuleDesk.Target.Global()));
        assertEquals(Optional.of(CallStatus.DENIED), three.get().status());
        assertEquals(2, waiting().size());
        console.desk().holdAll(false);
        waiting().forEach(id -> console.desk().deny(id, Optional.empty()));
        one.get();
        two.get();
    }

    @Test
    void aGuardDeniesWithTheSaferWay() throws Exception {
        CallReport report = console.submit("git push --force").get();
        assertEquals(Optional.of(CallStatus.DENIED), report.status());
        assertEquals(
                Optional.of(
                        new CallError(
                                CallError.Type.DANGEROUS_COMMAND,
                                "git push --force is not allowed; use git push"
                                        + " --force-with-lease")),
                report.error());
        assertEquals(
                "[permission denied by guard forcePush: git push --force is not allowed. Instead:"
                        + " git push --force-with-lease]",
                AnswerText.render(report));
    }
}
