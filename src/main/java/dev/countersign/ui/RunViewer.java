package dev.countersign.ui;

import dev.countersign.toolcall.ToolCallId;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.input.KeyEvent;

/// Shows the output of one run, live or finished. Confined to the FX thread.
public interface RunViewer extends AutoCloseable {
    Node node();

    /// Which run to show; empty shows none.
    void show(Optional<ToolCallId> id);

    /// Whether it wants this key for itself, whatever the pane around it does with it: it has the
    /// focus and what the person types goes to the command.
    default boolean takesKey(KeyEvent event) {
        return false;
    }

    /// Ends reading; shows nothing from then on.
    @Override
    void close();
}
