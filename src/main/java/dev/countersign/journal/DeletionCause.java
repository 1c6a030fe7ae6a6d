package dev.countersign.journal;

/// Why something is no longer kept.
public enum DeletionCause {
    /// A person deleted it.
    PERSON,
    /// It was older than the person wants to keep such things.
    AGE,
    /// All that is kept was larger than the person wants.
    SIZE
}
