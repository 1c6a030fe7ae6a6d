package dev.countersign.ui;

import javafx.scene.Node;
import javafx.scene.input.KeyEvent;

/// One of the rooms that the navigation leads to. Confined to the FX thread.
public interface ConsolePane {
    Node node();

    /// The pane is looked at from now on.
    void shown();

    /// Another pane is looked at from now on.
    void hidden();

    /// A key went down or up that no text field wanted; consume the event where it meant something.
    void key(KeyEvent event);
}
