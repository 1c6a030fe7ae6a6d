package dev.countersign.ui.jobs;

import dev.countersign.supervision.JobDesk;
import dev.countersign.ui.Buttons;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import org.kordamp.ikonli.feather.Feather;

/// Where a person writes what the agent should know with its next read of a job. Confined to the FX
/// thread.
final class NoteBar {
    private final Consumer<String> send;
    private final Consumer<String> say;
    private final Runnable closed;
    private final TextField text = new TextField();
    private final HBox node;

    /// @param send takes a note that can be sent
    /// @param say tells the person a sentence
    /// @param closed told when it is not there any more
    NoteBar(Consumer<String> send, Consumer<String> say, Runnable closed) {
        this.send = send;
        this.say = say;
        this.closed = closed;
        text.setId("note-text");
        text.setPromptText("What the agent should know with its next read of this job");
        text.setAccessibleText("Note to the agent");
        HBox.setHgrow(text, Priority.ALWAYS);
        text.setOnAction(_ -> send());
        text.addEventHandler(
                KeyEvent.KEY_PRESSED,
                event -> {
                    if (event.getCode() == KeyCode.ESCAPE) {
                        close();
                        event.consume();
                    }
                });
        Button button = Buttons.action(Feather.SEND, "Send", Optional.of("Enter"), this::send);
        button.setId("send-note");
        Button cancel = Buttons.action(Feather.X, "Cancel", Optional.of("Esc"), this::close);
        node = new HBox(text, button, cancel);
        node.getStyleClass().add("note-bar");
        node.setAlignment(Pos.CENTER_LEFT);
        node.managedProperty().bind(node.visibleProperty());
        node.setVisible(false);
    }

    Node node() {
        return node;
    }

    void open() {
        text.clear();
        node.setVisible(true);
        text.requestFocus();
    }

    private void close() {
        text.clear();
        node.setVisible(false);
        closed.run();
    }

    private void send() {
        String note = text.getText().strip();
        if (note.isEmpty()) {
            say.accept("Write what the agent should know, then press Enter.");
        } else if (note.length() > JobDesk.MAXIMUM_NOTE) {
            say.accept("A note has at most 2,000 characters.");
        } else {
            send.accept(note);
            say.accept("The agent gets the note with its next read of this job.");
            close();
        }
    }
}
