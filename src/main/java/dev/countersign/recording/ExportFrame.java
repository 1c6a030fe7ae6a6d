package dev.countersign.recording;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;

/// What an export says beside the output. Texts are masked already.
///
/// @param title the command on one line
/// @param exitCode how it ended, where it ended by itself
/// @param terminal whether it had a pseudo-terminal
/// @param facts what else is known of the call, in the order in which it is told
public record ExportFrame(
        String title,
        Instant startedAt,
        OptionalInt exitCode,
        boolean terminal,
        Map<String, String> facts) {
    public ExportFrame {
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }

    /// Of a run without a terminal.
    public ExportFrame(
            String title, Instant startedAt, OptionalInt exitCode, Map<String, String> facts) {
        this(title, startedAt, exitCode, false, facts);
    }

    /// What stands above a call where several are in one text: which it was, how it ended, what
    /// ran. Ends in a newline.
    String heading() {
        return "# %s · %s · %s\n$ %s\n"
                .formatted(
                        facts.getOrDefault("id", ""),
                        startedAt,
                        facts.getOrDefault("status", ""),
                        ExportPieces.plain(facts.getOrDefault("command", title)));
    }
}
