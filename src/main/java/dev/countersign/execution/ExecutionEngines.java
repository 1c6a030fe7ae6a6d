package dev.countersign.execution;

import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/// Chooses how commands are run on this system.
public final class ExecutionEngines {
    private ExecutionEngines() {}

    private static final String ALL_THERE = "posix_spawn, pidfd and epoll are there";

    /// Why the engine for Linux cannot be used here, a clause for `doctor`; empty where it can.
    public static Optional<String> linuxObstacle() {
        return LinuxEngine.obstacle();
    }

    /// An engine and why it was chosen, a phrase for the log.
    public record Choice(ExecutionEngine engine, String reason) {}

    /// The best engine for this system, which stops in the usual time. It has threads of its own;
    /// close it.
    public static Choice best(
            ShellFinder shells,
            CommandEnvironment environment,
            Sandboxes sandboxes,
            InstantSource clock) {
        return best(shells, environment, sandboxes, clock, () -> StopTimes.STANDARD);
    }

    /// The best engine for this system. It has threads of its own; close it.
    ///
    /// @param sandboxes shuts in those commands that are to be shut in
    /// @param stopTimes as the settings say now
    public static Choice best(
            ShellFinder shells,
            CommandEnvironment environment,
            Sandboxes sandboxes,
            InstantSource clock,
            Supplier<StopTimes> stopTimes) {
        LaunchPreparation preparation = new LaunchPreparation(shells, environment, sandboxes);
        Optional<String> obstacle = LinuxEngine.obstacle();
        if (obstacle.isPresent()) {
            return new Choice(new PortableEngine(preparation, clock, stopTimes), obstacle.get());
        }
        try {
            return new Choice(new LinuxEngine(preparation, clock, stopTimes), ALL_THERE);
        } catch (IllegalStateException exception) {
            return new Choice(
                    new PortableEngine(preparation, clock, stopTimes),
                    String.valueOf(exception.getMessage()));
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
        return new LinuxEngine(
                new LaunchPreparation(shells, environment, sandboxes),
                clock,
                () -> StopTimes.STANDARD);
    }

    /// The engine that needs nothing but Java.
    static ExecutionEngine portable(
            ShellFinder shells,
            CommandEnvironment environment,
            Sandboxes sandboxes,
            InstantSource clock) {
        return new PortableEngine(
                new LaunchPreparation(shells, environment, sandboxes),
                clock,
                () -> StopTimes.STANDARD);
    }
}
