package dev.countersign.ui.window;

import dev.countersign.journal.CallRecord;
import dev.countersign.settings.Theme;
import dev.countersign.supervision.SessionSwitches;
import dev.countersign.supervision.connect.AgentExposure;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.ui.AgentMenu;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.beans.property.ObjectProperty;
import javafx.collections.ListChangeListener;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.kordamp.ikonli.feather.Feather;

/// Name, connected agents with how many of their calls wait, and the choice of colours.
final class TopBar {
    private static final PseudoClass HELD = PseudoClass.getPseudoClass("held");

    private static final double TIP_WIDTH = 420;
    private static final double NARROW = 960;

    private final UiContext context;
    private final ObjectProperty<Theme> theme;
    private final HBox node = new HBox();
    private final HBox agents = new HBox();
    private final Button themeButton;
    private final Tooltip themeTip = new Tooltip();
    private final Button hold = new Button();
    private final AgentExposures exposures;
    /// A button for each agent that is there. It stays the same while what stands on it changes: its
    /// menu may be open, or it may have the focus.
    private final Map<AgentSessionId, Button> agentButtons = new HashMap<>();

    private List<Object> shown = List.of();

    /// The bar over a context.
    ///
    /// @param showKeys opens the list of keys
    /// @param compact goes over to the narrow window
    /// @param search looks through all kept calls
    TopBar(
            UiContext context,
            ObjectProperty<Theme> theme,
            Runnable showKeys,
            Runnable compact,
            GlobalSearch search) {
        this.context = context;
        this.theme = theme;
        node.getStyleClass().add("top-bar");
        node.setAlignment(Pos.CENTER_LEFT);
        HBox name =
                new HBox(
                        Icons.styled(Feather.CHECK_SQUARE, "logo"),
                        Texts.fixed("Countersign", "strong", "product"));
        name.getStyleClass().add("logo-and-name");
        name.setAlignment(Pos.CENTER_LEFT);
        name.setMinWidth(Region.USE_PREF_SIZE);
        agents.getStyleClass().add("agents");
        agents.setAlignment(Pos.CENTER_LEFT);
        agents.setMinWidth(0);
        HBox.setHgrow(agents, Priority.ALWAYS);
        themeButton = Buttons.icon(Feather.MOON, "", this::nextTheme);
        themeButton.setId("theme");
        themeButton.setTooltip(themeTip);
        Button keys = Buttons.icon(Feather.HELP_CIRCLE, "Keys (?)", showKeys);
        keys.setId("keys");
        hold.setId("hold-all");
        hold.getStyleClass().addAll("action", "hold-all");
        hold.setOnAction(_ -> {
            boolean on = !context.model().switchesProperty().get().holdAll();
            context.background().execute(() -> context.model().desk().holdAll(on));
        });
        hold.setMinWidth(Region.USE_PREF_SIZE);
        Button narrow =
                Buttons.icon(
                        Feather.MINIMIZE_2, "Narrow window that stays on top (Ctrl+M)", compact);
        narrow.setId("enter-compact");
        node.getChildren().addAll(name, agents, hold, search, narrow, keys, themeButton);
        exposures = new AgentExposures(context, this::showAgents);
        context.model().switchesProperty().subscribe(_ -> showHold());
        theme.subscribe(_ -> showTheme());
        node.widthProperty().subscribe(_ -> showAgents());
        context.model().agents().addListener((ListChangeListener<AgentSession>) _ -> showAgents());
        context.model().onChange(_ -> showAgents());
        showAgents();
    }

    Node node() {
        return node;
    }

    private void nextTheme() {
        theme.set(
                switch (theme.get()) {
                    case SYSTEM -> Theme.LIGHT;
                    case LIGHT -> Theme.DARK;
                    case DARK -> Theme.SYSTEM;
                });
    }

    private void showHold() {
        boolean on = context.model().switchesProperty().get().holdAll();
        String word = on ? "Let go" : "Hold all";
        hold.setGraphic(
                Buttons.face(
                        Icons.styled(on ? Feather.PLAY : Feather.PAUSE, "of-button"),
                        word,
                        Optional.of("H")));
        hold.setAccessibleText(
                on ? "Let go: held commands start" : "Hold all: nothing starts until you let go");
        hold.setTooltip(new Tooltip(hold.getAccessibleText()));
        hold.pseudoClassStateChanged(HELD, on);
        showAgents();
    }

    private void showTheme() {
        Theme now = theme.get();
        String words =
                switch (now) {
                    case SYSTEM -> "Colours: like the desktop";
                    case LIGHT -> "Colours: light";
                    case DARK -> "Colours: dark";
                };
        themeButton.setGraphic(
                Icons.styled(
                        switch (now) {
                            case SYSTEM -> Feather.MONITOR;
                            case LIGHT -> Feather.SUN;
                            case DARK -> Feather.MOON;
                        },
                        "of-button"));
        themeButton.setAccessibleText(words);
        themeTip.setText(words);
    }

    private void showAgents() {
        Map<AgentSessionId, Integer> waiting = new HashMap<>();
        for (CallRecord record : context.model().waiting()) {
            waiting.merge(record.call().session().id(), 1, Integer::sum);
        }
        List<Object> now =
                List.of(
                        List.copyOf(context.model().agents()),
                        waiting,
                        context.model().agents().stream().map(exposures::of).toList(),
                        isNarrow(),
                        context.model().switchesProperty().get());
        if (now.equals(shown)) {
            return;
        }
        shown = now;
        List<AgentSession> there = context.model().agents();
        agentButtons.keySet().retainAll(there.stream().map(AgentSession::id).toList());
        List<Button> buttons =
                there.stream()
                        .map(agent -> agentButton(agent, waiting.getOrDefault(agent.id(), 0)))
                        .toList();
        if (!agents.getChildren().equals(buttons)) {
            agents.getChildren().setAll(buttons);
        }
    }

    private static Button agentButton() {
        Button button = new Button();
        button.getStyleClass().addAll("flat", "agent-button");
        button.setMinWidth(0);
        return button;
    }

    private Button agentButton(AgentSession agent, int waiting) {
        Button button = agentButtons.computeIfAbsent(agent.id(), _ -> agentButton());
        button.setGraphic(face(agent, waiting));
        Optional<AgentExposure> exposure = exposures.of(agent);
        String words =
                words(agent, Words.oneLine(agent.name()), waiting)
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
        dot.getStyleClass().addAll("dot", "good");
        String name = Words.oneLine(agent.name());
        Label nameLabel = Texts.label(name, "strong");
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
        if (!isNarrow()) {
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
            return isNarrow()
                    ? Optional.empty()
                    : Optional.of(Texts.fixed(state.label(), "meta", "quiet", "exposure"));
        }
        return Optional.of(Texts.fixed(isNarrow() ? "!" : state.label(), "flag-chip", "exposure"));
    }

    private boolean isNarrow() {
        return node.getWidth() > 0 && node.getWidth() < NARROW;
    }

    private static String words(AgentSession agent, String name, int waiting) {
        return name
                + (agent.version().isEmpty() ? "" : " " + Words.oneLine(agent.version()))
                + (agent.pid().isPresent() ? ", pid " + agent.pid().getAsLong() : "")
                + ", "
                + Words.exact(agent.workspace().directory().toString())
                + ", "
                + Words.count(waiting, "waiting call");
    }
}
