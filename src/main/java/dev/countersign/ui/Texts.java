package dev.countersign.ui;

import javafx.scene.control.Label;
import javafx.scene.control.TextFormatter;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;

/// Labels by their role in the type scale, and what else a line of text is made of.
public final class Texts {
    private Texts() {}

    /// A label with style classes: `quiet`, `strong`, `mono`, `meta`, `headline`, …
    public static Label label(String text, String... styleClasses) {
        Label label = new Label(text);
        label.getStyleClass().addAll(styleClasses);
        return label;
    }

    /// A label that wraps instead of cutting.
    public static Label wrapping(String text, String... styleClasses) {
        Label label = label(text, styleClasses);
        label.setWrapText(true);
        label.setMinHeight(Region.USE_PREF_SIZE);
        return label;
    }

    /// A label that is never cut.
    public static Label fixed(String text, String... styleClasses) {
        Label label = label(text, styleClasses);
        label.setMinWidth(Region.USE_PREF_SIZE);
        return label;
    }

    /// The small outlined key after the label of an action.
    public static Label keyCap(String key) {
        Label cap = fixed(key, "key-cap");
        cap.setMouseTransparent(true);
        return cap;
    }

    /// For a text field: what would make its text longer is not taken, all of it.
    ///
    /// @param most how long the text may be, in UTF-16 units
    public static TextFormatter<?> limited(int most) {
        return new TextFormatter<>(change -> {
            if (change.getControlNewText().length() > most) {
                change.setText("");
                change.setRange(change.getRangeStart(), change.getRangeStart());
            }
            return change;
        });
    }

    /// Takes the room that is left in a row.
    public static Region spring() {
        Region spring = new Region();
        HBox.setHgrow(spring, Priority.ALWAYS);
        return spring;
    }
}
