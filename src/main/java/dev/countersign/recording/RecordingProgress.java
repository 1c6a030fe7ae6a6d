package dev.countersign.recording;

import java.time.Instant;
import java.util.Optional;

/// How far a run has come, for the eye.
///
/// @param lastLine the last line with something on it, as a terminal would show it, of the stream
///   that printed last; at most [#MAX_LINE] characters; empty before the first
/// @param lastOutputAt when the last byte arrived
public record RecordingProgress(
        RecordingTotals totals, String lastLine, Optional<Instant> lastOutputAt) {

    /// Of a longer line the end is kept.
    public static final int MAX_LINE = 200;
}
