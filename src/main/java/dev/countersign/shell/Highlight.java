package dev.countersign.shell;

/// A stretch of one colour.
public record Highlight(Span span, Kind kind) {
    /// What a stretch is, for the eye.
    public enum Kind {
        /// The name of a command.
        COMMAND,
        /// `if`, `do`, `{`, `[[`, `!`, …
        KEYWORD,
        /// Quoted text.
        STRING,
        /// `$x`, `${…}`, arithmetic.
        VARIABLE,
        /// `;`, `|`, `&&`, `$(`, operators of `[[ ]]`.
        OPERATOR,
        /// `>`, `2>&`, `<<`, with the descriptor.
        REDIRECT,
        /// `# …`.
        COMMENT,
        /// `name=`.
        ASSIGNMENT,
        /// The body and end of a here-document.
        HEREDOC,
        /// A word that is a number.
        NUMBER,
        /// A word that begins with `-`.
        OPTION,
        /// Everything that could not be read.
        UNREADABLE
    }
}
