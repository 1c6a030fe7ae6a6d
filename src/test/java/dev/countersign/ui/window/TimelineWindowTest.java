package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.ui.Scenes;
import java.time.InstantSource;
import javafx.scene.Node;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class TimelineWindowTest extends WindowTest {
    @Override
    void prepare() {
        Scenes.timeline(desk, InstantSource.system().instant());
    }

    @BeforeEach
    void goToTimeline() throws Exception {
        open.robot.clickOn("#room-timeline");
        open.settle();
    }

    @Test
    void everySpanButtonChangesTheRange() throws Exception {
        String hour = range();
        for (String span : new String[] {"15-min", "4-h", "day", "week", "month", "1-h"}) {
            open.robot.clickOn("#span-" + span);
            open.settle();
            assertTrue(((ToggleButton) open.require("#span-" + span)).isSelected(), span);
        }
        assertEquals(hour.length(), range().length());
    }

    @Test
    void arrowsWalkFromCallToCallAndEnterOpensHistory() throws Exception {
        open.type(KeyCode.RIGHT);
        open.await("the card shows", () -> open.isVisible(".span-card"));
        String first = spoken();
        open.type(KeyCode.RIGHT);
        assertFalse(spoken().equals(first));
        open.type(KeyCode.DOWN);
        assertTrue(spoken().startsWith("codex"), this::spoken);
        open.type(KeyCode.ENTER);
        open.await("history shows", () -> open.isVisible(".history-column"));
    }

    @Test
    void panningStopsFollowingAndNowGoesBack() throws Exception {
        String before = range();
        open.type(KeyCode.PAGE_UP);
        assertFalse(range().equals(before));
        open.robot.clickOn("#back-to-now");
        open.settle();
        assertEquals(before.length(), range().length());
        open.type(KeyCode.PLUS, KeyCode.MINUS, KeyCode.PAGE_DOWN, KeyCode.N);
        assertEquals(before.length(), range().length());
    }

    @Test
    void thePointerTellsAndAClickOpens() throws Exception {
        open.robot.moveTo(open.require("#lanes"));
        open.type(KeyCode.RIGHT);
        open.await("the card shows", () -> open.isVisible(".span-card"));
        Node lanes = open.require("#lanes");
        open.robot.drag(lanes).moveBy(60, 0).drop();
        open.settle();
        assertFalse(open.isVisible(".span-card"));
        open.robot.scroll(2, javafx.geometry.VerticalDirection.DOWN);
        open.settle();
    }

    @Test
    void chartsFoldByKeyAndByMouse() throws Exception {
        assertTrue(open.isVisible(".charts"));
        open.type(KeyCode.C);
        assertFalse(open.isVisible(".charts"));
        open.robot.clickOn("#charts");
        open.settle();
        assertTrue(open.isVisible(".charts"));
    }

    private String range() throws Exception {
        return open.onFx(() ->
                open.find("#timeline-range")
                        .map(node -> ((javafx.scene.control.Labeled) node).getText())
                        .orElseThrow());
    }

    private String spoken() {
        return open.require("#lanes").getAccessibleText();
    }
}
