package dev.countersign.execution;

import dev.countersign.approval.ApprovedCall;
import dev.countersign.approval.ApprovedRehearsal;
import dev.countersign.toolcall.StartFailure;
import dev.countersign.toolcall.ToolCall;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Turns an approved call into what an engine starts, or says why it cannot be started. Touches the
/// disk; safe on any thread.
final class LaunchPreparation {
    /// What programs are told where there is a terminal but nobody to page for (RUN-6).
    private static final Map<String, String> TERMINAL_VARIABLES =
            Map.of(
                    "TERM",
                    "xterm-256color",
                    "PAGER",
                    "cat",
                    "GIT_PAGER",
                    "cat",
                    "MANPAGER",
                    "cat",
                    "SYSTEMD_PAGER",
                    "");

    private static final Logger LOG = LoggerFactory.getLogger(LaunchPreparation.class);

    private final ShellFinder shells;
    private final CommandEnvironment environment;

    private final Sandboxes sandboxes;

    LaunchPreparation(ShellFinder shells, CommandEnvironment environment, Sandboxes sandboxes) {
        this.shells = shells;
        this.environment = environment;
        this.sandboxes = sandboxes;
    }

    /// What came of it.
    sealed interface Prepared {
        /// It can be started.
        ///
        /// @param launches one for each shell, to be tried in this order
        record Ready(List<CommandLaunch> launches) implements Prepared {}

        record Refused(StartResult.Failed failure) implements Prepared {}
    }

    CommandEnvironment environment() {
        return environment;
    }

    Prepared prepare(ApprovedCall approved) {
        if (approved.rehearsed().isPresent()) {
            // Second line of defence: what was approved is a result, not a run.
            throw new IllegalArgumentException("a result is put in place, not run");
        }
        ToolCall call = approved.call();
        return prepare(
                call,
                inherited ->
                        call.sandbox().isEmpty()
                                ? new SandboxPlan.ShutIn(List.of(), inherited)
                                : sandboxes.plan(call, inherited),
                "it was to run in a sandbox, but ");
    }

    Prepared prepare(ApprovedRehearsal approved, Rehearsals rehearsals, RehearsalPlace place) {
        ToolCall call = approved.call();
        Map<String, String> own =
                Map.of(
                        "PATH",
                        "/usr/bin:/bin",
                        CommandEnvironment.MARKER,
                        environment.markerOf(call.id()));
        return prepare(
                call,
                inherited -> rehearsals.plan(call, place, inherited, own),
                "it cannot be rehearsed: ");
    }

    private Prepared prepare(
            ToolCall call, Function<Map<String, String>, SandboxPlan> planning, String but) {
        Optional<String> badDirectory = problemOf(call.directory());
        if (badDirectory.isPresent()) {
            return refused(StartFailure.INVALID_WORKDIR, badDirectory.get());
        }
        Optional<String> badVariable = problemOf(call.addedEnvironment());
        if (badVariable.isPresent()) {
            return refused(StartFailure.UNKNOWN, badVariable.get());
        }
        List<Path> candidates = call.otherShell().map(List::of).orElseGet(shells::bashes);
        if (candidates.isEmpty()) {
            return refused(StartFailure.SHELL_NOT_FOUND, ShellFinder.NONE);
        }
        Map<String, String> variables = new HashMap<>();
        if (call.pseudoTerminal()) {
            variables.putAll(TERMINAL_VARIABLES);
        }
        variables.putAll(call.addedEnvironment());
        return switch (planning.apply(environment.forCall(call, variables))) {
            case SandboxPlan.Impossible(String reason) ->
                    refused(StartFailure.UNKNOWN, but + reason);
            case SandboxPlan.ShutIn(List<String> arguments, Map<String, String> reduced) ->
                    ready(call, candidates, arguments, reduced);
        };
    }

    private Prepared ready(
            ToolCall call,
            List<Path> candidates,
            List<String> sandbox,
            Map<String, String> variables) {
        return new Prepared.Ready(
                candidates.stream()
                        .map(shell ->
                                new CommandLaunch(
                                        call.id(),
                                        shell,
                                        sandbox,
                                        call.command(),
                                        call.directory(),
                                        variables,
                                        environment.markerOf(call.id()),
                                        call.mergeOutput(),
                                        call.conditions()))
                        .toList());
    }

    /// Prepares and starts with the first shell that starts. One that was found but cannot be
    /// started is passed over; every other failure is the last word.
    StartResult start(ApprovedCall approved, Function<CommandLaunch, StartResult> starting) {
        return start(prepare(approved), starting);
    }

    /// As [#start], for show.
    StartResult rehearse(
            ApprovedRehearsal approved,
            Rehearsals rehearsals,
            RehearsalPlace place,
            Function<CommandLaunch, StartResult> starting) {
        return start(prepare(approved, rehearsals, place), starting);
    }

    private static StartResult start(
            Prepared prepared, Function<CommandLaunch, StartResult> starting) {
        return switch (prepared) {
            case Prepared.Refused(StartResult.Failed failure) -> failure;
            case Prepared.Ready(List<CommandLaunch> launches) -> startFirst(launches, starting);
        };
    }

    private static StartResult startFirst(
            List<CommandLaunch> launches, Function<CommandLaunch, StartResult> starting) {
        List<String> reasons = new ArrayList<>();
        for (CommandLaunch launch : launches) {
            StartResult result = starting.apply(launch);
            if (!(result instanceof StartResult.Failed failed) || !isForTheShell(failed)) {
                return result;
            }
            LOG.warn("{}: the shell {} does not start", launch.id(), launch.shell());
            reasons.add(failed.message());
        }
        return new StartResult.Failed(
                StartFailure.SHELL_NOT_FOUND,
                "no shell could be started: " + String.join("; ", reasons));
    }

    private static boolean isForTheShell(StartResult.Failed failed) {
        return failed.failure() == StartFailure.SHELL_NOT_FOUND
                || failed.failure() == StartFailure.PERMISSION_DENIED;
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
