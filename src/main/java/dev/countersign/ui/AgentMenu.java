package dev.countersign.ui;

import dev.countersign.supervision.PersonDesk;
import dev.countersign.supervision.SessionSwitches;
import dev.countersign.toolcall.AgentSession;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.geometry.Side;
import javafx.scene.Node;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;

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
                        "Dry run: only assess what " + name + " asks, run nothing",
                        switches.dryRun().contains(agent.id()),
                        on -> desk.dryRun(agent.id(), on)));
    }

    /// Opens them below a node.
    ///
    /// @param remedy the command that closes the agent's own shell, where there is one to offer
    public static void open(
            UiContext context, AgentSession agent, Optional<String> remedy, Node anchor) {
        ContextMenu menu = new ContextMenu();
        menu.getItems().addAll(items(context, agent));
        remedy.ifPresent(line -> menu.getItems().add(copy(line)));
        menu.show(anchor, Side.BOTTOM, 0, 4);
    }

    /// Opens one menu for several agents, each with its own below its name.
    ///
    /// @param remedy the command that closes an agent's own shell, where there is one to offer
    public static void openAll(
            UiContext context,
            List<AgentSession> agents,
            Function<AgentSession, Optional<String>> remedy,
            Node anchor) {
        ContextMenu menu = new ContextMenu();
        for (AgentSession agent : agents) {
            Menu own =
                    new Menu(
                            Words.oneLine(agent.name())
                                    + "  "
                                    + context.path(agent.workspace().directory()));
            own.setMnemonicParsing(false);
            own.getItems().addAll(items(context, agent));
            remedy.apply(agent).ifPresent(line -> own.getItems().add(copy(line)));
            menu.getItems().add(own);
        }
        menu.show(anchor, Side.BOTTOM, 0, 4);
    }

    private static MenuItem copy(String line) {
        MenuItem item = new MenuItem("Copy the command that connects it: " + line);
        item.setId("copy-connect");
        item.setMnemonicParsing(false);
        item.setOnAction(_ -> {
            ClipboardContent content = new ClipboardContent();
            content.putString(line);
            Clipboard.getSystemClipboard().setContent(content);
        });
        return item;
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
