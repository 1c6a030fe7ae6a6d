package dev.countersign.journal;

import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.ToolCallId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// One call as a list of history shows it. Texts are masked where they hold secrets.
///
/// @param number orders calls by their arrival; the place to go on from, see
///   [History#search(HistoryQuery, Optional, int)]
/// @param workspace its first folder
/// @param level how the console judged it, once it did
/// @param waited how long it waited for its decision, where it was asked and decided
/// @param ran how long it ran, where it ran and ended
/// @param outputBytes bytes of stdout and stderr together
/// @param outputKept whether its output was not deleted
/// @param outputWhollyIndexed whether search saw all of its output, not its two ends alone
/// @param lines where the words of the query stand, at most a few; none where the query has no text
public record HistoryHit(
        long number,
        ToolCallId id,
        Instant receivedAt,
        String agent,
        String workspace,
        String directory,
        String command,
        Optional<String> summary,
        CallStatus status,
        Optional<RiskLevel> level,
        Optional<DecisionKind> decision,
        Optional<DecidedBy> decidedBy,
        Optional<Duration> waited,
        Optional<Duration> ran,
        OptionalInt exitCode,
        long outputBytes,
        boolean starred,
        Optional<String> note,
        boolean outputKept,
        boolean outputWhollyIndexed,
        List<HitLine> lines) {
    public HistoryHit {
        lines = List.copyOf(lines);
    }
}
