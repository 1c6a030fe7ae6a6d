package dev.countersign.shell;

/// Why bash would refuse the text, as a plain sentence, and where.
public record ParseProblem(Span at, String reason) {}
