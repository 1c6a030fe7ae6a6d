package dev.countersign.supervision.rehearsal;

/// How much of what a rehearsal left is looked at; beyond it nothing can be committed.
///
/// @param changes paths that were added, changed or removed
/// @param bytes of changed files
public record ResultLimits(int changes, long bytes) {
    public ResultLimits {
        if (changes < 1 || bytes < 1) {
            throw new IllegalArgumentException("nothing could be looked at");
        }
    }
}
