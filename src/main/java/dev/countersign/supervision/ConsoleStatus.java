package dev.countersign.supervision;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// How the console itself is doing.
///
/// @param socketPath where agents reach it; empty while it does not listen
/// @param outputBytes bytes of output recorded since the start, for a rate
/// @param rulesInForce how many rules decide
/// @param journalHead the newest hash of the journal, hexadecimal
/// @param problems what is wrong now and what still holds, each a sentence; empty when all is well
public record ConsoleStatus(
        Optional<String> socketPath,
        int agents,
        int waiting,
        int running,
        long outputBytes,
        long callsKept,
        int rulesInForce,
        String journalHead,
        List<Problem> problems) {
    public ConsoleStatus {
        problems = List.copyOf(problems);
    }

    /// One thing that is wrong.
    ///
    /// @param message what failed and what still holds
    /// @param file what to open to mend it, where there is one
    public record Problem(String message, Optional<Path> file) {}
}
