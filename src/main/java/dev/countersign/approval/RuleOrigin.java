package dev.countersign.approval;

/// Where a rule stands.
///
/// @param source the file, for people: `permissions.json`
/// @param line counted from 1
public record RuleOrigin(String source, int line) {}
