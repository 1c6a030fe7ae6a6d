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
/// @param pseudoTerminal whether it gets a terminal: by the agent's wish, a setting or a person
/// @param sandbox what it is shut in: by a setting, a rule or a person
/// @param otherShell the shell that runs it where that is no bash, so that nobody can say what the
///   command does; empty for a bash
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
        Instant receivedAt,
        Optional<Sandbox> sandbox,
        Optional<Path> otherShell) {
    /// A call that runs by bash and in no sandbox.
    public ToolCall(
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
        this(
                id,
                session,
                command,
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
                receivedAt,
                Optional.empty(),
                Optional.empty());
    }

    public ToolCall {
        addedEnvironment = Collections.unmodifiableMap(new LinkedHashMap<>(addedEnvironment));
        if (!directory.isAbsolute()) {
            throw new IllegalArgumentException("directory must be absolute: " + directory);
        }
        if (timeout.compareTo(ExecutionMode.SHORTEST_TIMEOUT) < 0
                || timeout.compareTo(ExecutionMode.LONGEST_TIMEOUT) > 0) {
            throw new IllegalArgumentException("timeout out of range: " + timeout);
        }
    }

    /// How it is run, beside what it is.
    public RunConditions conditions() {
        return new RunConditions(pseudoTerminal, sandbox);
    }

    /// The same call, run in another way.
    public ToolCall withConditions(RunConditions conditions) {
        return with(command, conditions, otherShell);
    }

    /// The same call, run by a shell that is no bash.
    public ToolCall withOtherShell(Path shell) {
        return with(command, conditions(), Optional.of(shell));
    }

    /// The same call with another command.
    public ToolCall withCommand(CommandText other) {
        return with(other, conditions(), otherShell);
    }

    /// The same call once more, as another one.
    public ToolCall anew(ToolCallId other, Instant at) {
        return new ToolCall(
                other,
                session,
                command,
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
                at,
                sandbox,
                otherShell);
    }

    private ToolCall with(CommandText text, RunConditions conditions, Optional<Path> shell) {
        return new ToolCall(
                id,
                session,
                text,
                summary,
                flaggedDangerous,
                mode,
                timeout,
                onTimeout,
                directory,
                addedEnvironment,
                truncation,
                mergeOutput,
                conditions.pseudoTerminal(),
                dryRun,
                receivedAt,
                conditions.sandbox(),
                shell);
    }

    /// Whether the agent itself thinks that this may be dangerous.
    public boolean agentSaysDangerous() {
        return flaggedDangerous.orElse(false);
    }
}
