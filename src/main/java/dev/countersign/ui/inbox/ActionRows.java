package dev.countersign.ui.inbox;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/// How the parts of the action bar stand beside and above each other.
final class ActionRows {
    private ActionRows() {}

    /// A row that takes the whole width.
    static HBox whole() {
        HBox row = row();
        HBox.setHgrow(row, Priority.ALWAYS);
        return row;
    }

    static HBox row(Node... parts) {
        HBox row = new HBox(parts);
        row.getStyleClass().add("actions");
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }

    /// Rows one above the other, which grow upwards.
    static VBox stacked(Node... rows) {
        VBox stack = new VBox(rows);
        stack.getStyleClass().add("stacked-actions");
        stack.setAlignment(Pos.BOTTOM_LEFT);
        HBox.setHgrow(stack, Priority.ALWAYS);
        return stack;
    }

    /// Makes of a box what stands before a button as long as it asks for something.
    static void small(HBox box) {
        box.getStyleClass().add("tight");
        box.setAlignment(Pos.CENTER_LEFT);
        hide(box);
    }

    /// Not there until it is made visible, and takes no room till then.
    static void hide(Node part) {
        part.setVisible(false);
        part.managedProperty().bind(part.visibleProperty());
    }
}
