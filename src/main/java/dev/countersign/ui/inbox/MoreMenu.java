package dev.countersign.ui.inbox;

import dev.countersign.toolcall.AgentSession;
import dev.countersign.ui.AgentMenu;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import javafx.geometry.Side;
import javafx.scene.Node;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;

/// What else can be done about a card and the agent that asks. Confined to the FX thread.
final class MoreMenu {
    private final UiContext context;
    private final Runnable separate;
    private final Runnable denyAll;

    /// @param denyAll asks for a reason and denies all that the agent has waiting
    MoreMenu(UiContext context, Runnable separate, Runnable denyAll) {
        this.context = context;
        this.separate = separate;
        this.denyAll = denyAll;
    }

    /// Stops every start, or lets them go on.
    void toggleHoldAll() {
        boolean on = !context.model().switchesProperty().get().holdAll();
        context.background().execute(() -> context.model().desk().holdAll(on));
    }

    void open(Subject subject, Node anchor) {
        AgentSession agent = subject.call().session();
        String name = Words.oneLine(agent.name());
        MenuItem deny = new MenuItem("Deny this and all that " + name + " has waiting…");
        deny.setId("deny-all");
        deny.setDisable(!subject.isWaiting());
        deny.setOnAction(_ -> denyAll.run());
        MenuItem apart = new MenuItem("Decide one by one");
        apart.setDisable(!subject.row().isBatch());
        apart.setOnAction(_ -> separate.run());
        MenuItem copy = new MenuItem("Copy the command");
        copy.setOnAction(_ -> {
            ClipboardContent content = new ClipboardContent();
            content.putString(subject.command());
            Clipboard.getSystemClipboard().setContent(content);
        });
        ContextMenu menu = new ContextMenu();
        menu.getItems().addAll(deny, apart, copy, new SeparatorMenuItem());
        menu.getItems().addAll(AgentMenu.items(context, agent));
        menu.show(anchor, Side.TOP, 0, 0);
    }
}
