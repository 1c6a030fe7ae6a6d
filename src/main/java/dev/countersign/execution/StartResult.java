package dev.countersign.execution;

import dev.countersign.toolcall.StartFailure;

/// Whether a command came to run.
public sealed interface StartResult {
    record Started(RunningCommand command) implements StartResult {}

    /// No process exists.
    ///
    /// @param message a sentence for people and agents that says what to do, where it is known
    /// @param passing whether the system may well have room for it a little later
    record Failed(StartFailure failure, String message, boolean passing) implements StartResult {
        /// One that would fail again.
        public Failed(StartFailure failure, String message) {
            this(failure, message, false);
        }
    }
}
