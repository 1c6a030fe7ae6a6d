package dev.countersign.shell;

import java.util.List;

/// What a command is made of, or that it cannot be said.
public sealed interface CommandReading {
    /// Every part of the text is understood. In source order; none for a text of blanks and
    /// comments.
    record Parts(Script script, List<CommandPart> parts) implements CommandReading {
        public Parts {
            parts = List.copyOf(parts);
        }
    }

    /// Bash refuses the text, or some of it is not modelled: never to be taken for safe.
    ///
    /// @param reason a plain sentence
    /// @param at the first place that it is about
    record Unreadable(String reason, Span at) implements CommandReading {}
}
