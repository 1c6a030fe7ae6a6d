package dev.countersign.journal;

import java.util.List;

/// What there is to filter by: each value that occurs, with how many calls have it, most first.
public record HistoryChoices(List<Choice> agents, List<Choice> workspaces) {
    /// A value and how many calls have it.
    public record Choice(String value, long calls) {}

    public static final HistoryChoices NONE = new HistoryChoices(List.of(), List.of());

    public HistoryChoices {
        agents = List.copyOf(agents);
        workspaces = List.copyOf(workspaces);
    }
}
