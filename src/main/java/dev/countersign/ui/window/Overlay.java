package dev.countersign.ui.window;

import dev.countersign.ui.Texts;
import java.util.Optional;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/// A question or a note above the window's content; Esc leaves it. Confined to the FX thread.
final class Overlay {
    /// What scrolls has much to say, and two columns to say it in.
    private static final PseudoClass WIDE = PseudoClass.getPseudoClass("wide");

    private final StackPane node = new StackPane();
    private @Nullable Runnable onLeave;

    Overlay() {
        node.getStyleClass().add("overlay");
        node.setVisible(false);
        node.setOnMouseClicked(event -> {
            if (node.equals(event.getTarget())) {
                leave();
            }
        });
    }

    Node node() {
        return node;
    }

    boolean isOpen() {
        return node.isVisible();
    }

    /// Opens with a title, what there is to say, and buttons.
    ///
    /// @param leave done when the person leaves it by Esc or a click beside it
    void open(String title, Node body, Optional<Node[]> buttons, Runnable leave) {
        onLeave = leave;
        Label heading = Texts.wrapping(title, "headline");
        VBox box = new VBox(heading, body);
        buttons.ifPresent(nodes -> {
            HBox row = new HBox(nodes);
            row.getStyleClass().add("actions");
            row.setAlignment(Pos.CENTER_RIGHT);
            box.getChildren().add(row);
        });
        box.getStyleClass().add("overlay-box");
        box.pseudoClassStateChanged(WIDE, body instanceof ScrollPane);
        box.setMaxSize(Region.USE_PREF_SIZE, Region.USE_PREF_SIZE);
        box.setAccessibleRole(AccessibleRole.DIALOG);
        box.setAccessibleText(title);
        node.getChildren().setAll(box);
        node.setVisible(true);
        box.setFocusTraversable(true);
        box.requestFocus();
    }

    void close() {
        node.setVisible(false);
        node.getChildren().clear();
        onLeave = null;
    }

    void leave() {
        Runnable task = onLeave;
        close();
        if (task != null) {
            task.run();
        }
    }
}
