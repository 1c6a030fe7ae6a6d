package dev.countersign.ui;

import dev.countersign.toolcall.ToolCallId;
import java.util.Optional;
import javafx.scene.Node;

/// Shows the output of one run, live or finished. Confined to the FX thread.
public interface RunViewer extends AutoCloseable {
    Node node();

    /// Which run to show; empty shows none.
    void show(Optional<ToolCallId> id);

    /// Ends reading; shows nothing from then on.
    @Override
    void close();
}
