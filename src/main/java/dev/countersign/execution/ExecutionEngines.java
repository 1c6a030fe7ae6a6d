package dev.countersign.execution;

import java.time.InstantSource;

/// Chooses how commands are run on this system.
public final class ExecutionEngines {
    private ExecutionEngines() {}

    /// An engine and why it was chosen, a phrase for the log and for `doctor`.
    public record Choice(ExecutionEngine engine, String reason) {}

    /// The best engine for this system. It has threads of its own; close it.
    public static Choice best(
            ShellFinder shells, CommandEnvironment environment, InstantSource clock) {
        return new Choice(
                portable(shells, environment, clock), "the engine that runs on every system");
    }

    /// The engine that needs nothing but Java.
    public static ExecutionEngine portable(
            ShellFinder shells, CommandEnvironment environment, InstantSource clock) {
        return new PortableEngine(new LaunchPreparation(shells, environment), clock);
    }
}
