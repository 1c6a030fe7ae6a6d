package dev.countersign.journal;

import dev.countersign.toolcall.ToolCallId;

/// A call that is over and of which more is kept than its decision.
///
/// @param outputBytes how much output of it is kept
public record KeptRun(ToolCallId id, long outputBytes) {}
