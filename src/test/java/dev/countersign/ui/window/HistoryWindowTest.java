package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.journal.HistoryHit;
import dev.countersign.journal.HistoryQuery;
import dev.countersign.recording.ExportFormat;
import dev.countersign.supervision.ExportRequest;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.FakeHistory;
import dev.countersign.ui.Scenes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.event.ActionEvent;
import javafx.scene.Node;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.Labeled;
import javafx.scene.control.ListView;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuButton;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class HistoryWindowTest extends WindowTest {
    private final FakeHistory history = new FakeHistory(desk);

    @Override
    void prepare() throws Exception {
        desk.keep(history);
        Scenes.past(desk);
    }

    @BeforeEach
    void goToHistory() throws Exception {
        open.robot.clickOn("#room-history");
        open.await("history is listed", () -> calls() == 5);
    }

    private ListView<?> list() {
        return (ListView<?>) open.require("#history");
    }

    /// The rows that are no headings.
    private int calls() {
        return (int)
                list().getItems().stream().filter(row -> row.toString().startsWith("Call")).count();
    }

    private HistoryHit newest() {
        return history.search(HistoryQuery.ALL, Optional.empty(), 1).hits().getFirst();
    }

    @Test
    void searchAnswersWhileTypingAndMarksTheWords() throws Exception {
        open.robot.clickOn("#history-filter");
        open.robot.write("git status");
        open.await("one is found", () -> calls() == 1);
        open.await(
                "its words are marked",
                () ->
                        open.find(".hit")
                                .map(node -> ((Labeled) node).getText())
                                .equals(Optional.of("git status")));
        open.type(KeyCode.ESCAPE);
        open.await("all are listed", () -> calls() == 5);
    }

    @Test
    void whatTheAgentGotIsToldWordForWord() throws Exception {
        choose("git status -sb");
        tab("What the agent got");
        open.await(
                "the answer shows",
                () ->
                        open.find("#answer")
                                .map(node -> ((Labeled) node).getText())
                                .equals(
                                        Optional.of(
                                                """
                                                src/cart.ts
                                                src/total.ts
                                                [exit code 0, 2.2 s]\
                                                """)));
    }

    @Test
    void filtersNarrowAndSayWhatIsChosen() throws Exception {
        choose("agent", "codex");
        open.await("only codex's are listed", () -> calls() == 2);
        assertEquals("agent: codex", open.text("#filter-agent"));
        choose("decision", "denied");
        open.await("only what was denied", () -> calls() == 1);
        open.robot.clickOn("#history-filter");
        open.type(KeyCode.ESCAPE);
        open.await("all are listed", () -> calls() == 5);
        assertEquals("agent", open.text("#filter-agent"));
        choose("time", "last hour");
        open.await("all came in the last hour", () -> calls() == 5);
        choose("level", "critical");
        open.await("none is critical", () -> calls() == 0);
        assertTrue(open.isVisible("#history"));
    }

    private void choose(String filter, String value) throws Exception {
        MenuButton menu = (MenuButton) open.require("#filter-" + filter);
        open.await("the menu is filled", () -> !menu.getItems().isEmpty());
        open.onFx(() -> {
            CheckMenuItem item =
                    menu.getItems().stream()
                            .filter(CheckMenuItem.class::isInstance)
                            .map(CheckMenuItem.class::cast)
                            .filter(one -> one.getText().equals(value))
                            .findFirst()
                            .orElseThrow();
            item.setSelected(true);
            item.getOnAction().handle(new ActionEvent());
            return true;
        });
    }

    @Test
    void aStarIsKeptAndFoundAgain() throws Exception {
        choose("git status -sb");
        open.type(KeyCode.X);
        open.await("it is starred", () -> newest().starred());
        open.robot.clickOn("#filter-starred");
        open.await("only it is listed", () -> calls() == 1);
        open.robot.clickOn("#star");
        open.await("the star is gone", () -> calls() == 0);
    }

    @Test
    void aNoteIsKept() throws Exception {
        choose("git status -sb");
        tab("Note");
        open.robot.clickOn("#note");
        open.robot.write("flaky since Tuesday");
        open.robot.clickOn("#save-note");
        open.await("it is kept", () -> newest().note().equals(Optional.of("flaky since Tuesday")));
        open.onFx(() -> {
            assertEquals(
                    "flaky since Tuesday", ((TextInputControl) open.require("#note")).getText());
            return true;
        });
    }

    @Test
    void aDeletionCanBeTakenBackAndIsDoneWhenOneLeaves() throws Exception {
        choose("git status -sb");
        delete();
        open.await("it is off the list", () -> calls() == 4);
        open.robot.clickOn("#undo-delete");
        open.await("it is back", () -> calls() == 5);
        choose("git status -sb");
        delete();
        assertEquals(5, history.count(HistoryQuery.ALL));
        open.robot.clickOn("#room-inbox");
        open.settle();
        assertEquals(4, history.count(HistoryQuery.ALL));
    }

    private void delete() throws Exception {
        MenuButton more = (MenuButton) open.require("#more-of-call");
        open.onFx(() -> {
            more.getItems().getLast().fire();
            return true;
        });
    }

    @Test
    void runAgainMakesANewCall() throws Exception {
        choose("git status -sb");
        open.type(KeyCode.R);
        ToolCallId id = newest().id();
        open.await(
                "it was asked for",
                () -> desk.jobs().deeds().equals(List.of("again " + id.digits())));
    }

    @Test
    void newCallsComeInWithoutMovingWhatIsChosen() throws Exception {
        choose("npm ci");
        Scenes.past(desk);
        open.robot.moveTo("#room-inbox");
        open.await("they came in", () -> calls() == 10);
        assertTrue(chosen().contains("npm ci"), this::quietChosen);
        assertFalse(open.isVisible("#new-calls"));
    }

    private String quietChosen() {
        try {
            return chosen();
        } catch (Exception e) {
            return e.toString();
        }
    }

    /// Walks down to a call by key.
    private void choose(String command) throws Exception {
        open.onFx(() -> {
            list().requestFocus();
            return true;
        });
        for (int i = 0; i < 12 && !chosen().contains(command); i++) {
            open.type(i < 6 ? KeyCode.J : KeyCode.K);
        }
        assertTrue(chosen().contains(command), chosen());
    }

    private String chosen() throws Exception {
        return open.onFx(() ->
                open.find("#history-command").map(node -> ((Labeled) node).getText()).orElse(""));
    }

    private void tab(String title) throws Exception {
        List<Node> tabs =
                open.onFx(
                        () -> List.copyOf(open.stage.getScene().getRoot().lookupAll(".guide-tab")));
        for (Node tab : tabs) {
            if (title.equals(tab.getAccessibleText())) {
                open.robot.clickOn(tab);
            }
        }
        open.settle();
    }

    @Test
    void oneCallIsExportedWhereThePersonSays() throws Exception {
        Path file = folder.resolve("one.cast");
        List<String> proposed = new ArrayList<>();
        open.onFx(() -> {
            open.window
                    .history()
                    .chooseFileBy(name -> {
                        proposed.add(name);
                        return Optional.of(file);
                    });
            return true;
        });
        choose("git status -sb");
        export("Export this call", "asciicast, version 3");
        open.await("it is told", () -> open.isVisible("#open-export"));
        ExportRequest asked = history.exports().getFirst();
        assertEquals(ExportFormat.ASCIICAST_V3, asked.format());
        assertEquals(List.of("call-" + asked.calls().getFirst().digits() + ".cast"), proposed);
        assertTrue(open.text("#export-words").startsWith("1 call written to"));
        open.robot.clickOn("#open-export");
        assertEquals(List.of(file), open.opened);
        open.robot.clickOn("#close-export");
        open.await("the bar is gone", () -> !open.isVisible("#export"));
    }

    @Test
    void allThatAreFoundAreExportedOldestFirst() throws Exception {
        open.onFx(() -> {
            open.window.history().chooseFileBy(name -> Optional.of(folder.resolve(name)));
            return true;
        });
        export("Export all that are found", "JSON, with all facts");
        open.await("it is told", () -> open.isVisible("#open-export"));
        ExportRequest asked = history.exports().getFirst();
        assertEquals(folder.resolve("calls.json"), asked.file());
        assertEquals(
                history.search(HistoryQuery.ALL, Optional.empty(), 100).hits().reversed().stream()
                        .map(HistoryHit::id)
                        .toList(),
                asked.calls());
    }

    @Test
    void nothingIsExportedWhereNoFileIsChosen() throws Exception {
        open.onFx(() -> {
            open.window.history().chooseFileBy(_ -> Optional.empty());
            return true;
        });
        export("Export all that are found", "Plain text");
        assertEquals(List.of(), history.exports());
        assertFalse(open.isVisible("#export"));
    }

    @Test
    void twoRunsAreComparedByKey() throws Exception {
        choose("git status -sb");
        open.type(KeyCode.C);
        assertTrue(open.isVisible("#to-compare"));
        open.type(KeyCode.C);
        assertFalse(open.isVisible("#to-compare"), "with itself there is nothing to compare");
        open.type(KeyCode.C, KeyCode.J, KeyCode.C);
        if (open.isVisible("#to-compare")) {
            open.type(KeyCode.K, KeyCode.K, KeyCode.C);
        }
        open.await(
                "a window shows both",
                () ->
                        Window.getWindows().stream()
                                .filter(Stage.class::isInstance)
                                .map(each -> String.valueOf(((Stage) each).getTitle()))
                                .anyMatch(title -> title.contains("Compare two runs")));
    }

    private void export(String what, String form) throws Exception {
        open.onFx(() -> {
            MenuButton menu = (MenuButton) open.require("#more-of-call");
            Menu forms =
                    (Menu)
                            menu.getItems().stream()
                                    .filter(item -> what.equals(item.getText()))
                                    .findFirst()
                                    .orElseThrow();
            forms.getItems().stream()
                    .filter(item -> form.equals(item.getText()))
                    .findFirst()
                    .orElseThrow()
                    .fire();
            return true;
        });
        open.settle();
    }

    @Test
    void theSlashSearchesFromAnywhere() throws Exception {
        open.onFx(() -> {
            open.stage.setWidth(1400);
            return true;
        });
        open.robot.clickOn("#room-inbox");
        open.await("there is room for the field", () -> open.isVisible("#search"));
        open.type(KeyCode.SLASH);
        open.await("it has the focus", () -> open.require("#search").isFocused());
        open.robot.write("git status");
        open.type(KeyCode.ENTER);
        open.await("the found call is listed", () -> calls() == 1);
        assertEquals("git status", text("#history-filter"));
        assertEquals("", text("#search"));
    }

    @Test
    void inANarrowWindowTheSlashLeadsToTheHistorysOwnField() throws Exception {
        open.robot.clickOn("#room-timeline");
        assertFalse(open.isVisible("#search"));
        open.type(KeyCode.SLASH);
        open.await("its field has the focus", () -> open.require("#history-filter").isFocused());
    }

    private String text(String field) throws Exception {
        return open.onFx(() -> ((TextInputControl) open.require(field)).getText());
    }
}
