package dev.countersign.ui.inbox;

import dev.countersign.ui.ConsolePane;
import dev.countersign.ui.UiContext;
import javafx.scene.Node;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.StackPane;

/// The first steps, for whoever connects another agent later. Confined to the FX thread.
public final class GuidePane implements ConsolePane {
    private final StackPane node = new StackPane();
    private final UiContext context;
    private final Trial trial;

    public GuidePane(UiContext context, Trial trial) {
        this.context = context;
        this.trial = trial;
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public void shown() {
        if (node.getChildren().isEmpty()) {
            node.getChildren().add(new FirstRunGuide(context, trial, "Connect an agent").node());
        }
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
