package dev.countersign.journal;

import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.ToolCallId;
import java.time.Instant;
import java.util.Optional;

/// One call's time on its agent's lane: it waited from `queued` to `decided` and ran from `started`
/// to `finished`; what is empty has not happened (yet).
///
/// @param command masked, at most 200 characters
public record LaneSpan(
        ToolCallId id,
        String agent,
        String workspace,
        String command,
        CallStatus status,
        Optional<RiskLevel> level,
        Instant received,
        Optional<Instant> queued,
        Optional<Instant> decided,
        Optional<Instant> started,
        Optional<Instant> finished) {}
