package dev.countersign.ui.window;

import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.value.ObservableIntegerValue;
import javafx.css.PseudoClass;
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

    private static final PseudoClass CHOSEN = PseudoClass.getPseudoClass("chosen");

    private final VBox node = new VBox();
    private final Map<Room, Button> buttons = new EnumMap<>(Room.class);
    private final Map<Room, Label> titles = new EnumMap<>(Room.class);
    private final Map<Room, Label> counts = new EnumMap<>(Room.class);

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

    void setNarrow(boolean narrow) {
        node.pseudoClassStateChanged(PseudoClass.getPseudoClass("narrow"), narrow);
        for (Room room : Room.values()) {
            titleOf(room).ifPresent(title -> title.setVisible(!narrow));
        }
    }

    private Optional<Label> titleOf(Room room) {
        return Optional.ofNullable(titles.get(room));
    }

    private Button button(Room room, Consumer<Room> go) {
        Label title = Texts.fixed(room.title, "nav-title");
        title.managedProperty().bind(title.visibleProperty());
        Label count = Texts.fixed("", "nav-count", "figures");
        HBox face =
                new HBox(Icons.styled(room.icon, "of-navigation"), title, Texts.spring(), count);
        face.getStyleClass().add("nav-face");
        face.setAlignment(Pos.CENTER_LEFT);
        face.setMouseTransparent(true);
        Button button = new Button();
        button.setGraphic(face);
        button.setMaxWidth(Double.MAX_VALUE);
        button.getStyleClass().addAll("flat", "nav-button");
        button.setAccessibleRole(AccessibleRole.BUTTON);
        button.setTooltip(new Tooltip(room.title + " (" + room.key + ")"));
        button.setId("room-" + room.title.toLowerCase(Locale.ROOT).replace(' ', '-'));
        button.setAccessibleText(room.title);
        button.setOnAction(_ -> go.accept(room));
        face.prefWidthProperty().bind(button.widthProperty().subtract(18));
        buttons.put(room, button);
        titles.put(room, title);
        counts.put(room, count);
        return button;
    }

    private void showCount(Room room, int number) {
        Label count = counts.get(room);
        Button button = buttons.get(room);
        if (count == null || button == null) {
            return;
        }
        count.setText(number == 0 ? "" : Integer.toString(number));
        button.setAccessibleText(number == 0 ? room.title : room.title + ", " + number);
    }
}
