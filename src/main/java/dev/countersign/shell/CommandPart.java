package dev.countersign.shell;

import java.util.List;
import java.util.Optional;

/// One simple command, wherever in the script it stands: in a list, a pipe, a substitution, a
/// function's body, …
///
/// @param span where it stands; commands in its words lie inside and are parts of their own
/// @param text the exact source slice
/// @param words the command and its arguments; empty for [Kind#ASSIGNMENTS], [Kind#REDIRECTS] and
///   [Kind#LOOP]
/// @param pipe its place in the pipeline around it
/// @param background it, or what it stands in, ends in `&`
public record CommandPart(
        Kind kind,
        Span span,
        String text,
        List<CommandWord> words,
        List<CommandRedirect> redirects,
        List<CommandAssignment> assignments,
        Optional<PipeStage> pipe,
        boolean background) {
    public CommandPart {
        words = List.copyOf(words);
        redirects = List.copyOf(redirects);
        assignments = List.copyOf(assignments);
    }

    /// What a part is.
    public enum Kind {
        /// It has words, and runs a command.
        COMMAND,
        /// Only assignments, perhaps with redirects.
        ASSIGNMENTS,
        /// Only redirects: on their own, or those of a compound command, as in `{ …; } > file`.
        REDIRECTS,
        /// The variable that `for` or `select` sets, as its one assignment.
        LOOP
    }

    /// A place in a pipeline: what stage `n` writes, stage `n + 1` of the same `pipeline` reads.
    ///
    /// @param pipeline a number for each pipeline of the script, from 0
    /// @param stage from 0
    /// @param stages how many there are
    public record PipeStage(int pipeline, int stage, int stages) {}
}
