package dev.countersign.ui.inbox;

import dev.countersign.ui.Buttons;
import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// What a newcomer sees: how an agent is connected, what happens then, how to decide. Confined to
/// the FX thread.
final class FirstRunGuide {
    private final UiContext context;
    private final ScrollPane scroll;
    private final VBox snippets = new VBox();

    FirstRunGuide(UiContext context) {
        this.context = context;
        VBox page = new VBox();
        page.getStyleClass().add("guide");
        page.setMaxWidth(Region.USE_PREF_SIZE);
        page.getChildren()
                .addAll(
                        new VBox(
                                Texts.wrapping(
                                        "Nothing is waiting. Connect your first agent.",
                                        "first-title"),
                                Texts.wrapping(
                                        "Its shell commands will stop here until you, or a rule you"
                                                + " wrote, let them run.",
                                        "lead",
                                        "quiet")),
                        steps(),
                        clients(),
                        demo());
        StackPane middle = new StackPane(page);
        middle.getStyleClass().add("guide-ground");
        StackPane.setAlignment(page, Pos.TOP_CENTER);
        scroll = new ScrollPane(middle);
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.getStyleClass().add("card-scroll");
        scroll.setFocusTraversable(false);
        scroll.setAccessibleText("How to connect an agent");
    }

    Node node() {
        return scroll;
    }

    private static Node steps() {
        HBox decide =
                new HBox(
                        Texts.keyCap("A"),
                        Texts.fixed("approves,", "quiet"),
                        Texts.keyCap("D"),
                        Texts.fixed("denies.", "quiet"));
        HBox reason = new HBox(Texts.keyCap("R"), Texts.fixed("denies with a reason.", "quiet"));
        decide.getStyleClass().add("tight");
        reason.getStyleClass().add("tight");
        GridPane steps = new GridPane();
        ColumnConstraints third = new ColumnConstraints();
        third.setPercentWidth(100.0 / 3);
        steps.getColumnConstraints().addAll(third, third, third);
        steps.addRow(
                0,
                step(
                        1,
                        "Connect an agent",
                        Texts.wrapping(
                                "Add Countersign to the agent’s own settings, as below.", "quiet")),
                step(
                        2,
                        "Ask it for something",
                        Texts.wrapping(
                                "Restart the agent in its project folder, then “run the tests”."
                                        + " The call appears here.",
                                "quiet")),
                step(3, "Decide", new VBox(4, decide, reason)));
        steps.getStyleClass().add("steps");
        return steps;
    }

    private static Node step(int number, String title, Node text) {
        Label badge = Texts.fixed(Integer.toString(number), "step-number");
        HBox head = new HBox(badge, Texts.label(title, "strong"));
        head.getStyleClass().add("step-head");
        head.setAlignment(Pos.CENTER_LEFT);
        VBox step = new VBox(head, text);
        step.getStyleClass().addAll("step", "step-" + number);
        return step;
    }

    private Node clients() {
        HBox tabs = new HBox();
        tabs.getStyleClass().add("guide-tabs");
        ToggleGroup group = new ToggleGroup();
        for (ConnectSnippet client : ConnectSnippet.all(context.launcher())) {
            ToggleButton tab = new ToggleButton(client.agent());
            tab.setToggleGroup(group);
            tab.getStyleClass().addAll("guide-tab");
            tab.setAccessibleText("How to connect " + client.agent());
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
        group.selectToggle(group.getToggles().getFirst());
        snippets.getStyleClass().add("guide-snippets");
        VBox box = new VBox(tabs, snippets);
        box.getStyleClass().add("guide-box");
        return box;
    }

    private void show(ConnectSnippet client) {
        snippets.getChildren().clear();
        client.command()
                .ifPresent(command ->
                        snippets.getChildren()
                                .add(snippet("With one command", "in a terminal", command)));
        snippets.getChildren()
                .addAll(
                        snippet(
                                client.command().isPresent()
                                        ? "Or add it yourself"
                                        : "Add it to its settings",
                                client.place(),
                                client.settings()),
                        Texts.wrapping(
                                "Countersign sees what the agent runs through it. "
                                        + client.exposure().orElse(""),
                                "meta",
                                "quiet"));
    }

    private static Node snippet(String title, String place, String text) {
        HBox head = new HBox(Texts.fixed(title, "strong"), Texts.label(place, "meta", "quiet"));
        head.setAlignment(Pos.BASELINE_LEFT);
        head.getStyleClass().add("tight");
        return new VBox(6, head, snippetBox(text));
    }

    private static HBox snippetBox(String text) {
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

    private Node demo() {
        HBox listening = new HBox();
        listening.getStyleClass().add("tight");
        listening.setAlignment(Pos.CENTER_RIGHT);
        Label state = Texts.fixed("", "meta", "quiet");
        Region dot = new Region();
        dot.getStyleClass().addAll("dot");
        context.model()
                .statusProperty()
                .subscribe(status -> {
                    boolean open = status.socketPath().isPresent();
                    dot.getStyleClass().setAll("dot", open ? "good" : "bad");
                    state.setText(
                            !open
                                    ? "not listening"
                                    : status.agents() == 0
                                            ? "listening, no agent yet"
                                            : "listening, an agent is connected");
                });
        listening.getChildren().addAll(dot, state);
        HBox head =
                new HBox(
                        Icons.quiet(Feather.PLAY),
                        Texts.fixed("Try the demo agent", "strong"),
                        Texts.label("a scripted agent, in a throw-away folder", "meta", "quiet"),
                        Texts.spring(),
                        listening);
        head.getStyleClass().add("tight");
        head.setAlignment(Pos.CENTER_LEFT);
        return new VBox(
                6, head, snippetBox(ConnectSnippet.shellWord(context.launcher()) + " demo"));
    }
}
