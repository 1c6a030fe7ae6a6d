package dev.countersign.journal;

import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.ToolCallId;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A command as it arrived and what became of it, for trying rules on. Not masked: never shown.
///
/// @param roots the folders of its workspace
public record PastCall(
        ToolCallId id,
        Instant receivedAt,
        String agent,
        List<Path> roots,
        Path directory,
        String command,
        boolean agentSaysDangerous,
        Optional<RiskLevel> level,
        Optional<DecisionKind> decision,
        Optional<DecidedBy> decidedBy) {
    public PastCall {
        roots = List.copyOf(roots);
    }
}
