package dev.countersign.ui.window;

import dev.countersign.journal.CallRecord;
import dev.countersign.settings.Theme;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.util.HashMap;
import java.util.Map;
import javafx.beans.property.ObjectProperty;
import javafx.collections.ListChangeListener;
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
    private final UiContext context;
    private final ObjectProperty<Theme> theme;
    private final HBox node = new HBox();
    private final HBox agents = new HBox();
    private final Button themeButton;
    private final Tooltip themeTip = new Tooltip();

    /// The bar over a context.
    ///
    /// @param showKeys opens the list of keys
    TopBar(UiContext context, ObjectProperty<Theme> theme, Runnable showKeys) {
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
        node.getChildren().addAll(name, agents, keys, themeButton);
        theme.subscribe(_ -> showTheme());
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
        agents.getChildren()
                .setAll(
                        context.model().agents().stream()
                                .map(agent -> agent(agent, waiting.getOrDefault(agent.id(), 0)))
                                .toList());
    }

    private Node agent(AgentSession agent, int waiting) {
        Region dot = new Region();
        dot.getStyleClass().addAll("dot", "good");
        String name = Words.oneLine(agent.name());
        String place = context.path(agent.workspace().directory());
        Label nameLabel = Texts.label(name, "strong");
        HBox box = new HBox(dot, nameLabel, Texts.label(place, "meta", "quiet"));
        if (waiting > 0) {
            box.getChildren().add(Texts.fixed(Integer.toString(waiting), "count-badge"));
        }
        box.getStyleClass().add("agent");
        box.setAlignment(Pos.CENTER_LEFT);
        Tooltip.install(
                box,
                new Tooltip(
                        name
                                + (agent.version().isEmpty()
                                        ? ""
                                        : " " + Words.oneLine(agent.version()))
                                + (agent.pid().isPresent()
                                        ? ", pid " + agent.pid().getAsLong()
                                        : "")
                                + ", "
                                + agent.workspace().directory()
                                + ", "
                                + Words.count(waiting, "waiting call")));
        return box;
    }
}
