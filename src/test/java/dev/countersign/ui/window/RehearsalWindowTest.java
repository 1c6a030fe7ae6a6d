package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.approval.Verdict;
import dev.countersign.recording.RecordingWriter;
import dev.countersign.safety.RiskLevel;
import dev.countersign.supervision.rehearsal.FileDifference;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.StopCause;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.FakeDesk;
import dev.countersign.ui.FakeRehearsals;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.ListView;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeView;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;

/// Rehearsing before deciding, by real keys and clicks.
final class RehearsalWindowTest extends WindowTest {
    private final FakeRehearsals stage = desk.rehearsals();

    @Test
    void byKeyFromTheCardToTheCommit() throws Exception {
        ToolCallId id = arrive("npm ci", RiskLevel.MEDIUM);
        open.type(KeyCode.T);
        open.await("it is on the screen", () -> open.isVisible("#rehearsal"));
        assertEquals(List.of("start " + id.digits()), stage.deeds());
        assertFalse(open.isVisible("#command"));
        open.pass(SECOND);
        open.type(KeyCode.A);
        assertEquals(List.of("start " + id.digits()), stage.deeds(), "it still runs");
        end(id);
        assertEquals(
                "Rehearsed: would add 2, change 2 and remove 1", open.text("#rehearsal-headline"));
        open.type(KeyCode.A);
        assertEquals(1, stage.deeds().size(), "arming begins with the result");
        open.pass(HALF_A_SECOND);
        open.type(KeyCode.A);
        assertEquals(List.of("start " + id.digits(), "commit " + id.digits()), stage.deeds());
        assertEquals(List.of(), desk.deeds(), "nothing else was decided");
        assertFalse(desk.require(id).isWaiting());
    }

    @Test
    void anEditedCommandIsRehearsedAndCommittedAsEdited() throws Exception {
        ToolCallId id = arrive("npm ci", RiskLevel.MEDIUM);
        open.type(KeyCode.E);
        open.robot.write(" --offline");
        open.robot.press(KeyCode.CONTROL).type(KeyCode.ENTER).release(KeyCode.CONTROL);
        open.await("it is judged", () -> text("#edit-state").startsWith("assessed"));
        open.settle();
        open.type(KeyCode.T);
        open.await("it is on the screen", () -> open.isVisible("#rehearsal"));
        assertEquals(List.of("start " + id.digits() + " npm ci --offline"), stage.deeds());
        end(id);
        open.pass(HALF_A_SECOND);
        open.type(KeyCode.A);
        assertEquals("commit " + id.digits() + " npm ci --offline", stage.deeds().getLast());
        assertEquals(List.of(), desk.deeds(), "nothing else was decided");
    }

    @Test
    void aRehearsalIsShownForItsOwnWordingAlone() throws Exception {
        ToolCallId id = arrive("npm ci", RiskLevel.MEDIUM);
        open.type(KeyCode.T);
        end(id);
        open.type(KeyCode.E);
        open.await("the card is back", () -> open.isVisible("#editor"));
        open.robot.write(" x");
        open.await("it is judged", () -> text("#edit-state").startsWith("assessed"));
        open.settle();
        assertEquals("Rehearse", word("#rehearse"));
        assertTrue(open.text("#rehearse-words").contains("other wording"));
        open.type(KeyCode.ESCAPE);
        open.type(KeyCode.ESCAPE);
        open.await("the edit is gone", () -> !open.isVisible("#editor"));
        assertEquals("Show the rehearsal", word("#rehearse"));
        assertEquals(List.of("start " + id.digits()), stage.deeds());
    }

    @Test
    void whatARuleDeniesIsNotRehearsedAsEdited() throws Exception {
        desk.judgeEdits(call -> DecidingWindowTest.judged(call, RiskLevel.LOW, Verdict.DENY));
        arrive("npm ci", RiskLevel.MEDIUM);
        open.type(KeyCode.E);
        open.robot.write(" x");
        open.robot.press(KeyCode.CONTROL).type(KeyCode.ENTER).release(KeyCode.CONTROL);
        open.await("it is said", () -> text("#rehearse-words").startsWith("A rule denies"));
        open.type(KeyCode.T);
        assertEquals(List.of(), stage.deeds());
    }

    @Test
    void byMouseToDiscardAndThenEverythingElseIsOpen() throws Exception {
        ToolCallId id = arrive("npm ci", RiskLevel.MEDIUM);
        open.robot.clickOn("#rehearse");
        open.settle();
        assertEquals("waiting", open.onFx(() -> open.stage.getScene().getFocusOwner().getId()));
        end(id);
        open.robot.clickOn("#discard-rehearsal");
        open.await("the card is back", () -> open.isVisible("#command"));
        assertEquals(List.of("start " + id.digits(), "discard " + id.digits()), stage.deeds());
        assertTrue(desk.require(id).isWaiting());
        assertTrue(open.isVisible("#edit"));
        open.pass(HALF_A_SECOND);
        open.robot.clickOn("#approve");
        open.settle();
        assertEquals(List.of("approve " + id.digits()), desk.deeds());
    }

    @Test
    void backToTheCardKeepsTheRehearsal() throws Exception {
        ToolCallId id = arrive("npm ci", RiskLevel.MEDIUM);
        open.type(KeyCode.T);
        end(id);
        open.type(KeyCode.ESCAPE);
        open.await("the card is back", () -> open.isVisible("#command"));
        assertTrue(open.text("#rehearse-words").startsWith("rehearsed: exit code 0"));
        open.robot.clickOn("#rehearse");
        open.await("it is shown again", () -> open.isVisible("#rehearsal"));
        assertEquals(List.of("start " + id.digits()), stage.deeds());
        open.type(KeyCode.X);
        open.await("it is gone", () -> open.isVisible("#command"));
        assertEquals(2, stage.deeds().size());
        open.type(KeyCode.D);
        assertEquals(List.of("deny " + id.digits()), desk.deeds());
    }

    @Test
    void theFilesAreListedWithTheirText() throws Exception {
        Path recording = folder.resolve("recording");
        RecordingWriter.create(recording, Instant.now()).close();
        stage.difference(
                new FileDifference(
                        List.of(
                                new FileDifference.Line(FileDifference.Kind.SAME, 1, 1, "one"),
                                new FileDifference.Line(
                                        FileDifference.Kind.REMOVED, 2, 0, "two\u202e"),
                                new FileDifference.Line(FileDifference.Kind.ADDED, 0, 2, "2")),
                        Optional.empty()));
        ToolCallId id = arrive("npm ci", RiskLevel.MEDIUM);
        desk.recording(id, recording);
        open.type(KeyCode.T);
        end(id);
        open.await("the text is there", () -> !lines().getItems().isEmpty());
        assertEquals(
                List.of("build", "build/app.js", "build/old.js", "package.json", "run.sh"),
                open.onFx(this::rows));
        assertEquals("build/app.js", open.text("#difference-name"));
        open.robot.clickOn("#rehearsal-output-tab");
        open.settle();
        assertEquals("rehearsal", open.text("#rehearsal #output-rehearsal"));
        assertFalse(open.isVisible("#changes"));
        open.type(KeyCode.T);
        assertTrue(open.isVisible("#changes"));
    }

    @Test
    void aHighOneIsHeldAndACriticalOneTyped() throws Exception {
        ToolCallId high = arrive("git clean -fdx", RiskLevel.HIGH);
        open.type(KeyCode.T);
        end(high);
        open.pass(SECOND);
        open.type(KeyCode.A);
        assertEquals(1, stage.deeds().size());
        assertEquals("Hold 1 s to commit", word("#approve"));
        open.robot.press(KeyCode.A);
        open.pass(SECOND);
        open.await("it is committed", () -> stage.deeds().size() == 2);
        open.robot.release(KeyCode.A);
        ToolCallId critical = arrive("rm -rf ~", RiskLevel.CRITICAL);
        open.await("it is chosen", () -> open.isVisible("#word"));
        open.type(KeyCode.T);
        end(critical);
        open.pass(SECOND);
        open.type(KeyCode.A);
        open.robot.write("approve");
        open.type(KeyCode.ENTER);
        open.await("it is committed", () -> stage.deeds().size() == 4);
        assertEquals("commit " + critical.digits(), stage.deeds().getLast());
    }

    @Test
    void aRefusedCommitSaysWhyAndTheCallWaits() throws Exception {
        stage.refuse("The workspace changed since it was rehearsed (notes).");
        ToolCallId id = arrive("npm ci", RiskLevel.MEDIUM);
        open.type(KeyCode.T);
        end(id);
        open.pass(HALF_A_SECOND);
        open.type(KeyCode.A);
        open.await("it is said", () -> open.isVisible("#rehearsal-problem"));
        assertTrue(open.text("#rehearsal-problem").contains("(notes)"));
        assertTrue(desk.require(id).isWaiting());
        open.type(KeyCode.ESCAPE);
        open.pass(HALF_A_SECOND);
        open.type(KeyCode.A);
        assertEquals(List.of("approve " + id.digits()), desk.deeds());
    }

    @Test
    void whatCannotBeRehearsedSaysWhy() throws Exception {
        stage.obstacle("There is no bubblewrap (bwrap) on this system.");
        arrive("npm ci", RiskLevel.MEDIUM);
        open.await("it is said", () -> text("#rehearse-words").contains("no bubblewrap"));
        assertTrue(open.onFx(() -> open.require("#rehearse").getStyleClass().contains("closed")));
        assertTrue(
                open.onFx(() -> open.require("#rehearse").getAccessibleHelp())
                        .contains("bubblewrap"));
        open.type(KeyCode.T);
        open.robot.clickOn("#rehearse");
        open.settle();
        assertEquals(List.of(), stage.deeds());
        assertFalse(open.isVisible("#rehearsal"));
    }

    @Test
    void aStoppedRehearsalIsOnlyLookedAt() throws Exception {
        ToolCallId id = arrive("npm ci", RiskLevel.MEDIUM);
        open.type(KeyCode.T);
        stage.end(
                id, new Outcome.Stopped(StopCause.HUMAN, "SIGKILL"), FakeRehearsals.added("x", 1));
        open.await("it is said", () -> open.isVisible("#rehearsal-problem"));
        open.pass(SECOND);
        open.type(KeyCode.A);
        assertEquals(1, stage.deeds().size());
    }

    @Test
    void aCallThatIsTakenBackLeavesNoStage() throws Exception {
        ToolCallId id = arrive("npm ci", RiskLevel.MEDIUM);
        open.type(KeyCode.T);
        desk.withdraw(id);
        open.await("the card says so", () -> open.isVisible("#over"));
        assertFalse(open.isVisible("#rehearsal"));
    }

    private ToolCallId arrive(String command, RiskLevel level) throws Exception {
        ToolCallId id =
                desk.arrive(FakeDesk.ask(FakeDesk.CLAUDE, command).level(level, "Does something"));
        open.await("the card shows", () -> open.isVisible("#rehearse"));
        open.settle();
        return id;
    }

    private void end(ToolCallId id) throws Exception {
        stage.end(
                id,
                new Outcome.Exited(0),
                FakeRehearsals.folder("build", false),
                FakeRehearsals.added("build/app.js", 120),
                FakeRehearsals.removed("build/old.js", 80),
                FakeRehearsals.changed("package.json", 200, 210),
                FakeRehearsals.mode("run.sh", 0644, 0755));
        open.await(
                "the result is there", () -> text("#rehearsal-headline").startsWith("Rehearsed"));
        open.settle();
    }

    /// On the FX thread.
    private String text(String selector) {
        return open.find(selector).map(node -> ((Labeled) node).getText()).orElse("");
    }

    private String word(String selector) throws Exception {
        return open.onFx(() -> ((Label) open.require(selector).lookup(".word")).getText());
    }

    @SuppressWarnings("unchecked")
    private ListView<FileDifference.Line> lines() {
        return (ListView<FileDifference.Line>) open.require("#difference");
    }

    private List<String> rows() {
        List<String> names = new ArrayList<>();
        collect(((TreeView<?>) open.require("#changes")).getRoot(), "", names);
        return names;
    }

    private static void collect(TreeItem<?> item, String path, List<String> names) {
        for (TreeItem<?> child : item.getChildren()) {
            String name =
                    String.valueOf(child.getValue()).replaceFirst("Row\\[name=([^,]*),.*", "$1");
            String whole = path.isEmpty() ? name : path + "/" + name;
            names.add(whole);
            collect(child, whole, names);
        }
    }
}
