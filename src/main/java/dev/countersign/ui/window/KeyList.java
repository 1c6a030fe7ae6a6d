package dev.countersign.ui.window;

import dev.countersign.ui.Texts;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/// All keys, by where they hold, in two columns; it scrolls where the window is low.
final class KeyList {
    /// Some keys and what they do, in their order.
    private record Entry(List<String> keys, String deed) {}

    private record Group(String place, List<Entry> entries) {}

    private static final Group DECIDING =
            new Group(
                    "In the Inbox",
                    List.of(
                            entry("next, previous call", "J", "K"),
                            entry("approve; from High up hold it, or type the word first", "A"),
                            entry("deny", "D"),
                            entry("deny with a reason that the agent reads", "R"),
                            entry("edit it; Ctrl ⏎ leaves the text, Esc discards it", "E"),
                            entry("let it through for this session, or always", "S"),
                            entry("rehearse it in a throw-away copy; X discards that", "T"),
                            entry("decide calls that are alike one by one", "U"),
                            entry("more: all that the agent has waiting, hold it, dry runs", "M"),
                            entry("details", "Space"),
                            entry("on in a long command, then on in the card", "PgDn"),
                            entry("fold or open the output below", "O")));
    private static final Group ANYWHERE =
            new Group(
                    "Anywhere",
                    List.of(
                            entry("Inbox, Running, History, Timeline, Rules, Connect", "Ctrl 1–6"),
                            entry("Settings", "Ctrl ,"),
                            entry("the Inbox as a narrow window on top, and back", "Ctrl M"),
                            entry("larger, smaller, usual text", "Ctrl +", "−", "0"),
                            entry("hold all: nothing starts until you let go", "H"),
                            entry("search all kept calls, or filter the list", "/"),
                            entry("open an asciicast", "Ctrl O"),
                            entry("leave a field, a menu or this list", "Esc"),
                            entry("this list", "?")));
    private static final Group OUTPUT =
            new Group(
                    "In an output",
                    List.of(
                            entry("find, next match", "Ctrl F", "F3"),
                            entry("next error, next line of stderr", "F8", "F7"),
                            entry("wrap, numbers, times, highlighting", "Alt Z", "N", "T", "H")));
    private static final Group RUNNING =
            new Group(
                    "In Running",
                    List.of(
                            entry("stop, pause or resume, restart", "S", "P", "R"),
                            entry("note to the agent, copy the command", "N", "C")));
    private static final Group HISTORY =
            new Group(
                    "In History",
                    List.of(
                            entry("star, run again, compare", "X", "R", "C"),
                            entry("next tab, undo a deletion", "T", "U")));

    private KeyList() {}

    private static Entry entry(String deed, String... keys) {
        return new Entry(List.of(keys), deed);
    }

    static Node node() {
        HBox columns = new HBox(column(DECIDING, RUNNING), column(ANYWHERE, OUTPUT, HISTORY));
        columns.getStyleClass().add("keys");
        ScrollPane scroll = new ScrollPane(columns);
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.getStyleClass().add("card-scroll");
        scroll.setMinHeight(0);
        scroll.setAccessibleText("All keys");
        VBox.setVgrow(scroll, Priority.ALWAYS);
        return scroll;
    }

    private static Node column(Group... groups) {
        VBox column = new VBox();
        for (Group group : groups) {
            column.getChildren().add(group(group));
        }
        column.getStyleClass().add("keys-column");
        HBox.setHgrow(column, Priority.ALWAYS);
        column.setMinWidth(0);
        column.setPrefWidth(0);
        column.setMaxWidth(Double.MAX_VALUE);
        return column;
    }

    private static Node group(Group group) {
        GridPane grid = new GridPane();
        grid.getStyleClass().add("keys-group");
        ColumnConstraints caps = new ColumnConstraints();
        caps.setMinWidth(Region.USE_PREF_SIZE);
        ColumnConstraints deeds = new ColumnConstraints();
        deeds.setHgrow(Priority.ALWAYS);
        grid.getColumnConstraints().addAll(caps, deeds);
        grid.add(Texts.fixed(group.place(), "strong"), 0, 0, 2, 1);
        int row = 1;
        for (Entry entry : group.entries()) {
            HBox keys = new HBox();
            entry.keys().forEach(key -> keys.getChildren().add(Texts.keyCap(key)));
            keys.getStyleClass().add("caps");
            keys.setAlignment(Pos.CENTER_LEFT);
            grid.addRow(row++, keys, Texts.wrapping(entry.deed()));
        }
        return grid;
    }
}
