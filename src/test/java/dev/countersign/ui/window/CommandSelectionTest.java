package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.countersign.ui.CommandView;
import dev.countersign.ui.FakeDesk;
import java.util.List;
import javafx.geometry.Bounds;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Selecting in the card's command by mouse, and what else the card shows, by the space bar. None
/// of it decides anything.
final class CommandSelectionTest extends WindowTest {
    private static final String COMMAND = "npm test -- cart &&\n  npm run build\ngit status -sb";

    @BeforeEach
    void showACommand() throws Exception {
        desk.arrive(FakeDesk.ask(FakeDesk.CLAUDE, COMMAND));
        open.await("the card shows", () -> open.isVisible("#command"));
        open.settle();
    }

    @AfterEach
    void nothingWasDecidedByIt() {
        assertEquals(List.of(), desk.deeds());
    }

    private CommandView view() {
        return (CommandView) open.require("#command");
    }

    private String selected() throws Exception {
        return open.onFx(() -> view().selectedText());
    }

    private Bounds onScreen() throws Exception {
        return open.onFx(() -> view().localToScreen(view().getBoundsInLocal()));
    }

    @Test
    void draggingSelectsAcrossLinesAndTheKeyCopies() throws Exception {
        Bounds at = onScreen();
        open.robot
                .moveTo(at.getMinX() + 2, at.getMinY() + 6)
                .press(MouseButton.PRIMARY)
                .moveTo(at.getMinX() + 60, at.getCenterY())
                .moveTo(at.getMaxX() - 4, at.getMaxY() - 3)
                .release(MouseButton.PRIMARY);
        open.settle();
        assertEquals(COMMAND, selected());
        open.robot.press(KeyCode.CONTROL);
        open.type(KeyCode.C);
        open.robot.release(KeyCode.CONTROL);
        assertEquals(COMMAND, open.onFx(() -> Clipboard.getSystemClipboard().getString()));
    }

    @Test
    void draggingBackwardsSelectsTheSame() throws Exception {
        Bounds at = onScreen();
        open.robot
                .moveTo(at.getMinX() + 300, at.getMaxY() - 3)
                .press(MouseButton.PRIMARY)
                .moveTo(at.getMinX() + 60, at.getCenterY())
                .moveTo(at.getMinX() + 2, at.getMinY() + 6)
                .release(MouseButton.PRIMARY);
        open.settle();
        assertEquals(COMMAND, selected());
    }

    @Test
    void aDoubleClickSelectsAWord() throws Exception {
        Bounds at = onScreen();
        open.robot.moveTo(at.getMinX() + 60, at.getMinY() + 12).doubleClickOn(MouseButton.PRIMARY);
        open.settle();
        assertNotEquals("", selected());
        assertEquals(-1, selected().indexOf(' '), "one word: " + selected());
    }

    @Test
    void theSpaceBarOpensAndFoldsTheDetails() throws Exception {
        int before = open.onFx(() -> nodes());
        open.type(KeyCode.SPACE);
        int unfolded = open.onFx(() -> nodes());
        assertNotEquals(before, unfolded, "more is told");
        open.type(KeyCode.SPACE);
        assertEquals(before, open.onFx(() -> nodes()), "and folded again");
    }

    private int nodes() {
        return open.require(".card-scroll").lookupAll("*").size();
    }
}
