package dev.countersign.toolcall;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// One call of the `bash` tool, checked and complete: everything that a decision is about.
///
/// @param summary the agent's own words for what it intends
/// @param flaggedDangerous the agent's own flag; empty when it said nothing
/// @param directory absolute, existing, links resolved
/// @param addedEnvironment what the call adds to the environment of the command, in its order
public record ToolCall(
        ToolCallId id,
        AgentSession session,
        CommandText command,
        Optional<String> summary,
        Optional<Boolean> flaggedDangerous,
        ExecutionMode mode,
        Duration timeout,
        TimeoutAction onTimeout,
        Path directory,
        Map<String, String> addedEnvironment,
        OutputTruncation truncation,
        boolean mergeOutput,
        boolean pseudoTerminal,
        boolean dryRun,
        Instant receivedAt) {
    public ToolCall {
        addedEnvironment = Collections.unmodifiableMap(new LinkedHashMap<>(addedEnvironment));
        if (!directory.isAbsolute()) {
            throw new IllegalArgumentException("directory must be absolute: " + directory);
        }
        if (timeout.compareTo(ExecutionMode.SHORTEST_TIMEOUT) < 0
                || timeout.compareTo(mode.longestTimeout()) > 0) {
            throw new IllegalArgumentException("timeout out of range: " + timeout);
        }
    }

    /// The same call with another command.
    public ToolCall withCommand(CommandText other) {
        return new ToolCall(
                id,
                session,
                other,
                summary,
                flaggedDangerous,
                mode,
                timeout,
                onTimeout,
                directory,
                addedEnvironment,
                truncation,
                mergeOutput,
                pseudoTerminal,
                dryRun,
                receivedAt);
    }

    /// Whether the agent itself thinks that this may be dangerous.
    public boolean agentSaysDangerous() {
        return flaggedDangerous.orElse(false);
    }
}
