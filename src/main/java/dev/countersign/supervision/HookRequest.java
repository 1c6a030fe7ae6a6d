package dev.countersign.supervision;

import dev.countersign.toolcall.CommandText;
import java.time.Duration;
import java.util.Optional;

/// A command that an agent is about to run with a shell of its own, as the agent's hook tells it.
///
/// @param directory where the agent's shell would run it, as the hook wrote it
/// @param background whether the agent does not wait for its end
/// @param patience how long after its arrival the hook must be answered
/// @param rewritable whether the agent lets its hook put another command in place of this one
/// @param toolUseId the agent's own name for this call, where it has one
public record HookRequest(
        CommandText command,
        Optional<String> summary,
        Optional<String> directory,
        boolean background,
        Duration patience,
        boolean rewritable,
        Optional<String> toolUseId) {}
