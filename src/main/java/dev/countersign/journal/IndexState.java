package dev.countersign.journal;

import java.util.Optional;

/// How far the index of history has come.
///
/// @param indexed how many events it holds
/// @param kept how many events the journal holds
/// @param problem why it cannot be used or brought up to date, as a sentence that says what to do
public record IndexState(long indexed, long kept, Optional<String> problem) {
    public boolean isCurrent() {
        return indexed >= kept && problem.isEmpty();
    }
}
