package dev.countersign.execution;

import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.ToolCallId;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Everything that a process is made from, checked.
///
/// @param marker the value of [CommandEnvironment#MARKER] that marks the command's processes
record CommandLaunch(
        ToolCallId id,
        Path shell,
        CommandText command,
        Path directory,
        Map<String, String> environment,
        String marker,
        boolean mergeOutput,
        boolean pseudoTerminal) {
    /// The program and its arguments.
    List<String> arguments() {
        return List.of(shell.toString(), "-c", command.text());
    }
}
