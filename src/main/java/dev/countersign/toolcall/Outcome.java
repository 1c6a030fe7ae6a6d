package dev.countersign.toolcall;

import java.time.Duration;

/// How a run ended.
public sealed interface Outcome {
    /// It ended by itself.
    record Exited(int code) implements Outcome {}

    /// A signal ended it that the console did not send.
    ///
    /// @param signal the name with its prefix: `SIGSEGV`
    record Signalled(String signal) implements Outcome {}

    /// Its time was up and it was stopped.
    record TimedOut(Duration after) implements Outcome {}

    /// Somebody had it stopped.
    ///
    /// @param signal what ended it in the end: `SIGTERM` or `SIGKILL`
    record Stopped(StopCause by, String signal) implements Outcome {}

    /// It never started.
    record FailedToStart(StartFailure failure, String message) implements Outcome {}

    /// The console ended before it saw the end of the run. It may or may not have ended since.
    record Lost() implements Outcome {}

    default boolean succeeded() {
        return this instanceof Exited(int code) && code == 0;
    }
}
