package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.supervision.JobState;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.FakeDesk;
import dev.countersign.ui.FakeJobs;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import javafx.scene.control.Button;
import javafx.scene.control.Labeled;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TreeTableRow;
import javafx.scene.control.TreeTableView;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class JobsWindowTest extends WindowTest {
    @SuppressWarnings("NullAway.Init")
    private ToolCallId server;

    @SuppressWarnings("NullAway.Init")
    private ToolCallId tests;

    @Override
    void prepare() {
        server = running("go run ./cmd/apid --addr :8081", FakeDesk.CODEX);
        tests = running("npm test", FakeDesk.CLAUDE);
    }

    @BeforeEach
    void goToRunning() throws Exception {
        open.robot.clickOn("#room-running");
        tell(JobState.RUNNING);
    }

    private ToolCallId running(String command, AgentSession agent) {
        ToolCallId id = desk.arrive(FakeDesk.ask(agent, command));
        desk.approve(id);
        desk.start(id, folder.resolve("none"));
        return id;
    }

    private void tell(JobState ofServer) throws Exception {
        desk.jobs()
                .tell(
                        FakeJobs.view(server, ofServer, "listening on :8081"),
                        FakeJobs.view(tests, JobState.RUNNING, "12 passing"));
        open.settle();
    }

    private void choose(ToolCallId id) throws Exception {
        open.onFx(() -> {
            table().requestFocus();
            table().getSelectionModel().clearSelection();
            return true;
        });
        for (int i = 0; i < 10 && !chosenRow().contains(desk.require(id).command().text()); i++) {
            open.type(KeyCode.J);
        }
        assertTrue(chosenRow().contains(desk.require(id).command().text()), chosenRow());
    }

    private String chosenRow() throws Exception {
        return open.onFx(() ->
                table().lookupAll(".tree-table-row-cell").stream()
                        .filter(row -> ((TreeTableRow<?>) row).isSelected())
                        .map(row -> String.valueOf(row.getAccessibleText()))
                        .findFirst()
                        .orElse(""));
    }

    private TreeTableView<?> table() {
        return (TreeTableView<?>) open.require("#jobs");
    }

    private List<String> commands() throws Exception {
        return open.onFx(() ->
                IntStream.range(0, table().getExpandedItemCount())
                        .mapToObj(row -> table().getTreeItem(row).getValue())
                        .map(Object::toString)
                        .toList());
    }

    @Test
    void eachKeyDoesWhatItsButtonSays() throws Exception {
        choose(server);
        open.type(KeyCode.S, KeyCode.P);
        String id = server.digits();
        assertEquals(List.of("stop " + id, "pause " + id), desk.jobs().deeds());
        tell(JobState.PAUSED);
        open.type(KeyCode.P);
        assertEquals("resume " + id, desk.jobs().deeds().getLast());
        open.type(KeyCode.C);
        assertEquals(
                "go run ./cmd/apid --addr :8081",
                open.onFx(() -> Clipboard.getSystemClipboard().getString()));
        desk.finish(server, new Outcome.Exited(0));
        desk.jobs().tell();
        open.settle();
        open.type(KeyCode.R);
        open.await("it is run again", () -> desk.jobs().deeds().getLast().equals("again " + id));
    }

    @Test
    void eachButtonDoesItByMouse() throws Exception {
        choose(server);
        for (String button : List.of("#stop-job", "#pause-job")) {
            open.robot.clickOn(button);
        }
        assertFalse(open.isVisible("#copy-job"), "in a narrow window it stands in the menu");
        open.onFx(() -> {
            open.stage.setWidth(1400);
            return true;
        });
        open.await("there is room for it", () -> open.isVisible("#copy-job"));
        open.robot.clickOn("#copy-job");
        assertEquals(
                "go run ./cmd/apid --addr :8081",
                open.onFx(() -> Clipboard.getSystemClipboard().getString()));
        assertEquals(
                List.of("stop " + server.digits(), "pause " + server.digits()),
                desk.jobs().deeds());
    }

    @Test
    void aNoteReachesTheAgent() throws Exception {
        choose(tests);
        open.robot.clickOn("#note-job");
        open.robot.write("use the small database");
        open.type(KeyCode.ENTER);
        open.await(
                "the note is sent",
                () ->
                        desk.jobs()
                                .deeds()
                                .contains("note " + tests.digits() + ": use the small database"));
        assertFalse(open.isVisible("#note-text"));
        open.type(KeyCode.N, KeyCode.ESCAPE);
        assertFalse(open.isVisible("#note-text"));
    }

    @Test
    void allJobsOfOneAgentAreStopped() throws Exception {
        MenuButton menu = (MenuButton) open.require("#stop-all");
        open.robot.clickOn(menu);
        open.settle();
        List<MenuItem> items = open.onFx(() -> List.copyOf(menu.getItems()));
        assertEquals(3, items.size());
        open.onFx(() -> {
            items.stream()
                    .filter(item -> item.getText().startsWith("All of codex"))
                    .findFirst()
                    .orElseThrow()
                    .fire();
            items.getLast().fire();
            return true;
        });
        assertEquals(
                List.of("stop all of " + FakeDesk.CODEX.id(), "stop all"), desk.jobs().deeds());
    }

    @Test
    void theProcessTreeOpensByKey() throws Exception {
        choose(server);
        int before = commands().size();
        open.type(KeyCode.RIGHT);
        assertEquals(before + 3, commands().size());
        open.type(KeyCode.LEFT);
        assertEquals(before, commands().size());
    }

    @Test
    void theFilterAndGroupsListWhatTheySay() throws Exception {
        open.robot.clickOn("#jobs-filter");
        open.robot.write("npm");
        open.settle();
        assertEquals(1, commands().size());
        open.type(KeyCode.ESCAPE);
        assertEquals(2, commands().size());
        open.type(KeyCode.G);
        assertEquals(4, commands().size());
        open.robot.clickOn("#by-agent");
        assertEquals(2, commands().size());
    }

    @Test
    void headingsSortAndTheChosenRowStaysChosen() throws Exception {
        choose(tests);
        for (String heading : List.of("state", "agent", "command", "cpu", "memory", "age")) {
            open.robot.clickOn("#sort-" + heading);
            open.settle();
            assertTrue(chosenRow().contains("npm test"), heading);
        }
    }

    @Test
    void endedJobsCanBeClearedAndStayInHistory() throws Exception {
        desk.finish(tests, new Outcome.Exited(1));
        desk.jobs().tell(FakeJobs.view(server, JobState.RUNNING, ""));
        open.settle();
        open.robot.moveTo("#room-inbox");
        open.settle();
        assertEquals(2, commands().size());
        open.robot.clickOn("#clear-ended");
        open.settle();
        assertEquals(1, commands().size());
    }

    @Test
    void anOrphanIsShownAsWhatItIsAndCanBeAdopted() throws Exception {
        desk.finish(tests, new Outcome.Lost());
        desk.jobs().tell(FakeJobs.view(server, JobState.RUNNING, ""), FakeJobs.orphan(tests));
        open.settle();
        open.robot.moveTo("#room-inbox");
        open.settle();
        choose(tests);
        assertTrue(chosenRow().startsWith("Orphan"), chosenRow());
        open.await("it says what it is", () -> open.isVisible("#job-remark"));
        open.robot.clickOn("#adopt-job");
        assertEquals("adopt " + tests.digits(), desk.jobs().deeds().getLast());
        Button note = (Button) open.require("#note-job");
        assertTrue(Buttons.isClosed(note));
        open.type(KeyCode.N);
        assertEquals("The agent that asked for it is gone.", open.text("#jobs-message"));
        assertFalse(open.isVisible("#note-text"));
    }

    @Test
    void whatPrintedTooMuchAsksBelowTheTable() throws Exception {
        choose(server);
        assertFalse(open.isVisible("#raise-limit"));
        desk.jobs().tell(FakeJobs.told(server, JobState.PAUSED, "It printed too much.", true));
        open.await("it asks", () -> open.isVisible("#raise-limit"));
        assertEquals("It printed too much.", open.text("#job-remark"));
        open.robot.clickOn("#raise-limit");
        assertEquals("raise " + server.digits(), desk.jobs().deeds().getLast());
    }

    @Test
    void nothingMovesUnderThePointer() throws Exception {
        open.robot.moveTo("#jobs");
        List<String> before = commands();
        desk.finish(server, new Outcome.Exited(0));
        running("sleep 1", FakeDesk.CODEX);
        open.settle();
        assertEquals(before.size(), commands().size());
        open.robot.moveTo("#room-inbox");
        open.settle();
        assertEquals(before.size() + 1, commands().size());
    }

    @Test
    void nothingIsMeasuredWhileNobodyLooks() throws Exception {
        assertEquals(1, desk.jobs().watcherCount());
        assertEquals(Set.of(server, tests), desk.jobs().portsAskedFor());
        open.robot.clickOn("#room-inbox");
        open.settle();
        assertEquals(0, desk.jobs().watcherCount());
    }

    @Test
    void theHeadCountsWhatIsOpen() throws Exception {
        assertTrue(
                open.onFx(() ->
                        open.stage.getScene().getRoot().lookupAll(".list-head .label").stream()
                                .anyMatch(node -> ((Labeled) node).getText().equals("2"))));
    }
}
