package dev.countersign.supervision;

import dev.countersign.recording.ExportFormat;
import dev.countersign.toolcall.ToolCallId;
import java.nio.file.Path;
import java.util.List;

/// What a person wants exported.
///
/// @param calls at least one, in the order in which they are written
/// @param replace whether a file that is there already gives way
public record ExportRequest(
        List<ToolCallId> calls, ExportFormat format, Path file, boolean replace) {
    public ExportRequest {
        calls = List.copyOf(calls);
        if (calls.isEmpty()) {
            throw new IllegalArgumentException("calls: none");
        }
    }
}
