package dev.countersign.execution;

import dev.countersign.toolcall.StartFailure;

/// Whether a command came to run.
public sealed interface StartResult {
    record Started(RunningCommand command) implements StartResult {}

    /// No process exists.
    ///
    /// @param message a sentence for people and agents that says what to do, where it is known
    record Failed(StartFailure failure, String message) implements StartResult {}
}
