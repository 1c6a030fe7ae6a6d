package dev.countersign.shell;

/// What bash may accept and this parser does not model: unknown, never safe. `reason` is a plain
/// sentence.
public record Unparsed(Span span, String reason) implements Command, WordPart {}
