package dev.countersign.cli.hook;

import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// What an agent tells its hook.
sealed interface HookEvent {
    /// The agent's own name for its session; empty when it tells none.
    String session();

    /// A shell command is about to run.
    ///
    /// @param asking whether the agent would ask its user now, and takes no opinion for that
    /// @param input the tool's arguments as they came, for the answer to repeat
    record Command(
            String session,
            boolean asking,
            ObjectNode input,
            String command,
            Optional<String> summary,
            Optional<String> directory,
            boolean background,
            Optional<String> toolUseId)
            implements HookEvent {}

    /// A shell command has run.
    record Ran(String session, String toolUseId, String text) implements HookEvent {}

    /// The agent's session is over.
    record SessionEnded(String session) implements HookEvent {}

    /// Nothing that concerns a shell.
    record Other(String session) implements HookEvent {}
}
