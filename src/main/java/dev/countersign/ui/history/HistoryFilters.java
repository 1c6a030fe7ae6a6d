package dev.countersign.ui.history;

import dev.countersign.journal.DecisionKind;
import dev.countersign.journal.HistoryChoices;
import dev.countersign.journal.HistoryQuery;
import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.ui.StateIcon;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import javafx.css.PseudoClass;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.FlowPane;

/// The filters of history as small menus that say what is chosen: `agent: codex`. Confined to the
/// FX thread.
final class HistoryFilters extends FlowPane {
    private static final PseudoClass CHOSEN = PseudoClass.getPseudoClass("chosen");

    private static final Map<String, Duration> TIMES = new LinkedHashMap<>();

    static {
        TIMES.put("last hour", Duration.ofHours(1));
        TIMES.put("last 24 hours", Duration.ofDays(1));
        TIMES.put("last 7 days", Duration.ofDays(7));
        TIMES.put("last 30 days", Duration.ofDays(30));
    }

    private final Runnable changed;
    private final Choice<String> agents;
    private final Choice<String> workspaces;
    private final Choice<CallStatus> states =
            new Choice<>("state", status -> StateIcon.word(status).toLowerCase(Locale.ROOT));
    private final Choice<DecisionKind> decisions = new Choice<>("decision", DecisionKind::wireName);
    private final Choice<RiskLevel> levels =
            new Choice<>("level", level -> Words.level(level).toLowerCase(Locale.ROOT));
    private final Choice<String> times = new Choice<>("time", Function.identity());
    private final ToggleButton starred = new ToggleButton("starred");

    /// @param changed is run when the person chose something
    HistoryFilters(UiContext context, Runnable changed) {
        this.changed = changed;
        agents = new Choice<>("agent", Words::oneLine);
        workspaces = new Choice<>("workspace", folder -> context.path(Path.of(folder)));
        states.offer(Arrays.asList(CallStatus.values()));
        decisions.offer(Arrays.asList(DecisionKind.values()));
        levels.offer(Arrays.asList(RiskLevel.values()));
        times.single = true;
        times.offer(List.copyOf(TIMES.keySet()));
        starred.setId("filter-starred");
        starred.setAccessibleText("Only starred calls");
        starred.getStyleClass().add("filter-chip");
        starred.setOnAction(_ -> changed.run());
        getStyleClass().add("history-filters");
        getChildren()
                .setAll(
                        agents.menu,
                        workspaces.menu,
                        states.menu,
                        decisions.menu,
                        levels.menu,
                        times.menu,
                        starred);
    }

    void offer(HistoryChoices choices) {
        agents.offer(choices.agents().stream().map(HistoryChoices.Choice::value).toList());
        workspaces.offer(choices.workspaces().stream().map(HistoryChoices.Choice::value).toList());
    }

    /// The query of the filters with a text.
    HistoryQuery query(String text, Instant now) {
        Optional<Instant> from = times.chosen.stream().findFirst().map(TIMES::get).map(now::minus);
        return HistoryQuery.ALL
                .withText(text)
                .withAgents(agents.chosen)
                .withWorkspaces(workspaces.chosen)
                .withStates(states.chosen)
                .withDecisions(decisions.chosen)
                .withLevels(levels.chosen)
                .between(from, Optional.empty())
                .withStarredOnly(starred.isSelected());
    }

    boolean isNarrowing() {
        return starred.isSelected()
                || List.of(agents, workspaces, states, decisions, levels, times).stream()
                        .anyMatch(choice -> !choice.chosen.isEmpty());
    }

    /// Chooses nothing.
    void clear() {
        starred.setSelected(false);
        List.of(agents, workspaces, states, decisions, levels, times).forEach(Choice::clear);
    }

    /// One menu.
    private final class Choice<T> {
        private final String name;
        private final Function<T, String> words;
        private final MenuButton menu = new MenuButton();
        private final Set<T> chosen = new LinkedHashSet<>();
        private List<T> offered = List.of();
        private boolean single;

        Choice(String name, Function<T, String> words) {
            this.name = name;
            this.words = words;
            menu.setId("filter-" + name);
            menu.getStyleClass().add("filter-chip");
            show();
        }

        void offer(List<T> values) {
            if (values.equals(offered)) {
                return;
            }
            offered = List.copyOf(values);
            fill();
        }

        private void fill() {
            menu.getItems().clear();
            for (T value : offered) {
                CheckMenuItem item = new CheckMenuItem(words.apply(value));
                item.setSelected(chosen.contains(value));
                item.setOnAction(_ -> choose(value, item.isSelected()));
                menu.getItems().add(item);
            }
            MenuItem any = new MenuItem("any " + name);
            any.setOnAction(_ -> {
                clear();
                changed.run();
            });
            menu.getItems().addAll(new SeparatorMenuItem(), any);
        }

        private void choose(T value, boolean on) {
            if (single) {
                chosen.clear();
            }
            if (on) {
                chosen.add(value);
            } else {
                chosen.remove(value);
            }
            fill();
            show();
            changed.run();
        }

        void clear() {
            chosen.clear();
            fill();
            show();
        }

        private void show() {
            String text = chosen.stream().map(words).collect(Collectors.joining(", "));
            String shown = chosen.isEmpty() ? name : single ? text : name + ": " + text;
            menu.setText(shown.length() > 34 ? shown.substring(0, 33) + "…" : shown);
            menu.setAccessibleText("Filter by " + name + (text.isEmpty() ? "" : ": " + text));
            menu.pseudoClassStateChanged(CHOSEN, !chosen.isEmpty());
        }
    }
}
