package dev.countersign.shell;

/// A whole text, or the inside of a substitution. An empty list is a text of blanks and comments.
public record Script(Span span, CommandList commands) {}
