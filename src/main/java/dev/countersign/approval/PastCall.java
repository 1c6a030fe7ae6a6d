package dev.countersign.approval;

import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.ToolCall;
import java.util.Optional;

/// A recorded call with what became of it.
///
/// @param level what the console made of it then; empty when it never came so far
/// @param decision empty when it was never decided
public record PastCall(ToolCall call, Optional<RiskLevel> level, Optional<Decision> decision) {}
