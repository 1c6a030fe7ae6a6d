package dev.countersign.execution;

import dev.countersign.approval.ApprovedCall;
import dev.countersign.toolcall.StartFailure;
import dev.countersign.toolcall.ToolCall;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Turns an approved call into what an engine starts, or says why it cannot be started. Touches the
/// disk; safe on any thread.
final class LaunchPreparation {
    /// What programs are told where there is a terminal but nobody to page for (RUN-6).
    private static final Map<String, String> TERMINAL_VARIABLES =
            Map.of("TERM", "xterm-256color", "PAGER", "cat", "GIT_PAGER", "cat");

    private final ShellFinder shells;
    private final CommandEnvironment environment;

    LaunchPreparation(ShellFinder shells, CommandEnvironment environment) {
        this.shells = shells;
        this.environment = environment;
    }

    sealed interface Prepared {
        record Ready(CommandLaunch launch) implements Prepared {}

        record Refused(StartResult.Failed failure) implements Prepared {}
    }

    CommandEnvironment environment() {
        return environment;
    }

    Prepared prepare(ApprovedCall approved) {
        ToolCall call = approved.call();
        Optional<String> badDirectory = problemOf(call.directory());
        if (badDirectory.isPresent()) {
            return refused(StartFailure.INVALID_WORKDIR, badDirectory.get());
        }
        Optional<String> badVariable = problemOf(call.addedEnvironment());
        if (badVariable.isPresent()) {
            return refused(StartFailure.UNKNOWN, badVariable.get());
        }
        Optional<Path> shell = shells.find();
        if (shell.isEmpty()) {
            return refused(
                    StartFailure.SHELL_NOT_FOUND,
                    "there is no bash: $SHELL is none, and neither /bin/bash nor /usr/bin/bash can"
                            + " be run");
        }
        Map<String, String> variables = new HashMap<>();
        if (call.pseudoTerminal()) {
            variables.putAll(TERMINAL_VARIABLES);
        }
        variables.putAll(call.addedEnvironment());
        return new Prepared.Ready(
                new CommandLaunch(
                        call.id(),
                        shell.get(),
                        call.command(),
                        call.directory(),
                        environment.forCall(call.id(), variables),
                        environment.markerOf(call.id()),
                        call.mergeOutput(),
                        call.pseudoTerminal()));
    }

    /// What is wrong with a directory, also asked when a start failed for an unclear reason.
    static Optional<String> problemOf(Path directory) {
        if (!Files.exists(directory)) {
            return Optional.of("the directory does not exist: " + directory);
        }
        if (!Files.isDirectory(directory)) {
            return Optional.of("this is no directory: " + directory);
        }
        if (!Files.isExecutable(directory)) {
            return Optional.of("the directory may not be entered: " + directory);
        }
        return Optional.empty();
    }

    private static Optional<String> problemOf(Map<String, String> added) {
        for (Map.Entry<String, String> variable : added.entrySet()) {
            String name = variable.getKey();
            if (name.isEmpty() || name.indexOf('=') >= 0 || !canBePassed(name)) {
                return Optional.of("this is no name for an environment variable: '" + name + "'");
            }
            if (!canBePassed(variable.getValue())) {
                return Optional.of(
                        "the value of the environment variable "
                                + name
                                + " holds a NUL or is not valid Unicode");
            }
        }
        return Optional.empty();
    }

    private static boolean canBePassed(String text) {
        return text.indexOf('\0') < 0 && StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    private static Prepared refused(StartFailure failure, String message) {
        return new Prepared.Refused(new StartResult.Failed(failure, message));
    }
}
