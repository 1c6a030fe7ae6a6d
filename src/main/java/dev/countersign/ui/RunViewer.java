package dev.countersign.ui;

import dev.countersign.toolcall.ToolCallId;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.input.KeyEvent;

/// Shows the output of one run, live or finished. Confined to the FX thread.
public interface RunViewer extends AutoCloseable {
    Node node();

    /// Which run to show; empty shows none.
    void show(Optional<ToolCallId> id);

    /// Marks words in the output that led to this run, where they stand in it; none marks nothing.
    /// What the person searches the output for by themselves goes before.
    default void mark(List<String> words) {}

    /// Whether it wants this key for itself, whatever the pane around it does with it: it has the
    /// focus and what the person types goes to the command.
    default boolean takesKey(KeyEvent event) {
        return false;
    }

    /// Ends reading; shows nothing from then on.
    @Override
    void close();
}
