package dev.countersign.execution;

import dev.countersign.approval.ApprovedCall;
import dev.countersign.approval.ApprovedCalls;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.ExecutionMode;
import dev.countersign.toolcall.OutputTruncation;
import dev.countersign.toolcall.TimeoutAction;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.toolcall.Workspace;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;

/// Makes approved calls for tests. Confined to one thread.
final class CallBuilder {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final String command;
    private final Path directory;
    private final Map<String, String> environment = new LinkedHashMap<>();
    private boolean merged;
    private boolean pseudoTerminal;

    CallBuilder(String command, Path directory) {
        this.command = command;
        this.directory = directory;
    }

    CallBuilder variable(String name, String value) {
        environment.put(name, value);
        return this;
    }

    CallBuilder merged() {
        merged = true;
        return this;
    }

    CallBuilder pseudoTerminal() {
        pseudoTerminal = true;
        return this;
    }

    ApprovedCall build() {
        AgentSession session =
                new AgentSession(
                        new AgentSessionId("test"),
                        "test",
                        "1",
                        OptionalLong.empty(),
                        Workspace.of(directory),
                        Instant.EPOCH);
        return ApprovedCalls.of(
                new ToolCall(
                        ToolCallId.of(NUMBERS.incrementAndGet()),
                        session,
                        new CommandText(command),
                        Optional.empty(),
                        Optional.empty(),
                        ExecutionMode.DEFAULT,
                        ExecutionMode.DEFAULT.defaultTimeout(),
                        TimeoutAction.KILL,
                        directory,
                        environment,
                        OutputTruncation.TAIL,
                        merged,
                        pseudoTerminal,
                        false,
                        Instant.EPOCH));
    }
}
