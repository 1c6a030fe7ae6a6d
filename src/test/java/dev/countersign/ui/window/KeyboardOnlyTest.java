package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.FakeDesk;
import dev.countersign.ui.Scenes;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.ListView;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A day without a mouse: every act of the Inbox and the Rules pane, by keys alone.
class KeyboardOnlyTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final FakeDesk desk = new FakeDesk(InstantSource.system());

    // Opened by the test when its scene is set.
    @SuppressWarnings("NullAway.Init")
    private OpenWindow open;

    @Test
    void everythingCanBeDoneWithoutAMouse(@TempDir Path folder) throws Exception {
        Scenes.rules(desk);
        Scenes.batch(desk);
        open = OpenWindow.over(desk, folder);
        try {
            decideABatchOneByOne();
            editWithAReason();
            denyWithAReason();
            holdForHigh();
            typeTheWordForCritical();
            letThroughForTheSession();
            seeALongCommandToItsEnd();
            holdAllAndLetGo();
            useTheRulesPane();
        } finally {
            open.close();
        }
    }

    private void decideABatchOneByOne() throws Exception {
        open.await("the batch shows", () -> open.isVisible("#batch"));
        int rows = rows();
        open.type(KeyCode.U);
        assertEquals(rows + 3, rows());
        open.type(KeyCode.J, KeyCode.K, KeyCode.SPACE);
        assertTrue(open.isVisible("#details"));
        while (desk.calls().stream().anyMatch(record -> record.isWaiting())) {
            open.pass(SECOND);
            open.type(KeyCode.A);
        }
        assertEquals(5, desk.deeds().size());
    }

    private void editWithAReason() throws Exception {
        ToolCallId id = arrive(FakeDesk.ask(FakeDesk.CLAUDE, "npm test"));
        open.type(KeyCode.E);
        open.robot.write(" -- cart");
        open.type(KeyCode.TAB);
        open.robot.write("cart only");
        open.type(KeyCode.ENTER);
        open.await(
                "it is judged",
                () ->
                        open.find("#edit-state")
                                .map(node -> ((javafx.scene.control.Label) node).getText())
                                .orElse("")
                                .startsWith("assessed"));
        open.pass(SECOND);
        open.type(KeyCode.A);
        assertEquals("edit " + id.digits() + ": npm test -- cart (cart only)", last());
    }

    private void denyWithAReason() throws Exception {
        ToolCallId id = arrive(FakeDesk.ask(FakeDesk.CLAUDE, "git add -A"));
        open.type(KeyCode.R);
        open.robot.write("name the files");
        open.type(KeyCode.ENTER);
        assertEquals("deny " + id.digits() + ": name the files", last());
    }

    private void holdForHigh() throws Exception {
        ToolCallId id =
                arrive(
                        FakeDesk.ask(FakeDesk.CLAUDE, "git push -f")
                                .level(RiskLevel.HIGH, "Could lose commits"));
        open.pass(SECOND);
        open.robot.press(KeyCode.A);
        open.pass(SECOND);
        open.await("it is decided", () -> last().startsWith("approve " + id.digits()));
        open.robot.release(KeyCode.A);
    }

    private void typeTheWordForCritical() throws Exception {
        ToolCallId id =
                arrive(
                        FakeDesk.ask(FakeDesk.CLAUDE, "mkfs /dev/sda")
                                .level(RiskLevel.CRITICAL, "Erases a disk"));
        open.pass(SECOND);
        open.type(KeyCode.A);
        open.await("the field has the focus", () -> open.require("#word").isFocused());
        open.robot.write("approve");
        open.type(KeyCode.ENTER);
        assertEquals("approve " + id.digits(), last());
    }

    private void letThroughForTheSession() throws Exception {
        arrive(FakeDesk.ask(FakeDesk.CLAUDE, "npx eslint src"));
        open.pass(SECOND);
        open.type(KeyCode.S);
        open.await("it is open", () -> open.isVisible("#let-through-save"));
        open.type(KeyCode.LEFT);
        open.robot.press(KeyCode.CONTROL).type(KeyCode.ENTER).release(KeyCode.CONTROL);
        open.settle();
        assertEquals(List.of("session [npx eslint …]"), desk.rules().deeds());
    }

    private void seeALongCommandToItsEnd() throws Exception {
        ToolCallId id = arrive(FakeDesk.ask(FakeDesk.CLAUDE, "echo line;\n".repeat(60)));
        while (open.isVisible("#next-page")) {
            open.type(KeyCode.PAGE_DOWN);
        }
        open.pass(SECOND);
        open.type(KeyCode.A);
        assertEquals("approve " + id.digits(), last());
    }

    private void holdAllAndLetGo() throws Exception {
        open.type(KeyCode.H);
        assertTrue(desk.switches().holdAll());
        open.type(KeyCode.H);
        assertFalse(desk.switches().holdAll());
    }

    /// Tab reaches every button; Space presses it.
    private void useTheRulesPane() throws Exception {
        open.robot.press(KeyCode.CONTROL).type(KeyCode.DIGIT5).release(KeyCode.CONTROL);
        open.await("it shows", () -> open.isVisible("#reject-rules"));
        boolean found = false;
        for (int tab = 0; tab < 60 && !found; tab++) {
            open.type(KeyCode.TAB);
            found =
                    open.onFx(() -> {
                        Node focused = open.stage.getScene().getFocusOwner();
                        return focused != null && "reject-rules".equals(focused.getId());
                    });
        }
        assertTrue(found, "Tab reaches the button");
        open.type(KeyCode.SPACE);
        assertEquals("reject c81aa5e", desk.rules().deeds().getLast());
    }

    private String last() {
        return desk.deeds().isEmpty() ? "" : desk.deeds().getLast();
    }

    private int rows() throws Exception {
        return open.onFx(() -> ((ListView<?>) open.require("#waiting")).getItems().size());
    }

    private ToolCallId arrive(FakeDesk.Ask ask) throws Exception {
        ToolCallId id = desk.arrive(ask);
        open.await("the card shows", () -> open.isVisible("#approve"));
        open.settle();
        return id;
    }
}
