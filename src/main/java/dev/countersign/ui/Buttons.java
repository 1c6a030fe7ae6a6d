package dev.countersign.ui;

import java.util.Optional;
import java.util.function.Supplier;
import javafx.animation.PauseTransition;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.HBox;
import javafx.util.Duration;
import org.kordamp.ikonli.feather.Feather;

/// Buttons as the console has them: icon, word, key.
public final class Buttons {
    private static final String CLOSED = "closed";
    private static final Duration COPIED_SHOWN = Duration.seconds(2);

    private Buttons() {}

    /// A button with an icon and a word.
    ///
    /// @param key the key that does the same, drawn behind the word
    public static Button action(Feather icon, String word, Optional<String> key, Runnable action) {
        Button button = new Button();
        button.getStyleClass().add("action");
        button.setGraphic(face(Icons.styled(icon, "of-button"), word, key));
        button.setAccessibleText(word);
        button.setOnAction(_ -> action.run());
        return button;
    }

    /// Opens a button, or closes it with a reason. A closed button is dashed; it stays readable and
    /// can be reached, so that it can say why, and whoever made it asks [#isClosed] when it is
    /// pressed.
    ///
    /// @param help what it does, where its word does not say it all; may be empty
    public static void offer(Button button, String help, Optional<String> closedBecause) {
        String words = closedBecause.orElse(help);
        if (closedBecause.isPresent() == isClosed(button)
                && words.equals(button.getAccessibleHelp())) {
            return;
        }
        button.getStyleClass().remove(CLOSED);
        if (closedBecause.isPresent()) {
            button.getStyleClass().add(CLOSED);
        }
        button.setAccessibleHelp(words);
        button.setTooltip(words.isEmpty() ? null : new Tooltip(words));
    }

    public static boolean isClosed(Button button) {
        return button.getStyleClass().contains(CLOSED);
    }

    /// What stands on a button.
    public static HBox face(Node icon, String word, Optional<String> key) {
        Label label = Texts.fixed(word, "word");
        HBox face = new HBox(icon, label);
        key.ifPresent(cap -> face.getChildren().add(Texts.keyCap(cap)));
        face.getStyleClass().add("face");
        face.setAlignment(Pos.CENTER);
        face.setMouseTransparent(true);
        return face;
    }

    /// Changes the word of a button that was made by [#action].
    public static void setWord(Button button, String word) {
        if (button.getGraphic().lookup(".word") instanceof Label label) {
            label.setText(word);
        }
    }

    /// Shows or hides the icon of a button that was made by [#action].
    public static void showIcon(Button button, boolean shown) {
        show(button, ".icon", shown);
    }

    /// Shows or hides the key of a button that was made by [#action].
    public static void showKey(Button button, boolean shown) {
        show(button, ".key-cap", shown);
    }

    private static void show(Button button, String part, boolean shown) {
        button.getGraphic()
                .lookupAll(part)
                .forEach(found -> {
                    found.setVisible(shown);
                    found.setManaged(shown);
                });
    }

    /// A button of an icon alone, with its words as tooltip and for the ear.
    public static Button icon(Feather icon, String words, Runnable action) {
        Button button = new Button();
        button.getStyleClass().addAll("icon-button", "flat");
        button.setGraphic(Icons.styled(icon, "of-button"));
        button.setAccessibleText(words);
        button.setTooltip(new Tooltip(words));
        button.setOnAction(_ -> action.run());
        return button;
    }

    /// Copies a text and says for two seconds that it did.
    ///
    /// @param what completes 'Copy …' for the ear
    public static Button copy(String what, Supplier<String> text) {
        Button button = new Button();
        button.getStyleClass().addAll("copy", "action");
        showReady(button, what);
        PauseTransition back = new PauseTransition(COPIED_SHOWN);
        back.setOnFinished(_ -> showReady(button, what));
        button.setOnAction(_ -> {
            ClipboardContent content = new ClipboardContent();
            content.putString(text.get());
            Clipboard.getSystemClipboard().setContent(content);
            button.setGraphic(
                    face(Icons.styled(Feather.CHECK, "done"), "Copied", Optional.empty()));
            button.setAccessibleText("Copied " + what);
            button.getStyleClass().add("copied");
            back.playFromStart();
        });
        return button;
    }

    private static void showReady(Button button, String what) {
        button.setGraphic(face(Icons.styled(Feather.COPY, "of-button"), "Copy", Optional.empty()));
        button.setAccessibleText("Copy " + what);
        button.getStyleClass().remove("copied");
    }
}
