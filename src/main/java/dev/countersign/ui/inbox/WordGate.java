package dev.countersign.ui.inbox;

import dev.countersign.ui.Texts;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;

/// The word that is typed before a critical call can be approved. The field takes the focus only
/// when it is asked for. Confined to the FX thread.
final class WordGate {
    private final Runnable entered;
    private final Label asked = Texts.fixed("", "mono", "strong");
    private final TextField field = new TextField();
    private final HBox node = new HBox(Texts.fixed("Type", "meta", "quiet"), asked, field);
    private String wanted = "";

    /// @param changed told of each letter
    /// @param entered told of Enter behind the right word
    WordGate(Runnable changed, Runnable entered) {
        this.entered = entered;
        field.setId("word");
        field.getStyleClass().addAll("mono", "word");
        field.setPrefColumnCount(8);
        field.setMinWidth(64);
        field.textProperty().addListener((_, _, _) -> changed.run());
        field.setOnKeyPressed(this::key);
        ActionRows.small(node);
    }

    Node node() {
        return node;
    }

    /// What has to be typed; another word than before begins with an empty field.
    void ask(String word) {
        if (word.equals(wanted)) {
            return;
        }
        wanted = word;
        asked.setText(word);
        field.setAccessibleText("Type " + word + " to open Approve");
        field.clear();
    }

    String wanted() {
        return wanted;
    }

    void clear() {
        field.clear();
    }

    boolean matches() {
        return field.getText().strip().equals(wanted);
    }

    void setVisible(boolean visible) {
        node.setVisible(visible);
    }

    void focus() {
        field.requestFocus();
    }

    private void key(KeyEvent event) {
        if (event.getCode() == KeyCode.ESCAPE) {
            field.clear();
            node.getScene().getRoot().requestFocus();
            event.consume();
        }
        if (event.getCode() == KeyCode.ENTER) {
            event.consume();
            if (matches()) {
                entered.run();
            }
        }
    }
}
