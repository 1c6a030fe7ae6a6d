package dev.countersign.journal;

import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.CallStatus;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

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

    public HistoryQuery withText(String newText) {
        return new HistoryQuery(
                newText,
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

    public HistoryQuery withAgents(Set<String> names) {
        return new HistoryQuery(
                text,
                names,
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

    public HistoryQuery withWorkspaces(Set<String> folders) {
        return new HistoryQuery(
                text,
                agents,
                folders,
                states,
                decisions,
                deciders,
                rules,
                levels,
                from,
                until,
                starredOnly);
    }

    public HistoryQuery withStates(Set<CallStatus> wanted) {
        return new HistoryQuery(
                text,
                agents,
                workspaces,
                wanted,
                decisions,
                deciders,
                rules,
                levels,
                from,
                until,
                starredOnly);
    }

    public HistoryQuery withDecisions(Set<DecisionKind> wanted) {
        return new HistoryQuery(
                text,
                agents,
                workspaces,
                states,
                wanted,
                deciders,
                rules,
                levels,
                from,
                until,
                starredOnly);
    }

    public HistoryQuery withDeciders(Set<String> kinds) {
        return new HistoryQuery(
                text,
                agents,
                workspaces,
                states,
                decisions,
                kinds,
                rules,
                levels,
                from,
                until,
                starredOnly);
    }

    public HistoryQuery withRules(Set<String> ids) {
        return new HistoryQuery(
                text,
                agents,
                workspaces,
                states,
                decisions,
                deciders,
                ids,
                levels,
                from,
                until,
                starredOnly);
    }

    public HistoryQuery withLevels(Set<RiskLevel> wanted) {
        return new HistoryQuery(
                text,
                agents,
                workspaces,
                states,
                decisions,
                deciders,
                rules,
                wanted,
                from,
                until,
                starredOnly);
    }

    public HistoryQuery between(Optional<Instant> start, Optional<Instant> end) {
        return new HistoryQuery(
                text,
                agents,
                workspaces,
                states,
                decisions,
                deciders,
                rules,
                levels,
                start,
                end,
                starredOnly);
    }

    public HistoryQuery withStarredOnly(boolean only) {
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
                only);
    }
}
