package dev.countersign.ui.inbox;

import dev.countersign.ui.ConsolePane;
import dev.countersign.ui.UiContext;
import javafx.scene.Node;
import javafx.scene.input.KeyEvent;

/// The first steps, for whoever connects another agent later. Confined to the FX thread.
public final class GuidePane implements ConsolePane {
    private final Node node;

    public GuidePane(UiContext context, Trial trial) {
        node = new FirstRunGuide(context, trial, "Connect an agent").node();
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public void shown() {
        node.requestFocus();
    }

    @Override
    public void hidden() {
        // Nothing goes on in it.
    }

    @Override
    public void key(KeyEvent event) {
        // Tab and space do everything here.
    }
}
