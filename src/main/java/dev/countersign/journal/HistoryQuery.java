package dev.countersign.journal;

import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.CallStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// What is looked for in history. An empty set or text says nothing about its matter; everything
/// that is said must hold.
///
/// @param text words that commands, summaries, output, notes and reasons hold: each word from its
///   start (`stat` finds `status`), words in quotation marks as they follow each other, `-word`
///   leaves out
/// @param agents their names
/// @param workspaces their first folders
/// @param deciders kinds as in [DecidedBy]
/// @param rules the ids of the rules that decided
/// @param from arrived at this time or later
/// @param until arrived before this time
public record HistoryQuery(
        String text,
        Set<String> agents,
        Set<String> workspaces,
        Set<CallStatus> states,
        Set<DecisionKind> decisions,
        Set<String> deciders,
        Set<String> rules,
        Set<RiskLevel> levels,
        Optional<Instant> from,
        Optional<Instant> until,
        boolean starredOnly) {
    /// A longer text is cut off.
    public static final int MAXIMUM_TEXT_LENGTH = 1_000;

    /// Everything.
    public static final HistoryQuery ALL =
            new HistoryQuery(
                    "",
                    Set.of(),
                    Set.of(),
                    Set.of(),
                    Set.of(),
                    Set.of(),
                    Set.of(),
                    Set.of(),
                    Optional.empty(),
                    Optional.empty(),
                    false);

    public HistoryQuery {
        text = text.substring(0, Math.min(text.length(), MAXIMUM_TEXT_LENGTH));
        agents = Set.copyOf(agents);
        workspaces = Set.copyOf(workspaces);
        states = Set.copyOf(states);
        decisions = Set.copyOf(decisions);
        deciders = Set.copyOf(deciders);
        rules = Set.copyOf(rules);
        levels = Set.copyOf(levels);
    }

    /// The words and phrases of the text that are wanted, as they were typed.
    public List<String> wantedWords() {
        SearchWords words = SearchWords.parse(text);
        return Stream.concat(words.wanted().stream(), words.signs().stream()).toList();
    }

    public HistoryQuery withText(String newText) {
        return with(query -> query.text = newText);
    }

    public HistoryQuery withAgents(Set<String> names) {
        return with(query -> query.agents = names);
    }

    public HistoryQuery withWorkspaces(Set<String> folders) {
        return with(query -> query.workspaces = folders);
    }

    public HistoryQuery withStates(Set<CallStatus> wanted) {
        return with(query -> query.states = wanted);
    }

    public HistoryQuery withDecisions(Set<DecisionKind> wanted) {
        return with(query -> query.decisions = wanted);
    }

    public HistoryQuery withDeciders(Set<String> kinds) {
        return with(query -> query.deciders = kinds);
    }

    public HistoryQuery withRules(Set<String> ids) {
        return with(query -> query.rules = ids);
    }

    public HistoryQuery withLevels(Set<RiskLevel> wanted) {
        return with(query -> query.levels = wanted);
    }

    public HistoryQuery between(Optional<Instant> start, Optional<Instant> end) {
        return with(query -> {
            query.from = start;
            query.until = end;
        });
    }

    public HistoryQuery withStarredOnly(boolean only) {
        return with(query -> query.starredOnly = only);
    }

    private HistoryQuery with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.finished();
    }

    /// A query on its way to another one. Confined to [#with].
    private static final class Draft {
        private String text;
        private Set<String> agents;
        private Set<String> workspaces;
        private Set<CallStatus> states;
        private Set<DecisionKind> decisions;
        private Set<String> deciders;
        private Set<String> rules;
        private Set<RiskLevel> levels;
        private Optional<Instant> from;
        private Optional<Instant> until;
        private boolean starredOnly;

        Draft(HistoryQuery query) {
            text = query.text;
            agents = query.agents;
            workspaces = query.workspaces;
            states = query.states;
            decisions = query.decisions;
            deciders = query.deciders;
            rules = query.rules;
            levels = query.levels;
            from = query.from;
            until = query.until;
            starredOnly = query.starredOnly;
        }

        HistoryQuery finished() {
            return new HistoryQuery(
                    text,
                    agents,
                    workspaces,
                    states,
                    decisions,
                    deciders,
                    rules,
                    levels,
                    from,
                    until,
                    starredOnly);
        }
    }
}
