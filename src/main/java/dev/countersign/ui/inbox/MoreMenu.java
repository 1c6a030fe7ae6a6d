package dev.countersign.ui.inbox;

import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.RunConditions;
import dev.countersign.toolcall.Sandbox;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.AgentMenu;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Side;
import javafx.scene.Node;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.RadioMenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What else can be done about a card and the agent that asks. Confined to the FX thread.
final class MoreMenu {
    private static final Logger LOG = LoggerFactory.getLogger(MoreMenu.class);

    private final UiContext context;
    private final Runnable separate;
    private final Runnable denyAll;
    private Optional<String> obstacle = Optional.empty();

    /// @param denyAll asks for a reason and denies all that the agent has waiting
    MoreMenu(UiContext context, Runnable separate, Runnable denyAll) {
        this.context = context;
        this.separate = separate;
        this.denyAll = denyAll;
        context.background()
                .execute(() -> {
                    Optional<String> why = context.model().desk().sandboxObstacle();
                    context.feed().execute(() -> obstacle = why);
                });
    }

    /// How it is to be run, should it be approved.
    private List<MenuItem> conditions(Subject subject) {
        RunConditions now = subject.record().conditions();
        boolean possible = subject.isWaiting() && !subject.row().isBatch();
        CheckMenuItem terminal = new CheckMenuItem("Run it in a pseudo-terminal");
        terminal.setId("choose-terminal");
        terminal.setSelected(now.pseudoTerminal());
        terminal.setDisable(!possible);
        terminal.setOnAction(_ ->
                choose(subject, new RunConditions(terminal.isSelected(), now.sandbox())));
        List<MenuItem> items = new ArrayList<>();
        items.add(terminal);
        items.add(sandbox(subject, possible, "Run it without a sandbox", Optional.empty()));
        items.add(
                sandbox(
                        subject,
                        possible && obstacle.isEmpty(),
                        "Run it in a sandbox, without network",
                        Optional.of(new Sandbox(false))));
        items.add(
                sandbox(
                        subject,
                        possible && obstacle.isEmpty(),
                        "Run it in a sandbox, with network",
                        Optional.of(new Sandbox(true))));
        obstacle.ifPresent(why -> {
            MenuItem reason = new MenuItem("No sandbox: " + Words.oneLine(why));
            reason.setDisable(true);
            items.add(reason);
        });
        return items;
    }

    private MenuItem sandbox(
            Subject subject, boolean possible, String words, Optional<Sandbox> sandbox) {
        RunConditions now = subject.record().conditions();
        RadioMenuItem item = new RadioMenuItem(words);
        item.setId(
                "choose-sandbox-"
                        + sandbox.map(shut -> shut.network() ? "network" : "closed").orElse("none"));
        item.setSelected(now.sandbox().equals(sandbox));
        item.setDisable(!possible);
        item.setOnAction(_ -> choose(subject, new RunConditions(now.pseudoTerminal(), sandbox)));
        return item;
    }

    private void choose(Subject subject, RunConditions conditions) {
        ToolCallId id = subject.row().id();
        context.background()
                .execute(() -> {
                    try {
                        context.model().desk().choose(id, conditions);
                    } catch (UncheckedIOException | IllegalArgumentException e) {
                        LOG.error("{} is run as before: {}", id, e.getMessage());
                    }
                });
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
        menu.getItems().addAll(conditions(subject));
        menu.getItems().add(new SeparatorMenuItem());
        menu.getItems().addAll(AgentMenu.items(context, agent));
        menu.show(anchor, Side.TOP, 0, 0);
    }
}
