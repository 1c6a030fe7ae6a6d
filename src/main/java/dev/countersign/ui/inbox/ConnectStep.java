package dev.countersign.ui.inbox;

import dev.countersign.supervision.connect.AgentFiles;
import dev.countersign.supervision.connect.AgentKind;
import dev.countersign.supervision.connect.ConnectPlan;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// How an agent is connected: what would change in its files, a button that changes them and keeps
/// a copy, and the same to copy. Confined to the FX thread.
final class ConnectStep {
    /// So many lines of a change are shown.
    private static final int MOST_LINES = 14;

    /// What there is to know of an agent on this computer.
    ///
    /// @param connected what would change is nothing
    /// @param problem why its files cannot be changed
    private record Look(
            ConnectPlan plan,
            List<AgentFiles.Change> changes,
            boolean connected,
            Optional<String> problem) {}

    private final UiContext context;
    private final VBox node = new VBox();
    private final VBox content = new VBox();
    private final List<ConnectSnippet> agents;
    private Optional<ConnectSnippet> shown = Optional.empty();

    ConnectStep(UiContext context) {
        this.context = context;
        agents = ConnectSnippet.all(context.launcher(), context.home());
        HBox tabs = new HBox();
        tabs.getStyleClass().add("guide-tabs");
        ToggleGroup group = new ToggleGroup();
        for (ConnectSnippet client : agents) {
            ToggleButton tab = new ToggleButton(client.agent());
            tab.setToggleGroup(group);
            tab.getStyleClass().addAll("guide-tab");
            tab.setAccessibleText("How to connect " + client.agent());
            tab.setId("connect-" + client.agent().replace(' ', '-'));
            tab.setUserData(client);
            tabs.getChildren().add(tab);
        }
        group.selectedToggleProperty()
                .addListener((_, before, now) -> {
                    if (now == null) {
                        // A second click on the chosen tab leaves it chosen.
                        group.selectToggle(before);
                        return;
                    }
                    show((ConnectSnippet) now.getUserData());
                });
        content.getStyleClass().add("guide-snippets");
        node.getChildren().addAll(tabs, content);
        node.getStyleClass().add("guide-box");
        group.selectToggle(group.getToggles().getFirst());
    }

    Node node() {
        return node;
    }

    private void show(ConnectSnippet client) {
        shown = Optional.of(client);
        content.getChildren().setAll(snippets(client));
        AgentKind.named(client.agent()).ifPresent(kind -> look(client, kind));
    }

    private void look(ConnectSnippet client, AgentKind kind) {
        context.background()
                .execute(() -> {
                    Look look = look(kind);
                    context.feed().execute(() -> show(client, look));
                });
    }

    private Look look(AgentKind kind) {
        ConnectPlan plan =
                ConnectPlan.of(
                        kind,
                        Optional.empty(),
                        ConnectSnippet.launcher(context.launcher()),
                        new ConnectPlan.Places(context.home(), System.getenv()));
        try {
            List<AgentFiles.Change> changes =
                    AgentFiles.preview(plan).stream().filter(change -> !change.isNone()).toList();
            return new Look(plan, changes, changes.isEmpty(), Optional.empty());
        } catch (IOException e) {
            return new Look(plan, List.of(), false, Optional.of(String.valueOf(e.getMessage())));
        }
    }

    private void show(ConnectSnippet client, Look look) {
        if (!shown.equals(Optional.of(client))) {
            return;
        }
        content.getChildren().setAll(change(client, look));
        content.getChildren().addAll(snippets(client));
    }

    private Node change(ConnectSnippet client, Look look) {
        VBox box = new VBox(6);
        if (look.problem().isPresent()) {
            Label problem =
                    Texts.wrapping(
                            "Countersign cannot make the change: "
                                    + Words.oneLine(look.problem().get()),
                            "body",
                            "danger-text");
            problem.setId("connect-problem");
            box.getChildren().add(problem);
            return box;
        }
        box.getChildren().add(look.connected() ? connected(client, look) : offer(client, look));
        look.changes().forEach(change -> box.getChildren().add(diff(change)));
        look.plan()
                .notes()
                .forEach(note -> box.getChildren().add(Texts.wrapping(note, "meta", "asks-text")));
        return box;
    }

    private Node offer(ConnectSnippet client, Look look) {
        Button write =
                Buttons.action(
                        Feather.CHECK,
                        "Make this change",
                        Optional.empty(),
                        () -> act(client, () -> AgentFiles.write(look.changes())));
        write.setId("connect-write");
        write.setAccessibleText("Make this change to the files of " + client.agent());
        return row(
                Texts.fixed("Let Countersign make the change", "strong"),
                Texts.label("a copy of each file is kept beside it", "meta", "quiet"),
                write);
    }

    private Node connected(ConnectSnippet client, Look look) {
        Button undo =
                Buttons.action(
                        Feather.ROTATE_CCW,
                        "Take it back",
                        Optional.empty(),
                        () ->
                                act(
                                        client,
                                        () ->
                                                AgentFiles.writeUndo(
                                                        AgentFiles.previewUndo(look.plan()))));
        undo.setId("connect-undo");
        undo.setAccessibleText("Put the files of " + client.agent() + " back as they were");
        Label words = Texts.label(client.agent() + " is connected. Start it anew.", "strong");
        words.setId("connected");
        HBox told = new HBox(Icons.styled(Feather.CHECK_CIRCLE, "done"), words);
        told.getStyleClass().add("tight");
        told.setAlignment(Pos.CENTER_LEFT);
        return row(told, Texts.label("", "meta"), undo);
    }

    private static Node row(Node title, Node note, Node action) {
        HBox row = new HBox(title, note, Texts.spring(), action);
        row.getStyleClass().add("tight");
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }

    /// A deed on the disk.
    private interface Deed {
        void run() throws IOException;
    }

    private void act(ConnectSnippet client, Deed deed) {
        AgentKind.named(client.agent())
                .ifPresent(kind ->
                        context.background()
                                .execute(() -> {
                                    Optional<String> failure = attempt(deed);
                                    Look look = look(kind);
                                    Look told =
                                            failure.isEmpty()
                                                    ? look
                                                    : new Look(
                                                            look.plan(), List.of(), false, failure);
                                    context.feed().execute(() -> show(client, told));
                                }));
    }

    private static Optional<String> attempt(Deed deed) {
        try {
            deed.run();
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private Node diff(AgentFiles.Change change) {
        List<String> lines = new ArrayList<>(change.lines());
        int more = lines.size() - MOST_LINES;
        if (more > 0) {
            lines = new ArrayList<>(lines.subList(0, MOST_LINES));
            lines.add("… " + Words.count(more, "line") + " more");
        }
        Label text =
                Texts.wrapping(
                        String.join("\n", lines.stream().map(Words::exact).toList()),
                        "mono",
                        "snippet-text");
        text.setId("connect-diff");
        VBox box =
                new VBox(
                        4,
                        Texts.wrapping(
                                context.path(change.file())
                                        + (change.before().isEmpty() ? " (new)" : ""),
                                "meta",
                                "quiet"),
                        text);
        box.getStyleClass().add("snippet");
        return box;
    }

    private static List<Node> snippets(ConnectSnippet client) {
        List<Node> nodes = new ArrayList<>();
        client.command()
                .ifPresent(command ->
                        nodes.add(snippet("Or with one command", "in a terminal", command)));
        nodes.add(
                snippet(
                        client.command().isPresent()
                                ? "Or add it yourself"
                                : "Add it to its settings",
                        client.place(),
                        client.settings()));
        nodes.add(
                Texts.wrapping(
                        "Countersign sees what the agent runs through it. "
                                + client.exposure().orElse(""),
                        "meta",
                        "quiet"));
        return nodes;
    }

    private static Node snippet(String title, String place, String text) {
        HBox head = new HBox(Texts.fixed(title, "strong"), Texts.label(place, "meta", "quiet"));
        head.setAlignment(Pos.BASELINE_LEFT);
        head.getStyleClass().add("tight");
        return new VBox(6, head, snippetBox(text));
    }

    static HBox snippetBox(String text) {
        Label code = Texts.wrapping(text, "mono", "snippet-text");
        HBox.setHgrow(code, Priority.ALWAYS);
        code.setMaxWidth(Double.MAX_VALUE);
        Button copy = Buttons.copy("the snippet", () -> text);
        copy.setMinWidth(Region.USE_PREF_SIZE);
        HBox box = new HBox(code, copy);
        box.getStyleClass().add("snippet");
        box.setAlignment(text.contains("\n") ? Pos.TOP_LEFT : Pos.CENTER_LEFT);
        return box;
    }
}
