package dev.countersign.execution;

import java.util.List;
import java.util.Map;

/// How one command is shut in.
sealed interface SandboxPlan {
    /// It can be.
    ///
    /// @param arguments the program that shuts in and its arguments; the shell's follow
    /// @param environment the command's variables without those that name sockets
    record ShutIn(List<String> arguments, Map<String, String> environment) implements SandboxPlan {
        public ShutIn {
            arguments = List.copyOf(arguments);
        }
    }

    /// It cannot be.
    ///
    /// @param reason a phrase
    record Impossible(String reason) implements SandboxPlan {}
}
