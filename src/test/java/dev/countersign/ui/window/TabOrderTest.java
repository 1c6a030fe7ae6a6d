package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.countersign.ui.FakeDesk;
import dev.countersign.ui.Scenes;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.control.ScrollPane;
import javafx.scene.image.WritableImage;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Walks every pane by Tab at the smallest size: the order is the one that the eye reads in, each
/// stop has words for the ear, is on the screen, and shows that it has the focus.
class TabOrderTest {
    /// More stops than any pane has; the walk ends when it comes round.
    private static final int MOST_STOPS = 120;

    /// What stands above it is in the top bar, with which a walk begins anew.
    private static final double TOP_BAR = 50;

    private final FakeDesk desk = new FakeDesk(InstantSource.system());

    @SuppressWarnings("NullAway.Init")
    private OpenWindow open;

    private final List<String> faults = new ArrayList<>();

    /// Where the focus was, and what was drawn there.
    private record Stop(Node node, String name, Bounds place, WritableImage drawn) {}

    @Test
    void everyPaneIsWalkedInTheOrderOfTheEye(@TempDir Path folder) throws Exception {
        open = OpenWindow.over(desk, folder);
        try {
            open.onFx(() -> {
                open.stage.setWidth(900);
                open.stage.setHeight(600);
                return true;
            });
            walk("first start", 5);
            Scenes.rules(desk);
            Scenes.running(desk, folder, InstantSource.system().instant());
            open.await("a card shows", () -> open.isVisible("#approve"));
            open.settle();
            walk("inbox", 15);
            pane("running", "#room-running", 8);
            pane("history", "#room-history", 12);
            pane("timeline", "#room-timeline", 8);
            pane("rules", "#room-rules", 12);
            pane("connect", "#room-connect-agent", 6);
            pane("settings", "#room-settings", 50);
            assertEquals("", String.join("\n", faults));
        } finally {
            open.close();
        }
    }

    private void pane(String name, String room, int fewest) throws Exception {
        open.robot.clickOn(room);
        open.settle();
        walk(name, fewest);
    }

    /// @param fewest so many stops there are at least, or the walk went astray
    private void walk(String pane, int fewest) throws Exception {
        open.onFx(() -> {
            open.stage.getScene().getRoot().requestFocus();
            return true;
        });
        List<Stop> stops = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < MOST_STOPS; i++) {
            open.type(KeyCode.TAB);
            Stop now = open.onFx(this::stop);
            boolean round = stops.stream().anyMatch(stop -> stop.node().equals(now.node()));
            if (!stops.isEmpty()) {
                Stop before = stops.getLast();
                open.onFx(() -> {
                    compare(before, now, round, wrong);
                    return true;
                });
            }
            if (round) {
                break;
            }
            open.onFx(() -> {
                look(now, wrong);
                return true;
            });
            stops.add(now);
        }
        wrong.forEach(fault -> faults.add(pane + " " + fault));
        if (stops.size() < fewest) {
            faults.add(pane + " has only " + stops.stream().map(Stop::name).toList());
        }
    }

    /// On the FX thread.
    private Stop stop() {
        Node node = Optional.ofNullable(open.stage.getScene().getFocusOwner()).orElseThrow();
        Bounds place = node.localToScene(node.getLayoutBounds());
        return new Stop(node, name(node), place, open.stage.getScene().snapshot(null));
    }

    private static String name(Node node) {
        return node.getClass().getSimpleName()
                + (node.getId() == null ? " " + node.getStyleClass() : " #" + node.getId())
                + " “"
                + node.getAccessibleText()
                + "”";
    }

    private void look(Stop stop, List<String> wrong) {
        String words =
                stop.node().getAccessibleText() == null && stop.node() instanceof Labeled labeled
                        ? labeled.getText()
                        : stop.node().getAccessibleText();
        if (words == null || words.isBlank()) {
            wrong.add("has no words: " + stop.name());
        }
        Bounds place = stop.node().localToScene(stop.node().getLayoutBounds());
        boolean inWindow =
                place.getMaxX() > 0
                        && place.getMaxY() > 0
                        && place.getMinX() < open.stage.getScene().getWidth()
                        && place.getMinY() < open.stage.getScene().getHeight();
        if (!inWindow || !isInItsViewports(stop.node(), place)) {
            wrong.add("is not on the screen: " + stop.name() + " " + place);
        }
    }

    /// A control that is no higher than what scrolls it is wholly in view.
    private static boolean isInItsViewports(Node node, Bounds place) {
        for (Node at = node.getParent(); at != null; at = at.getParent()) {
            if (at instanceof ScrollPane scroll) {
                Bounds view = scroll.localToScene(scroll.getLayoutBounds());
                boolean fits = place.getHeight() <= view.getHeight();
                boolean inside =
                        place.getMinY() >= view.getMinY() - 2
                                && place.getMaxY() <= view.getMaxY() + 2;
                if (fits && !inside) {
                    return false;
                }
            }
        }
        return true;
    }

    /// The next stop is further on: below, or to the right. Up it goes only into a column at the
    /// right. And what had the focus is drawn otherwise now.
    private static void compare(Stop before, Stop now, boolean round, List<String> wrong) {
        Bounds left = before.node().localToScene(before.node().getLayoutBounds());
        Bounds here = now.place();
        boolean above = here.getMaxY() <= left.getMinY() + 1;
        boolean rightOf = here.getMinX() >= left.getMaxX() - 1;
        boolean sameRow =
                here.getMinY() < left.getMaxY() - 1 && here.getMaxY() > left.getMinY() + 1;
        boolean fromTheEnd = here.getMaxY() < TOP_BAR;
        boolean leftOf = here.getMaxX() <= left.getMinX() + 1;
        if (!round && !fromTheEnd && (above && !rightOf || sameRow && leftOf)) {
            wrong.add("goes back from %s to %s".formatted(before.name(), now.name()));
        }
        boolean still = left.equals(before.place());
        if (still && isSame(before.drawn(), now.drawn(), left)) {
            wrong.add("does not show the focus: " + before.name());
        }
    }

    private static boolean isSame(WritableImage one, WritableImage other, Bounds place) {
        int fromX = (int) Math.max(0, place.getMinX() - 3);
        int fromY = (int) Math.max(0, place.getMinY() - 3);
        int toX = (int) Math.min(one.getWidth(), place.getMaxX() + 3);
        int toY = (int) Math.min(one.getHeight(), place.getMaxY() + 3);
        for (int y = fromY; y < toY; y++) {
            for (int x = fromX; x < toX; x++) {
                if (one.getPixelReader().getArgb(x, y) != other.getPixelReader().getArgb(x, y)) {
                    return false;
                }
            }
        }
        return true;
    }
}
