package dev.countersign.ui.window;

import dev.countersign.journal.CallRecord;
import dev.countersign.supervision.SessionSwitches;
import dev.countersign.supervision.connect.AgentExposure;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.ui.AgentMenu;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.beans.value.ObservableValue;
import javafx.collections.ListChangeListener;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.stage.Window;

/// The connected agents with how many of their calls wait, each with its menu; one button for all
/// of them where there is no room for each. Confined to the FX thread.
final class AgentsRow {
    private static final double TIP_WIDTH = 420;

    /// So much of a name must be seen to tell agents apart, in sizes of its letters.
    private static final double LETTERS_OF_A_NAME = 3.5;

    private final UiContext context;
    private final HBox node = new HBox();
    private final AgentExposures exposures;

    /// A button for each agent that is there. It stays the same while what stands on it changes:
    /// its menu may be open, or it may have the focus.
    private final Map<AgentSession, Button> buttons = new HashMap<>();

    private final ObservableValue<Boolean> showing;
    private List<Object> shown = List.of();
    private List<Button> each = List.of();
    private Button together = new Button();
    private boolean narrow;

    AgentsRow(UiContext context) {
        this.context = context;
        node.getStyleClass().add("agents");
        node.setAlignment(Pos.CENTER_LEFT);
        node.setMinWidth(0);
        HBox.setHgrow(node, Priority.ALWAYS);
        exposures = new AgentExposures(context, this::show);
        showing =
                node.sceneProperty()
                        .flatMap(Scene::windowProperty)
                        .flatMap(Window::showingProperty)
                        .orElse(false);
        showing.subscribe(_ -> fit());
        node.widthProperty().subscribe(_ -> fit());
        context.model().switchesProperty().subscribe(_ -> show());
        context.model().agents().addListener((ListChangeListener<AgentSession>) _ -> show());
        context.model().onChange(_ -> show());
        show();
    }

    Node node() {
        return node;
    }

    /// Names and places of agents are shorter in a narrow window.
    void setNarrow(boolean now) {
        narrow = now;
        show();
    }

    private void show() {
        Map<AgentSessionId, Integer> waiting = new HashMap<>();
        for (CallRecord record : context.model().waiting()) {
            waiting.merge(record.call().session().id(), 1, Integer::sum);
        }
        List<Object> now =
                List.of(
                        List.copyOf(context.model().agents()),
                        waiting,
                        context.model().agents().stream().map(exposures::of).toList(),
                        narrow,
                        context.model().switchesProperty().get());
        if (now.equals(shown)) {
            return;
        }
        shown = now;
        List<AgentSession> there = context.model().agents().stream().distinct().toList();
        buttons.keySet().retainAll(there);
        each =
                there.stream()
                        .map(agent -> fill(agent, waiting.getOrDefault(agent.id(), 0)))
                        .toList();
        together = together(waiting.values().stream().mapToInt(Integer::intValue).sum());
        place(each);
        fit();
    }

    /// Nothing is placed anew without need: a menu goes away with the button that it belongs to.
    private void place(List<Button> wanted) {
        if (!node.getChildren().equals(wanted)) {
            node.getChildren().setAll(wanted);
        }
    }

    private static Button button() {
        Button button = new Button();
        button.getStyleClass().addAll("flat", "agent-button");
        button.setMinWidth(0);
        return button;
    }

    private Button fill(AgentSession agent, int waiting) {
        Button button = buttons.computeIfAbsent(agent, _ -> button());
        button.setGraphic(face(agent, waiting));
        Optional<AgentExposure> exposure = exposures.of(agent);
        String words =
                words(agent, waiting)
                        + exposure.map(known -> ". " + known.words()).orElse("")
                        + exposure.flatMap(AgentExposure::remedy)
                                .map(line -> " To mend it: " + line)
                                .orElse("");
        button.setAccessibleText(words);
        Tooltip tip = new Tooltip(words);
        tip.setWrapText(true);
        tip.setMaxWidth(TIP_WIDTH);
        button.setTooltip(tip);
        button.setOnAction(_ ->
                AgentMenu.open(context, agent, exposure.flatMap(AgentExposure::remedy), button));
        return button;
    }

    private HBox face(AgentSession agent, int waiting) {
        Region dot = new Region();
        dot.getStyleClass().addAll("status-dot", "good");
        String name = Words.oneLine(agent.name());
        Label nameLabel = Texts.label(name, "strong", "agent-name");
        HBox face = new HBox(dot, nameLabel);
        place(agent)
                .ifPresent(place -> face.getChildren().add(Texts.label(place, "meta", "quiet")));
        if (waiting > 0) {
            face.getChildren().add(Texts.fixed(Integer.toString(waiting), "count-badge"));
        }
        SessionSwitches switches = context.model().switchesProperty().get();
        if (switches.held().contains(agent.id())) {
            face.getChildren().add(Texts.fixed("held", "flag-chip"));
        }
        if (switches.dryRun().contains(agent.id())) {
            face.getChildren().add(Texts.fixed("dry run", "flag-chip"));
        }
        exposures
                .of(agent)
                .flatMap(known -> chip(known.state()))
                .ifPresent(face.getChildren()::add);
        face.getStyleClass().add("agent");
        face.setAlignment(Pos.CENTER_LEFT);
        face.setMouseTransparent(true);
        return face;
    }

    /// Where there is little room the name alone tells agents apart as long as it can; the tooltip
    /// has the whole place.
    private Optional<String> place(AgentSession agent) {
        Path folder = agent.workspace().directory();
        if (!narrow) {
            return Optional.of(context.path(folder));
        }
        long namesakes =
                context.model().agents().stream()
                        .filter(other -> other.name().equals(agent.name()))
                        .count();
        return namesakes > 1 && folder.getFileName() != null
                ? Optional.of(Words.oneLine(folder.getFileName().toString()))
                : Optional.empty();
    }

    /// Where there is little room only what wants attention is shown, by a mark; words are in the
    /// tooltip.
    private Optional<Node> chip(AgentExposure.State state) {
        if (state.isClosed()) {
            return narrow
                    ? Optional.empty()
                    : Optional.of(Texts.fixed(state.label(), "meta", "quiet", "exposure"));
        }
        return Optional.of(Texts.fixed(narrow ? "!" : state.label(), "flag-chip", "exposure"));
    }

    /// Where there is no room for each of them, one button stands for all.
    private void fit() {
        if (each.size() < 2 || node.getWidth() <= 0 || !showing.getValue()) {
            return;
        }
        place(each);
        node.applyCss();
        double needed = node.getSpacing() * (each.size() - 1);
        for (Button button : each) {
            Insets padding = button.getPadding();
            needed += padding.getLeft() + padding.getRight();
            if (button.getGraphic().lookup(".agent-name") instanceof Label name) {
                double least = LETTERS_OF_A_NAME * name.getFont().getSize();
                name.setMinWidth(Math.min(name.prefWidth(-1), least));
            }
            needed += button.getGraphic().minWidth(-1);
        }
        if (needed > node.getWidth()) {
            place(List.of(together));
        }
    }

    private Button together(int waiting) {
        Region dot = new Region();
        dot.getStyleClass().addAll("status-dot", "good");
        List<AgentSession> all = List.copyOf(context.model().agents());
        HBox face = new HBox(dot, Texts.fixed(Words.count(all.size(), "agent"), "strong"));
        if (waiting > 0) {
            face.getChildren().add(Texts.fixed(Integer.toString(waiting), "count-badge"));
        }
        boolean open =
                all.stream()
                        .flatMap(agent -> exposures.of(agent).stream())
                        .anyMatch(exposure -> !exposure.state().isClosed());
        if (open) {
            face.getChildren().add(Texts.fixed("!", "flag-chip", "exposure"));
        }
        face.getStyleClass().add("agent");
        face.setAlignment(Pos.CENTER_LEFT);
        face.setMouseTransparent(true);
        Button button = new Button();
        button.setGraphic(face);
        button.setId("all-agents");
        button.getStyleClass().addAll("flat", "agent-button");
        button.setMinWidth(Region.USE_PREF_SIZE);
        String words =
                Words.count(all.size(), "agent")
                        + ", "
                        + Words.count(waiting, "waiting call")
                        + (open ? ". Some can run commands unseen" : "");
        button.setAccessibleText(words);
        button.setTooltip(new Tooltip(words));
        button.setOnAction(_ ->
                AgentMenu.openAll(
                        context,
                        all,
                        agent -> exposures.of(agent).flatMap(AgentExposure::remedy),
                        button));
        return button;
    }

    private static String words(AgentSession agent, int waiting) {
        return Words.oneLine(agent.name())
                + (agent.version().isEmpty() ? "" : " " + Words.oneLine(agent.version()))
                + (agent.pid().isPresent() ? ", pid " + agent.pid().getAsLong() : "")
                + ", "
                + Words.exact(agent.workspace().directory().toString())
                + ", "
                + Words.count(waiting, "waiting call");
    }
}
