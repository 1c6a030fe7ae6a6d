package dev.countersign.ui.window;

import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import javafx.beans.value.ObservableIntegerValue;
import javafx.css.PseudoClass;
import javafx.geometry.Bounds;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// The rooms at the left; icons alone where the window is narrow.
final class NavigationBar {
    /// Where one can go.
    enum Room {
        INBOX("Inbox", Feather.INBOX, "Ctrl+1"),
        RUNNING("Running", Feather.PLAY, "Ctrl+2"),
        HISTORY("History", Feather.LIST, "Ctrl+3"),
        TIMELINE("Timeline", Feather.ALIGN_LEFT, "Ctrl+4"),
        RULES("Rules", Feather.SHIELD, "Ctrl+5"),
        CONNECT("Connect agent", Feather.LINK, "Ctrl+6"),
        SETTINGS("Settings", Feather.SETTINGS, "Ctrl+,");

        private final String title;
        private final Feather icon;
        private final String key;

        Room(String title, Feather icon, String key) {
            this.title = title;
            this.icon = icon;
            this.key = key;
        }
    }

    /// More does not fit beside an icon alone.
    private static final int MOST_BESIDE_AN_ICON = 99;

    private static final PseudoClass NARROW = PseudoClass.getPseudoClass("narrow");
    private static final PseudoClass CHOSEN = PseudoClass.getPseudoClass("chosen");

    private final VBox node = new VBox();
    private final Map<Room, Button> buttons = new EnumMap<>(Room.class);
    private final Map<Room, Face> faces = new EnumMap<>(Room.class);
    private final Map<Room, Integer> numbers = new EnumMap<>(Room.class);
    private boolean narrow;

    /// What stands on a room's button: the icon, and where there is room the title.
    private record Face(HBox box, Label title, Region spring, Label count) {
        void show(boolean narrow) {
            title.setVisible(!narrow);
            spring.setVisible(!narrow);
            spring.setManaged(!narrow);
            box.setAlignment(narrow ? Pos.CENTER : Pos.CENTER_LEFT);
        }
    }

    NavigationBar(
            Consumer<Room> go, ObservableIntegerValue waiting, ObservableIntegerValue running) {
        node.getStyleClass().add("navigation");
        for (Room room : Room.values()) {
            if (room == Room.CONNECT) {
                Region rest = new Region();
                VBox.setVgrow(rest, Priority.ALWAYS);
                node.getChildren().add(rest);
            }
            node.getChildren().add(button(room, go));
        }
        waiting.subscribe(number -> showCount(Room.INBOX, number.intValue()));
        running.subscribe(number -> showCount(Room.RUNNING, number.intValue()));
    }

    Node node() {
        return node;
    }

    void choose(Room chosen) {
        buttons.forEach((room, button) -> button.pseudoClassStateChanged(CHOSEN, room == chosen));
    }

    void setNarrow(boolean now) {
        narrow = now;
        node.pseudoClassStateChanged(NARROW, narrow);
        faces.values().forEach(face -> face.show(narrow));
        numbers.forEach(this::showCount);
    }

    private Button button(Room room, Consumer<Room> go) {
        Label title = Texts.fixed(room.title, "nav-title");
        title.managedProperty().bind(title.visibleProperty());
        Label count = Texts.fixed("", "nav-count", "figures");
        count.managedProperty().bind(count.textProperty().isNotEmpty());
        Region spring = Texts.spring();
        HBox face = new HBox(Icons.styled(room.icon, "of-navigation"), title, spring, count);
        face.getStyleClass().add("nav-face");
        face.setAlignment(Pos.CENTER_LEFT);
        face.setMouseTransparent(true);
        Button button = new Button();
        button.setGraphic(face);
        button.setMaxWidth(Double.MAX_VALUE);
        button.getStyleClass().addAll("flat", "nav-button");
        button.setAccessibleRole(AccessibleRole.BUTTON);
        button.setTooltip(beside(button, room.title + " (" + room.key + ")"));
        button.setId("room-" + room.title.toLowerCase(Locale.ROOT).replace(' ', '-'));
        button.setAccessibleText(room.title);
        button.setOnAction(_ -> go.accept(room));
        face.prefWidthProperty().bind(button.widthProperty().subtract(18));
        buttons.put(room, button);
        faces.put(room, new Face(face, title, spring, count));
        return button;
    }

    /// At the right of its button: below it would lie on the next one and take its click.
    private static Tooltip beside(Button button, String words) {
        Tooltip tip = new Tooltip(words);
        tip.setOnShown(_ -> {
            Bounds place = button.localToScreen(button.getLayoutBounds());
            if (place != null) {
                tip.setX(place.getMaxX());
                tip.setY(place.getMinY());
            }
        });
        return tip;
    }

    private void showCount(Room room, int number) {
        Face face = faces.get(room);
        Button button = buttons.get(room);
        if (face == null || button == null) {
            return;
        }
        numbers.put(room, number);
        face.count()
                .setText(
                        number == 0
                                ? ""
                                : narrow && number > MOST_BESIDE_AN_ICON
                                        ? MOST_BESIDE_AN_ICON + "+"
                                        : Integer.toString(number));
        button.setAccessibleText(number == 0 ? room.title : room.title + ", " + number);
    }
}
