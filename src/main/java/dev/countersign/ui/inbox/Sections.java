package dev.countersign.ui.inbox;

import dev.countersign.ui.Texts;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.layout.HBox;

/// The headings that part a card.
final class Sections {
    private Sections() {}

    /// @param count 0 where there is nothing to count
    static Node heading(String title, int count, String note) {
        return heading(title, count, Texts.label(note, "meta", "quiet"));
    }

    static Node heading(String title, int count, Node right) {
        HBox row =
                new HBox(
                        Texts.fixed(title, "strong"),
                        Texts.fixed(count == 0 ? "" : Integer.toString(count), "quiet"),
                        Texts.spring(),
                        right);
        row.getStyleClass().add("section-heading");
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }
}
