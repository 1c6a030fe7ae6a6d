package dev.countersign.ui;

import dev.countersign.supervision.PersonDesk;
import dev.countersign.supervision.SessionSwitches;
import dev.countersign.toolcall.AgentSession;
import java.util.List;
import java.util.function.Consumer;
import javafx.geometry.Side;
import javafx.scene.Node;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;

/// What can be switched for one agent. Confined to the FX thread.
public final class AgentMenu {
    private AgentMenu() {}

    /// The items: hold it, only judge what it asks.
    public static List<MenuItem> items(UiContext context, AgentSession agent) {
        String name = Words.oneLine(agent.name());
        SessionSwitches switches = context.model().switchesProperty().get();
        PersonDesk desk = context.model().desk();
        return List.of(
                item(
                        context,
                        "hold-agent",
                        "Hold " + name + ": nothing of it starts",
                        switches.held().contains(agent.id()),
                        on -> desk.hold(agent.id(), on)),
                item(
                        context,
                        "dry-run-agent",
                        "Dry run: only judge what " + name + " asks, run nothing",
                        switches.dryRun().contains(agent.id()),
                        on -> desk.dryRun(agent.id(), on)));
    }

    /// Opens them below a node.
    public static void open(UiContext context, AgentSession agent, Node anchor) {
        ContextMenu menu = new ContextMenu();
        menu.getItems().addAll(items(context, agent));
        menu.show(anchor, Side.BOTTOM, 0, 4);
    }

    private static MenuItem item(
            UiContext context, String id, String words, boolean on, Consumer<Boolean> toggle) {
        CheckMenuItem item = new CheckMenuItem(words);
        item.setId(id);
        item.setSelected(on);
        item.setOnAction(_ -> {
            boolean now = item.isSelected();
            context.background().execute(() -> toggle.accept(now));
        });
        return item;
    }
}
