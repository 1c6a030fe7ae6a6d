package dev.countersign.shell;

import java.util.List;

/// Commands one after the other; those with `background` end in `&`.
public record CommandList(Span span, List<Entry> entries) {
    public CommandList {
        entries = List.copyOf(entries);
    }

    /// One command of the list.
    public record Entry(Command command, boolean background) {}
}
