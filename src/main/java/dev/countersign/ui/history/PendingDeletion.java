package dev.countersign.ui.history;

import dev.countersign.journal.Deletion;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.Texts;
import java.util.Optional;
import java.util.function.BiConsumer;
import javafx.animation.PauseTransition;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.util.Duration;
import org.kordamp.ikonli.feather.Feather;

/// A deletion that can be taken back for some seconds: nothing is deleted before they are over.
/// Confined to the FX thread.
final class PendingDeletion extends HBox {
    private static final Duration GRACE = Duration.seconds(8);

    private final BiConsumer<ToolCallId, Deletion> delete;
    private final Runnable changed;
    private final Label words = Texts.label("");
    private final PauseTransition grace = new PauseTransition(GRACE);
    private Optional<Wanted> wanted = Optional.empty();

    private record Wanted(ToolCallId id, Deletion what) {}

    /// @param delete deletes for good
    /// @param changed is run when something begins or ends to be on its way out
    PendingDeletion(BiConsumer<ToolCallId, Deletion> delete, Runnable changed) {
        this.delete = delete;
        this.changed = changed;
        Button undo = Buttons.action(Feather.CORNER_UP_LEFT, "Undo", Optional.of("U"), this::undo);
        undo.setId("undo-delete");
        getChildren().setAll(words, Texts.spring(), undo);
        setAlignment(Pos.CENTER_LEFT);
        getStyleClass().add("note-bar");
        setId("pending-deletion");
        grace.setOnFinished(_ -> finish());
        setVisible(false);
        managedProperty().bind(visibleProperty());
    }

    /// Whether this call is on its way out with all of its texts.
    boolean hides(ToolCallId id) {
        return wanted.filter(one -> one.id().equals(id) && one.what() == Deletion.EVERYTHING)
                .isPresent();
    }

    void begin(ToolCallId id, Deletion what) {
        finish();
        wanted = Optional.of(new Wanted(id, what));
        words.setText(
                what == Deletion.OUTPUT
                        ? "The output of this run is being deleted."
                        : "Everything of this call but its decision is being deleted.");
        grace.playFromStart();
        show();
    }

    void undo() {
        grace.stop();
        wanted = Optional.empty();
        show();
    }

    /// Deletes what is on its way out at once.
    void finish() {
        grace.stop();
        Optional<Wanted> now = wanted;
        wanted = Optional.empty();
        now.ifPresent(one -> delete.accept(one.id(), one.what()));
        show();
    }

    private void show() {
        setVisible(wanted.isPresent());
        changed.run();
    }
}
