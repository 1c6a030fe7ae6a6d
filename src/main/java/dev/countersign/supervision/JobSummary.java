package dev.countersign.supervision;

import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.ToolCallId;
import java.time.Duration;
import java.util.OptionalLong;

/// One line of `list_shells`.
///
/// @param age since its start while it runs, its whole duration afterwards
public record JobSummary(
        ToolCallId id, CallStatus status, OptionalLong pid, Duration age, String command) {}
