package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.countersign.ui.FakeDesk;
import dev.countersign.ui.Scenes;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Walks the scene: whatever can be used has a role and words for the ear.
class AccessibilityTest {
    @Test
    void everyControlHasWords(@TempDir Path folder) throws Exception {
        FakeDesk desk = new FakeDesk(InstantSource.system());
        OpenWindow open = OpenWindow.over(desk, folder);
        try {
            assertEquals(List.of(), silent(open), "first start");
            Scenes.running(desk, folder, InstantSource.system().instant());
            open.settle();
            open.await("a card shows", () -> open.isVisible("#approve"));
            assertEquals(List.of(), silent(open), "inbox");
            open.type(KeyCode.E);
            assertEquals(List.of(), silent(open), "editing");
            open.type(KeyCode.ESCAPE, KeyCode.S);
            open.await("it is open", () -> open.isVisible(".let-through"));
            assertEquals(List.of(), silent(open), "letting through");
            open.type(KeyCode.ESCAPE);
            open.robot.clickOn("#room-running");
            open.settle();
            assertEquals(List.of(), silent(open), "running");
            open.robot.clickOn("#room-history");
            open.settle();
            assertEquals(List.of(), silent(open), "history");
            Scenes.rules(desk);
            open.robot.clickOn("#room-rules");
            open.await("it shows", () -> open.isVisible("#pending-rules"));
            assertEquals(List.of(), silent(open), "rules");
            open.robot.clickOn("#room-settings");
            open.settle();
            assertEquals(List.of(), silent(open), "settings");
        } finally {
            open.close();
        }
    }

    private static List<String> silent(OpenWindow open) throws Exception {
        return open.onFx(() -> silent(open.stage.getScene().getRoot()));
    }

    /// What can be used below a node and has no words; on the FX thread.
    static List<String> silent(Node root) {
        List<String> found = new ArrayList<>();
        collect(root, found);
        return found;
    }

    private static void collect(Node node, List<String> found) {
        if (!node.isVisible()) {
            return;
        }
        if (needsWords(node)
                && (node.getAccessibleText() == null
                        || node.getAccessibleText().isBlank()
                        || node.getAccessibleRole() == null)) {
            found.add(
                    node.getClass().getSimpleName()
                            + " "
                            + node.getStyleClass()
                            + " "
                            + node.getId());
        }
        if (node instanceof Parent parent) {
            parent.getChildrenUnmodifiable().forEach(child -> collect(child, found));
        }
    }

    private static boolean needsWords(Node node) {
        if (node instanceof ListCell<?> cell) {
            return !cell.isEmpty();
        }
        if (node instanceof TableRow<?> row) {
            return !row.isEmpty();
        }
        return node instanceof ButtonBase
                || node instanceof TextInputControl
                || node instanceof ListView<?>
                || node instanceof TableView<?>
                || node instanceof ScrollPane
                || node instanceof ChoiceBox<?>
                || node.getStyleClass().contains("command-editor")
                || node.getStyleClass().contains("command-view")
                || node.getStyleClass().contains("output-view");
    }
}
