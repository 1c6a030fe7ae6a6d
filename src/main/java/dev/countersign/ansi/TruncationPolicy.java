package dev.countersign.ansi;

/// Which part of a long output an agent reads.
public enum TruncationPolicy {
    /// The last lines.
    TAIL,
    /// The start and the end, with `[snip]` between them.
    MIDDLE,
    /// The first characters.
    HEAD
}
