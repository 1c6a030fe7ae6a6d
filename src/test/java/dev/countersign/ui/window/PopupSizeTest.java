package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.countersign.safety.RiskLevel;
import dev.countersign.settings.Settings;
import dev.countersign.ui.FakeDesk;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.PopupControl;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.text.Text;
import javafx.stage.Window;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What opens above the window has text of the window's size: tooltips, menus, lists of choices,
/// and the panels of the window itself.
final class PopupSizeTest extends WindowTest {
    @BeforeEach
    void showACall() throws Exception {
        desk.arrive(
                FakeDesk.ask(FakeDesk.CLAUDE, "npm ci").level(RiskLevel.MEDIUM, "Runs scripts"));
        open.await("a card shows", () -> open.isVisible("#approve") && open.isVisible("#more"));
        // A tooltip where an earlier test left the pointer would take the click.
        hideByMoving();
    }

    @Test
    void tooltipsGrowWithTheText() throws Exception {
        doubles("tooltip", () -> open.robot.moveTo("#room-running"), this::hideByMoving);
    }

    @Test
    void menusGrowWithTheText() throws Exception {
        doubles("menu", () -> open.type(KeyCode.M), () -> open.type(KeyCode.ESCAPE));
    }

    @Test
    void menusOfButtons() throws Exception {
        open.robot.clickOn("#room-history");
        open.await("it shows", () -> open.isVisible("#filter-state"));
        open.robot.clickOn("#filter-state");
        open.await("it is open", () -> !sizes().isEmpty());
        double before = open.onFx(this::sizes).getFirst();
        open.type(KeyCode.ESCAPE);
        open.await("it is closed", () -> sizes().isEmpty());
        open.settings.change(Settings.TEXT_SIZE, 150);
        open.settle();
        open.robot.clickOn("#filter-state");
        open.await("it is open again", () -> !sizes().isEmpty());
        assertEquals(1.5 * before, open.onFx(this::sizes).getFirst(), 0.1);
    }

    @Test
    void listsOfChoices() throws Exception {
        open.robot.clickOn("#room-settings");
        open.await("it shows", () -> open.isVisible("#setting-theme"));
        doubles(
                "#setting-theme",
                () -> open.robot.clickOn("#setting-theme"),
                () -> open.type(KeyCode.ESCAPE));
    }

    private void hideByMoving() throws Exception {
        open.robot.moveTo("#waiting");
        open.await("it is gone", () -> popups().stream().noneMatch(Tooltip.class::isInstance));
    }

    private void doubles(String what, Act show, Act hide) throws Exception {
        show.act();
        open.await(what + " is open", () -> !sizes().isEmpty());
        List<Double> before = open.onFx(this::sizes);
        hide.act();
        open.await(what + " is closed", () -> sizes().isEmpty());
        open.settings.change(Settings.TEXT_SIZE, 200);
        open.settle();
        show.act();
        open.await(what + " is open again", () -> !sizes().isEmpty());
        List<Double> after = open.onFx(this::sizes);
        assertFalse(after.isEmpty());
        for (int i = 0; i < Math.min(before.size(), after.size()); i++) {
            assertEquals(2 * before.get(i), after.get(i), 0.1, what + " " + before + after);
        }
    }

    /// Sizes of the texts that stand in popups; on the FX thread.
    private List<Double> sizes() {
        List<Double> sizes = new ArrayList<>();
        popups().forEach(popup -> collect(popup.getScene().getRoot(), sizes));
        return sizes;
    }

    private static List<PopupControl> popups() {
        return Window.getWindows().stream()
                .filter(PopupControl.class::isInstance)
                .map(PopupControl.class::cast)
                .filter(Window::isShowing)
                .toList();
    }

    private static void collect(Node node, List<Double> sizes) {
        if (node instanceof Text text && !text.getText().isBlank()) {
            sizes.add(text.getFont().getSize());
        }
        if (node instanceof Parent parent) {
            parent.getChildrenUnmodifiable().forEach(child -> collect(child, sizes));
        }
    }

    private interface Act {
        void act() throws Exception;
    }
}
