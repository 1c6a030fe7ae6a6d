package dev.countersign.safety;

import java.util.Optional;

/// One thing about a command that a person should know before deciding.
///
/// @param id stable, dotted: `git.force-push`
/// @param message a plain sentence
/// @param start UTF-16 offset into the command where it begins
/// @param end UTF-16 offset behind it
/// @param alternative a safer way, where one exists
public record Finding(
        String id,
        RiskLevel level,
        String message,
        int start,
        int end,
        Optional<String> alternative) {
    public Finding {
        if (start < 0 || end < start) {
            throw new IllegalArgumentException("finding spans %d to %d".formatted(start, end));
        }
    }
}
