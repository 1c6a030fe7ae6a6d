package dev.countersign.architecture.planted.settings.bare;

/// Lives in a package that nobody marked.
public record Unmarked(String name) {}
