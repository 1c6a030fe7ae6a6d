package dev.countersign.ui.inbox;

import dev.countersign.supervision.rehearsal.FileChange;
import dev.countersign.supervision.rehearsal.FileDifference;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/// The text of one file before a rehearsal and after it, line by line. Confined to the FX thread.
final class DifferenceView {
    private final UiContext context;
    private final VBox node = new VBox();
    private final Label name = Texts.label("", "mono", "strong");
    private final Label note = Texts.wrapping("", "meta", "quiet");
    private final ListView<FileDifference.Line> lines = new ListView<>();
    private Optional<FileChange> shown = Optional.empty();

    DifferenceView(UiContext context) {
        this.context = context;
        name.setId("difference-name");
        note.setId("difference-note");
        note.managedProperty().bind(note.visibleProperty());
        lines.setId("difference");
        lines.setAccessibleText("Lines that the rehearsal added and removed");
        lines.getStyleClass().addAll("edge-to-edge", "difference-lines");
        lines.setCellFactory(_ -> new Cell());
        VBox.setVgrow(lines, Priority.ALWAYS);
        HBox head = new HBox(name);
        head.getStyleClass().add("difference-head");
        head.setAlignment(Pos.CENTER_LEFT);
        node.getChildren().addAll(head, note, lines);
        node.getStyleClass().add("difference");
        node.setMinWidth(0);
        clear();
    }

    VBox node() {
        return node;
    }

    void clear() {
        shown = Optional.empty();
        name.setText("");
        show(new FileDifference(List.of(), Optional.empty()));
    }

    void show(ToolCallId id, FileChange change) {
        shown = Optional.of(change);
        name.setText(Words.oneLine(change.path().toString()));
        context.background()
                .execute(() -> {
                    FileDifference difference = read(id, change);
                    context.feed()
                            .execute(() -> {
                                if (shown.equals(Optional.of(change))) {
                                    show(difference);
                                }
                            });
                });
    }

    private FileDifference read(ToolCallId id, FileChange change) {
        try {
            return context.model().desk().rehearsals().difference(id, change);
        } catch (IOException e) {
            return new FileDifference(
                    List.of(),
                    Optional.of(
                            "It cannot be read: " + Words.oneLine(String.valueOf(e.getMessage()))));
        }
    }

    private void show(FileDifference difference) {
        note.setText(difference.note().map(Words::oneLine).orElse(""));
        note.setVisible(difference.note().isPresent());
        lines.getItems().setAll(difference.lines());
        lines.setVisible(!difference.lines().isEmpty());
    }

    /// Text of foreign files: what cannot be seen is spelled out.
    private static final class Cell extends ListCell<FileDifference.Line> {
        @Override
        protected void updateItem(FileDifference.@Nullable Line line, boolean empty) {
            super.updateItem(line, empty);
            getStyleClass().removeAll("line-added", "line-removed", "line-skipped");
            if (empty || line == null) {
                setText(null);
                return;
            }
            String text = Words.exact(line.text().replace("\t", "    "));
            switch (line.kind()) {
                case SAME -> setText("%5d   %s".formatted(line.after(), text));
                case ADDED -> {
                    getStyleClass().add("line-added");
                    setText("%5d + %s".formatted(line.after(), text));
                }
                case REMOVED -> {
                    getStyleClass().add("line-removed");
                    setText("%5d - %s".formatted(line.before(), text));
                }
                case SKIPPED -> {
                    getStyleClass().add("line-skipped");
                    setText("      ⋯ " + line.text());
                }
            }
        }
    }
}
