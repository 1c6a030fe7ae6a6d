package dev.countersign.toolcall;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Calls for tests.
public final class ToolCalls {
    public static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    private ToolCalls() {}

    public static AgentSession session(Path directory) {
        return new AgentSession(
                new AgentSessionId("connection-1"),
                "test-agent",
                "1.0",
                OptionalLong.of(4711),
                Workspace.of(directory),
                NOON);
    }

    /// A call as an agent sends it that says nothing but its command.
    public static ToolCall call(int number, String command, Path directory) {
        return new ToolCall(
                ToolCallId.of(number),
                session(directory),
                new CommandText(command),
                Optional.of("a test"),
                Optional.empty(),
                ExecutionMode.DEFAULT,
                ExecutionMode.DEFAULT.defaultTimeout(),
                TimeoutAction.BACKGROUND,
                directory,
                Map.of(),
                OutputTruncation.TAIL,
                false,
                false,
                false,
                NOON);
    }
}
