package dev.countersign.supervision;

import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.ExecutionMode;
import dev.countersign.toolcall.OutputTruncation;
import dev.countersign.toolcall.TimeoutAction;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The arguments of a `bash` call that asks for a command, each checked by itself.
///
/// @param workdir as the agent wrote it; checked against the workspace when the call is taken
/// @param timeout in range for the mode
public record BashRequest(
        CommandText command,
        Optional<String> summary,
        Optional<Boolean> flaggedDangerous,
        ExecutionMode mode,
        Duration timeout,
        TimeoutAction onTimeout,
        Optional<String> workdir,
        Map<String, String> environment,
        OutputTruncation truncation,
        boolean mergeOutput,
        boolean pseudoTerminal,
        boolean dryRun) {
    public BashRequest {
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }
}
