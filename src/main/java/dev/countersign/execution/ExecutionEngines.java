package dev.countersign.execution;

import java.time.InstantSource;
import java.util.Optional;

/// Chooses how commands are run on this system.
public final class ExecutionEngines {
    private ExecutionEngines() {}

    /// An engine and why it was chosen, a phrase for the log and for `doctor`.
    public record Choice(ExecutionEngine engine, String reason) {}

    /// The best engine for this system. It has threads of its own; close it.
    public static Choice best(
            ShellFinder shells, CommandEnvironment environment, InstantSource clock) {
        Optional<String> obstacle = LinuxEngine.obstacle();
        if (obstacle.isPresent()) {
            return new Choice(portable(shells, environment, clock), obstacle.get());
        }
        try {
            return new Choice(
                    linux(shells, environment, clock), "posix_spawn, pidfd and epoll are there");
        } catch (IllegalStateException exception) {
            return new Choice(
                    portable(shells, environment, clock), String.valueOf(exception.getMessage()));
        }
    }

    /// The engine for 64-bit Linux with glibc.
    ///
    /// @throws IllegalStateException where the system refuses what it needs
    static ExecutionEngine linux(
            ShellFinder shells, CommandEnvironment environment, InstantSource clock) {
        return new LinuxEngine(new LaunchPreparation(shells, environment), clock);
    }

    /// The engine that needs nothing but Java.
    static ExecutionEngine portable(
            ShellFinder shells, CommandEnvironment environment, InstantSource clock) {
        return new PortableEngine(new LaunchPreparation(shells, environment), clock);
    }
}
