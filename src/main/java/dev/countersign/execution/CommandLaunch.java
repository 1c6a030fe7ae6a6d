package dev.countersign.execution;

import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.RunConditions;
import dev.countersign.toolcall.RunDetails;
import dev.countersign.toolcall.ToolCallId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Everything that a process is made from, checked.
///
/// @param sandbox the program and the arguments that shut the shell in; empty where nothing does
/// @param marker the value of [CommandEnvironment#MARKER] that marks the command's processes
record CommandLaunch(
        ToolCallId id,
        Path shell,
        List<String> sandbox,
        CommandText command,
        Path directory,
        Map<String, String> environment,
        String marker,
        boolean mergeOutput,
        RunConditions conditions) {
    /// Runs its arguments with the terminal, which is stdout here, as stdin and stderr too. A shell
    /// that leads its session would make the terminal that it reads from its controlling one; the
    /// one inside leads none. What this one would say of the other's end goes to nobody.
    private static final String AT_TERMINAL = "\"$@\" <&1 2>&1; exit $?";

    boolean pseudoTerminal() {
        return conditions.pseudoTerminal();
    }

    /// What is kept of it once its shell runs.
    RunDetails details(ProcessIdentity leader) {
        return new RunDetails(marker, leader.startTime(), shell.toString(), conditions);
    }

    /// The program and its arguments.
    List<String> arguments() {
        List<String> arguments = new ArrayList<>(sandbox);
        arguments.addAll(List.of(shell.toString(), "-c", command.text()));
        return arguments;
    }

    /// The program and its arguments where a terminal is read from and must not become the
    /// controlling one.
    List<String> argumentsAtTerminal() {
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of(shell.toString(), "-c", AT_TERMINAL, shell.toString()));
        arguments.addAll(arguments());
        return arguments;
    }
}
