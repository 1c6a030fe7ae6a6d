package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.approval.AssessedCall;
import dev.countersign.approval.PolicyVerdict;
import dev.countersign.approval.RuleReference;
import dev.countersign.approval.Verdict;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.safety.RiskAssessment;
import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.CommandView;
import dev.countersign.ui.FakeDesk;
import dev.countersign.ui.Scenes;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.input.KeyCode;
import javafx.stage.Window;
import org.fxmisc.richtext.CodeArea;
import org.junit.jupiter.api.Test;

/// What a person can do about a card beside yes and no, by real keys and clicks.
final class DecidingWindowTest extends WindowTest {
    // Editing.

    @Test
    void anEditedCommandIsJudgedAnewAndApprovedAsEdited() throws Exception {
        ToolCallId id = arrive("npm test");
        open.pass(HALF_A_SECOND);
        open.type(KeyCode.E);
        open.robot.write(" -- cart");
        awaitAssessed();
        leaveEditor();
        open.type(KeyCode.A);
        assertEquals(List.of(), desk.deeds(), "arming begins anew");
        open.pass(HALF_A_SECOND);
        open.type(KeyCode.A);
        assertEquals(List.of("edit " + id.digits() + ": npm test -- cart"), desk.deeds());
        assertEquals("npm test -- cart", desk.require(id).command().text());
    }

    @Test
    void lettersInTheEditorAreLettersAndEscapeDiscards() throws Exception {
        ToolCallId id = arrive("npm test");
        open.pass(HALF_A_SECOND);
        open.type(KeyCode.E);
        open.robot.write("aderskju");
        assertEquals("npm testaderskju", editorText());
        assertEquals(List.of(), desk.deeds());
        open.type(KeyCode.ESCAPE);
        open.type(KeyCode.ESCAPE);
        assertFalse(open.isVisible("#editor"));
        open.pass(HALF_A_SECOND);
        open.type(KeyCode.A);
        assertEquals(List.of("approve " + id.digits()), desk.deeds());
    }

    /// With keys as a keyboard sends them: what types a text for a test names no key.
    @Test
    void keysThatAreCommandsElsewhereOnlyTypeInTheEditor() throws Exception {
        arrive("npm test");
        // Not like the first, which would make a batch of them, and a batch is not edited.
        arrive("git status");
        open.pass(HALF_A_SECOND);
        open.type(KeyCode.E);
        open.pass(HALF_A_SECOND);
        for (KeyCode key :
                List.of(
                        KeyCode.SPACE,
                        KeyCode.A,
                        KeyCode.D,
                        KeyCode.R,
                        KeyCode.S,
                        KeyCode.E,
                        KeyCode.H,
                        KeyCode.J,
                        KeyCode.K,
                        KeyCode.M,
                        KeyCode.O,
                        KeyCode.T,
                        KeyCode.U,
                        KeyCode.X,
                        KeyCode.SLASH)) {
            open.type(key);
            open.pass(HALF_A_SECOND);
            assertEquals(List.of(), desk.deeds(), key.getName());
            assertTrue(open.onFx(() -> open.require("#editor").isFocused()), key.getName());
        }
        assertEquals("npm test", desk.require(desk.calls().getFirst().id()).command().text());
        assertEquals("npm test adrsehjkmotux/", editorText());
    }

    @Test
    void whatThePersonTellsTheAgentGoesAlong() throws Exception {
        ToolCallId id = arrive("npm test");
        open.type(KeyCode.E);
        open.robot.write(" x");
        open.type(KeyCode.TAB);
        open.robot.write("only x");
        open.type(KeyCode.ENTER);
        awaitAssessed();
        open.pass(HALF_A_SECOND);
        open.type(KeyCode.A);
        assertEquals(List.of("edit " + id.digits() + ": npm test x (only x)"), desk.deeds());
    }

    @Test
    void anEditThatIsDangerousNeedsTheHold() throws Exception {
        desk.judgeEdits(call -> judged(call, RiskLevel.HIGH, Verdict.ASK));
        ToolCallId id = arrive("npm test");
        open.type(KeyCode.E);
        open.robot.write(" x");
        awaitAssessed();
        leaveEditor();
        open.pass(SECOND);
        open.type(KeyCode.A);
        assertEquals(List.of(), desk.deeds());
        open.robot.press(KeyCode.A);
        open.pass(SECOND);
        open.await("it is decided", () -> !desk.deeds().isEmpty());
        open.robot.release(KeyCode.A);
        assertEquals(List.of("edit " + id.digits() + ": npm test x"), desk.deeds());
    }

    @Test
    void whatARuleDeniesCannotBeApprovedByEditing() throws Exception {
        desk.judgeEdits(call -> judged(call, RiskLevel.LOW, Verdict.DENY));
        arrive("npm test");
        open.type(KeyCode.E);
        open.robot.write(" x");
        open.await("it is judged", () -> editState().equals("denied by a rule"));
        leaveEditor();
        open.pass(SECOND);
        open.type(KeyCode.A);
        open.robot.clickOn("#approve");
        assertEquals(List.of(), desk.deeds());
        assertEquals(
                "A rule denies the command as you edited it.",
                open.onFx(() -> open.require("#approve").getAccessibleHelp()));
    }

    @Test
    void whileItIsJudgedNothingCanBeApprovedAndThatIsSaid() throws Exception {
        open.close();
        CountDownLatch judging = new CountDownLatch(1);
        try (ExecutorService background = Executors.newVirtualThreadPerTaskExecutor()) {
            open = OpenWindow.over(desk, folder, background);
            desk.judgeEdits(call -> {
                awaitQuietly(judging);
                return judged(call, RiskLevel.LOW, Verdict.ASK);
            });
            ToolCallId id = arrive("npm test");
            open.type(KeyCode.E);
            open.robot.write(" x");
            open.await("it says so", () -> editState().equals("Assessing…"));
            leaveEditor();
            open.pass(SECOND);
            open.type(KeyCode.A);
            assertEquals(List.of(), desk.deeds());
            judging.countDown();
            awaitAssessed();
            open.pass(SECOND);
            open.type(KeyCode.A);
            open.await("it is decided", () -> !desk.deeds().isEmpty());
            assertEquals(List.of("edit " + id.digits() + ": npm test x"), desk.deeds());
        }
    }

    @Test
    void anUnfinishedEditWaitsWhileThePersonLooksElsewhere() throws Exception {
        arrive("one");
        desk.arrive(FakeDesk.ask(FakeDesk.CODEX, "two"));
        open.settle();
        open.type(KeyCode.E);
        open.robot.write(" more");
        leaveEditor();
        open.type(KeyCode.J);
        assertFalse(open.isVisible("#editor"));
        open.type(KeyCode.K);
        assertEquals("one more", editorText());
    }

    @Test
    void aCallThatIsWithdrawnWhileItIsEditedIsOver() throws Exception {
        ToolCallId id = arrive("npm test");
        open.type(KeyCode.E);
        open.robot.write(" x");
        awaitAssessed();
        desk.withdraw(id);
        open.await("it is said", () -> open.isVisible("#over"));
        assertFalse(open.isVisible("#editor"));
        leaveEditor();
        open.pass(SECOND);
        open.type(KeyCode.A);
        assertEquals(List.of(), desk.deeds());
    }

    @Test
    void aSaferWayCanBeTakenIntoTheEditor() throws Exception {
        String push = "git push --force origin main";
        String safer = "git push --force-with-lease origin main";
        ToolCallId id =
                desk.arrive(
                        FakeDesk.ask(FakeDesk.CODEX, push)
                                .level(
                                        RiskLevel.HIGH,
                                        "",
                                        FakeDesk.finding(
                                                push,
                                                "--force",
                                                "git.force-push",
                                                RiskLevel.HIGH,
                                                "It replaces the remote branch.",
                                                safer))
                                .parts(FakeDesk.part(push, push, Verdict.ASK, "no rule")));
        open.await("the card shows", () -> open.isVisible(".use-this"));
        open.robot.clickOn(".use-this");
        assertEquals(safer, editorText());
        awaitAssessed();
        leaveEditor();
        open.pass(SECOND);
        open.type(KeyCode.A);
        assertEquals(List.of("edit " + id.digits() + ": " + safer), desk.deeds());
    }

    // Several at once.

    @Test
    void callsThatAreAlikeAreDecidedTogether() throws Exception {
        openOverBatch();
        assertEquals(2, rows());
        assertTrue(texts("#batch").contains("src/checkout"));
        open.pass(HALF_A_SECOND);
        open.type(KeyCode.A);
        assertEquals(4, desk.deeds().size(), desk.deeds().toString());
        assertTrue(desk.deeds().stream().allMatch(deed -> deed.startsWith("approve ")));
    }

    @Test
    void aBatchCanBeTakenApart() throws Exception {
        openOverBatch();
        open.type(KeyCode.U);
        assertEquals(5, rows());
        assertFalse(open.isVisible("#batch"));
        open.type(KeyCode.D);
        assertEquals(1, desk.deeds().size());
    }

    @Test
    void whatIsDangerousStaysOutOfABatch() throws Exception {
        arrive("git push origin a");
        desk.arrive(
                FakeDesk.ask(FakeDesk.CLAUDE, "git push origin b")
                        .level(RiskLevel.HIGH, "Could lose something"));
        desk.arrive(FakeDesk.ask(FakeDesk.CLAUDE, "git push origin c").flagged(true));
        desk.arrive(FakeDesk.ask(FakeDesk.CODEX, "git push origin d"));
        open.settle();
        assertEquals(4, rows());
    }

    @Test
    void aNewcomerIsNeverDecidedAlongWithABatch() throws Exception {
        openOverBatch();
        open.pass(HALF_A_SECOND);
        open.robot.press(KeyCode.A);
        ToolCallId fifth = desk.arrive(FakeDesk.ask(FakeDesk.CLAUDE, "npx eslint --fix src/new"));
        open.robot.release(KeyCode.A);
        open.settle();
        assertEquals(4, desk.deeds().size());
        assertTrue(desk.require(fifth).isWaiting());
    }

    @Test
    void aCallThatIsTakenBackLeavesTheBatchAndArmingBeginsAnew() throws Exception {
        openOverBatch();
        open.pass(HALF_A_SECOND);
        ToolCallId second = desk.calls().stream().filter(r -> r.isWaiting()).toList().get(1).id();
        desk.withdraw(second);
        open.settle();
        open.type(KeyCode.A);
        assertEquals(List.of(), desk.deeds());
        open.pass(HALF_A_SECOND);
        open.type(KeyCode.A);
        assertEquals(3, desk.deeds().size());
    }

    // Denying more, holding, dry runs.

    @Test
    void aReasonCanStopAllThatTheAgentHasWaiting() throws Exception {
        ToolCallId one = arrive("one");
        ToolCallId two = desk.arrive(FakeDesk.ask(FakeDesk.CLAUDE, "two and more"));
        ToolCallId other = desk.arrive(FakeDesk.ask(FakeDesk.CODEX, "three"));
        open.settle();
        open.type(KeyCode.R);
        open.robot.write("stop");
        open.robot.clickOn("#others-too");
        open.robot.clickOn("#send-reason");
        open.settle();
        assertEquals(
                List.of("deny " + one.digits() + ": stop", "deny " + two.digits() + ": stop"),
                desk.deeds());
        assertTrue(desk.require(other).isWaiting());
    }

    @Test
    void theSecondPressOfADoubleClickDeniesNothing() throws Exception {
        ToolCallId one = arrive("one");
        ToolCallId two = desk.arrive(FakeDesk.ask(FakeDesk.CODEX, "two"));
        open.settle();
        open.robot.doubleClickOn("#deny");
        open.settle();
        assertEquals(List.of("deny " + one.digits()), desk.deeds());
        assertTrue(desk.require(two).isWaiting());
    }

    @Test
    void holdingAllIsOneKeyOrOneClick() throws Exception {
        arrive("one");
        open.type(KeyCode.H);
        assertTrue(desk.switches().holdAll());
        open.await("it is said", () -> open.isVisible("#let-go"));
        open.robot.clickOn("#let-go");
        open.settle();
        assertFalse(desk.switches().holdAll());
        open.robot.clickOn("#hold-all");
        assertTrue(desk.switches().holdAll());
        assertTrue(desk.calls().stream().allMatch(record -> record.isWaiting()));
    }

    @Test
    void oneAgentIsHeldOrOnlyJudgedFromItsMenu() throws Exception {
        desk.connect(FakeDesk.CLAUDE);
        arrive("one");
        open.robot.clickOn(".agent-button");
        open.robot.clickOn("#hold-agent");
        open.settle();
        assertTrue(desk.switches().holds(FakeDesk.CLAUDE.id()));
        open.robot.clickOn(".agent-button");
        open.robot.clickOn("#dry-run-agent");
        open.settle();
        assertEquals(1, desk.switches().dryRun().size());
        assertTrue(texts(".agents").contains("held"));
        assertTrue(texts(".agents").contains("dry run"));
    }

    @Test
    void theMenuOfAnAgentStaysOpenWhileCallsCome() throws Exception {
        desk.connect(FakeDesk.CLAUDE);
        arrive("one");
        open.robot.clickOn(".agent-button");
        open.await("the menu is open", DecidingWindowTest::isAMenuOpen);
        Node button = open.onFx(() -> open.require(".agent-button"));
        desk.arrive(FakeDesk.ask(FakeDesk.CLAUDE, "two"));
        open.awaitHere("two wait", () -> texts(".agents").contains("2"));
        assertTrue(open.onFx(DecidingWindowTest::isAMenuOpen));
        assertSame(button, open.onFx(() -> open.require(".agent-button")));
        open.type(KeyCode.ESCAPE);
    }

    private static boolean isAMenuOpen() {
        return Window.getWindows().stream().anyMatch(ContextMenu.class::isInstance);
    }

    @Test
    void aPersonChoosesHowACallIsRun() throws Exception {
        ToolCallId id = arrive("npm test");
        open.type(KeyCode.M);
        open.robot.clickOn("#choose-terminal");
        open.settle();
        assertEquals(List.of("choose " + id + " pty"), desk.deeds());
        assertTrue(texts(".card-meta").contains("in a pseudo-terminal"));
    }

    // What stands on the card.

    @Test
    void theEndOfTheWaitingIsShownWhereOneIsSet() throws Exception {
        ToolCallId id = arrive("one");
        desk.tell(
                new SupervisionEvent.Queued(
                        id, InstantSource.system().instant(), Optional.of(Duration.ofMinutes(5))));
        open.await(
                "it shows",
                () ->
                        open.find(".card-headline")
                                .filter(node -> texts(node).contains("if nobody answers"))
                                .isPresent());
    }

    @Test
    void aPartDoesNotRepeatItsFinding() throws Exception {
        String text = "rm -rf build";
        desk.arrive(
                FakeDesk.ask(FakeDesk.CLAUDE, text)
                        .level(
                                RiskLevel.MEDIUM,
                                "",
                                FakeDesk.finding(
                                        text,
                                        "-rf",
                                        "rm.recursive",
                                        RiskLevel.MEDIUM,
                                        "Removes a whole folder.",
                                        ""))
                        .parts(
                                FakeDesk.part(
                                        text,
                                        text,
                                        Verdict.ASK,
                                        "a finding: Removes a whole folder.")));
        open.await("the card shows", () -> open.isVisible("#parts"));
        String parts = texts("#parts");
        assertEquals(
                parts.indexOf("Removes a whole folder"),
                parts.lastIndexOf("Removes a whole folder"),
                parts);
    }

    @Test
    void whatTheAgentDidBeforeStandsBelow() throws Exception {
        Scenes.past(desk);
        arrive("npm test");
        assertTrue(texts("#just-before").contains("git status -sb"));
        open.type(KeyCode.D);
        desk.arrive(FakeDesk.ask(FakeDesk.CODEX, "go vet ./..."));
        open.await(
                "the card shows",
                () ->
                        open.find("#just-before")
                                .filter(node -> texts(node).contains("git add"))
                                .isPresent());
        assertTrue(texts("#just-before").contains("denied"));
    }

    @Test
    void detailsOpenBySpace() throws Exception {
        arrive("npm test");
        assertFalse(open.isVisible("#details"));
        open.type(KeyCode.SPACE);
        assertTrue(texts("#details").contains("/home/ann/shop"));
        open.type(KeyCode.SPACE);
        assertFalse(open.isVisible("#details"));
    }

    @Test
    void theCommandIsSelectedExactly() throws Exception {
        String text = "echo a\u200Bb; ls";
        arrive(text);
        open.robot.clickOn("#command");
        open.robot.press(KeyCode.CONTROL).type(KeyCode.A).type(KeyCode.C).release(KeyCode.CONTROL);
        open.settle();
        assertEquals(text, open.onFx(() -> view().selectedText()));
    }

    /// The calls are there before the window is: they come at once.
    private void openOverBatch() throws Exception {
        open.close();
        Scenes.batch(desk);
        open = OpenWindow.over(desk, folder);
        open.await("the card shows", () -> open.isVisible("#batch"));
    }

    private CommandView view() {
        return (CommandView) open.require("#command");
    }

    static AssessedCall judged(ToolCall call, RiskLevel level, Verdict verdict) {
        RuleReference rule =
                new RuleReference("npm*", "permissions.json", Optional.empty(), Optional.empty());
        return new AssessedCall(
                call,
                new RiskAssessment(
                        level,
                        false,
                        true,
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        call.command().text()),
                new PolicyVerdict(verdict, Optional.of(rule), "by a test", List.of()));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitAssessed() throws Exception {
        open.await("the edit is judged", () -> editState().startsWith("assessed"));
        open.settle();
    }

    private void leaveEditor() throws Exception {
        open.robot.press(KeyCode.CONTROL).type(KeyCode.ENTER).release(KeyCode.CONTROL);
        open.settle();
    }

    private String editState() {
        return open.find("#edit-state").map(node -> ((Label) node).getText()).orElse("");
    }

    private String editorText() throws Exception {
        open.settle();
        return open.onFx(() -> ((CodeArea) open.require("#editor")).getText());
    }

    private int rows() throws Exception {
        return open.onFx(() -> ((ListView<?>) open.require("#waiting")).getItems().size());
    }

    private String texts(String selector) throws Exception {
        return open.onFx(() -> texts(open.require(selector)));
    }

    /// All labels in a part of the window, in one text.
    private static String texts(Node node) {
        return node.lookupAll(".label").stream()
                .map(label -> ((Label) label).getText())
                .collect(Collectors.joining(" | "));
    }

    @Test
    void nothingIsADefaultButton() throws Exception {
        arrive("npm test");
        assertFalse(
                open.onFx(() ->
                        open.stage.getScene().getRoot().lookupAll(".button").stream()
                                .anyMatch(node -> ((Button) node).isDefaultButton())));
    }
}
