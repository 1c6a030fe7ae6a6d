package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.safety.RiskLevel;
import dev.countersign.settings.Motion;
import dev.countersign.settings.Settings;
import dev.countersign.ui.CommandView;
import dev.countersign.ui.FakeDesk;
import java.time.Duration;
import java.util.Set;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Large text and still pictures, for the whole window.
final class TextSizeWindowTest extends WindowTest {
    @BeforeEach
    void showADangerousCall() throws Exception {
        desk.connect(FakeDesk.CODEX);
        desk.arrive(
                FakeDesk.ask(FakeDesk.CODEX, "git push -f")
                        .level(RiskLevel.HIGH, "Could lose commits"));
        open.await("a card shows", () -> open.isVisible("#approve") && open.isVisible("#headline"));
    }

    private double headline() throws Exception {
        return open.onFx(() -> ((Label) open.require("#headline")).getFont().getSize());
    }

    private void shortcut(KeyCode key) throws Exception {
        open.robot.press(KeyCode.CONTROL, key).release(key, KeyCode.CONTROL);
        open.settle();
    }

    @Test
    void theKeysScaleLabelsAndTheCommandAndTheSettingFollows() throws Exception {
        double before = headline();
        shortcut(KeyCode.EQUALS);
        shortcut(KeyCode.EQUALS);
        assertEquals(before * 1.2, headline(), 0.1);
        open.await("it is kept", () -> open.settings.value(Settings.TEXT_SIZE) == 120);
        open.await(
                "the command is drawn larger",
                () -> ((CommandView) open.require("#command")).textScale() > 1.19);
        shortcut(KeyCode.MINUS);
        assertEquals(before * 1.1, headline(), 0.1);
        shortcut(KeyCode.DIGIT0);
        assertEquals(before, headline(), 0.01);
        open.settings.change(Settings.TEXT_SIZE, 200);
        open.await("the setting is followed", () -> headlineIs(before * 2));
        for (int more = 0; more < 3; more++) {
            shortcut(KeyCode.EQUALS);
        }
        assertEquals(200, open.settings.value(Settings.TEXT_SIZE), "no further");
        open.onFx(() -> {
            for (String act : new String[] {"#approve", "#deny"}) {
                Region button = (Region) open.require(act);
                double right = button.localToScene(button.getLayoutBounds()).getMaxX();
                assertTrue(right <= open.stage.getScene().getWidth(), act + " is in the window");
            }
            return true;
        });
    }

    private boolean headlineIs(double size) {
        return Math.abs(((Label) open.require("#headline")).getFont().getSize() - size) < 0.1;
    }

    @Test
    void oneButtonStandsForAgentsThatHaveNoRoom() throws Exception {
        desk.connect(FakeDesk.CLAUDE);
        open.settle();
        assertFalse(open.find("#all-agents").isPresent());
        open.settings.change(Settings.TEXT_SIZE, 200);
        open.await("one stands for all", () -> open.isVisible("#all-agents"));
        String words = open.onFx(() -> open.require("#all-agents").getAccessibleText());
        assertTrue(words.startsWith("2 agents"), words);
        open.settings.change(Settings.TEXT_SIZE, 100);
        open.await("each has its own again", () -> open.find("#all-agents").isEmpty());
    }

    /// A cap that is cut to nothing tells no key.
    @Test
    void everyKeyOfTheListIsWhole() throws Exception {
        open.onFx(() -> {
            open.stage.setWidth(900);
            open.stage.setHeight(600);
            return true;
        });
        open.await("it is that wide", () -> open.stage.getScene().getWidth() == 900);
        open.settle();
        open.robot.clickOn("#keys");
        open.settle();
        open.onFx(() -> {
            Set<Node> caps = open.require(".keys").lookupAll(".key-cap");
            assertTrue(caps.size() > 30, "caps: " + caps.size());
            for (Node cap : caps) {
                Region label = (Region) cap;
                assertTrue(label.getWidth() >= label.prefWidth(-1) - 0.5, cap.toString());
            }
            return true;
        });
    }

    @Test
    void reducedMotionCountsDownInTextAlone() throws Exception {
        assertTrue(filled() > 0, "usually a hold fills the button");
        open.settings.change(Settings.MOTION, Motion.REDUCED);
        assertEquals(0, filled());
        assertFalse(open.text(".danger-text").isEmpty());
    }

    /// How far a hold of half its time has filled the button.
    private double filled() throws Exception {
        open.pass(Duration.ofSeconds(2));
        open.robot.press(KeyCode.A);
        open.pass(Duration.ofMillis(500));
        double width = open.onFx(() -> ((Region) open.require(".hold-fill")).getMaxWidth());
        open.robot.release(KeyCode.A);
        open.settle();
        return width;
    }
}
