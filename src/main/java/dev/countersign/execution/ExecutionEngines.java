package dev.countersign.execution;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Chooses how commands are run on this system.
public final class ExecutionEngines {
    private ExecutionEngines() {}

    /// An engine and why it was chosen, a phrase for the log and for `doctor`.
    public record Choice(ExecutionEngine engine, String reason) {}

    /// The best engine for this system. It has threads of its own; close it.
    public static Choice best(
            ShellFinder shells, CommandEnvironment environment, InstantSource clock) {
        Sandboxes sandboxes = new Sandboxes(Map.of(), Path.of("/"), List.of());
        return best(shells, environment, sandboxes, clock);
    }

    /// The best engine for this system. It has threads of its own; close it.
    ///
    /// @param sandboxes shuts in those commands that are to be shut in
    public static Choice best(
            ShellFinder shells,
            CommandEnvironment environment,
            Sandboxes sandboxes,
            InstantSource clock) {
        LaunchPreparation preparation = new LaunchPreparation(shells, environment, sandboxes);
        Optional<String> obstacle = LinuxEngine.obstacle();
        if (obstacle.isPresent()) {
            return new Choice(new PortableEngine(preparation, clock), obstacle.get());
        }
        try {
            return new Choice(
                    new LinuxEngine(preparation, clock), "posix_spawn, pidfd and epoll are there");
        } catch (IllegalStateException exception) {
            return new Choice(
                    new PortableEngine(preparation, clock), String.valueOf(exception.getMessage()));
        }
    }

    /// The engine for 64-bit Linux with glibc.
    ///
    /// @throws IllegalStateException where the system refuses what it needs
    static ExecutionEngine linux(
            ShellFinder shells,
            CommandEnvironment environment,
            Sandboxes sandboxes,
            InstantSource clock) {
        return new LinuxEngine(new LaunchPreparation(shells, environment, sandboxes), clock);
    }

    /// The engine that needs nothing but Java.
    static ExecutionEngine portable(
            ShellFinder shells,
            CommandEnvironment environment,
            Sandboxes sandboxes,
            InstantSource clock) {
        return new PortableEngine(new LaunchPreparation(shells, environment, sandboxes), clock);
    }
}
