package dev.countersign.ui.history;

import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.Texts;
import java.util.Optional;
import java.util.function.BiConsumer;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.feather.Feather;

/// Two runs to be shown side by side: the first is noted in a bar until a second is chosen.
/// Confined to the FX thread.
final class ComparedRuns extends HBox {
    private final BiConsumer<ToolCallId, ToolCallId> compare;
    private final Label words = Texts.label("");
    private Optional<ToolCallId> first = Optional.empty();

    /// @param compare shows two runs side by side
    ComparedRuns(BiConsumer<ToolCallId, ToolCallId> compare) {
        this.compare = compare;
        setId("to-compare");
        getStyleClass().add("note-bar");
        setAlignment(Pos.CENTER_LEFT);
        words.setMinWidth(0);
        getChildren().setAll(words, Texts.spring(), Buttons.icon(Feather.X, "Not now", this::end));
        end();
    }

    /// The first of two runs, or the second.
    ///
    /// @param command how the run is called
    void choose(ToolCallId id, String command) {
        if (first.isEmpty()) {
            first = Optional.of(id);
            words.setText("To compare: " + command + " Choose another run and press C.");
            lay(true);
            return;
        }
        ToolCallId left = first.get();
        end();
        if (!left.equals(id)) {
            compare.accept(left, id);
        }
    }

    void end() {
        first = Optional.empty();
        lay(false);
    }

    private void lay(boolean there) {
        setVisible(there);
        setManaged(there);
    }
}
