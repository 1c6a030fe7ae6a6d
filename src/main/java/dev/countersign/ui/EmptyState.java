package dev.countersign.ui;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// What stands in a pane that has nothing to show: what is not there, and the next step.
public final class EmptyState {
    private EmptyState() {}

    /// The words in the middle of the pane.
    ///
    /// @param icon of the pane
    /// @param next what the person can do, below the words
    public static Node of(Feather icon, String title, String words, Node... next) {
        VBox box =
                new VBox(
                        Icons.quiet(icon),
                        Texts.label(title, "headline"),
                        Texts.wrapping(words, "quiet"));
        box.getChildren().addAll(next);
        box.getStyleClass().add("nothing-waiting");
        box.setAlignment(Pos.CENTER);
        return box;
    }
}
