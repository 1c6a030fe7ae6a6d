package dev.countersign.supervision;

import dev.countersign.execution.RunningCommand;
import java.util.Optional;

/// How a call stands at one moment.
///
/// @param background whether nobody waits for its end: it is a job
/// @param failure what went wrong with the console itself, where something did
/// @param paused whether its processes are held
/// @param stopping whether somebody wants it to end
record CallState(
        Stage stage,
        boolean background,
        Optional<RunningCommand> command,
        Optional<CallOutput> output,
        Optional<String> failure,
        boolean paused,
        boolean stopping) {
    /// Where a call is in its life, in order.
    enum Stage {
        JUDGING,
        WAITING,
        /// Approved, and waiting to be claimed.
        CLAIMABLE,
        STARTING,
        RUNNING,
        OVER
    }

    boolean isOver() {
        return stage == Stage.OVER;
    }

    boolean isRunning() {
        return stage == Stage.RUNNING;
    }

    /// Whether it printed as much as one run may, and waits for the person's word.
    boolean overLimit() {
        return isRunning()
                && output.flatMap(CallOutput::held).equals(Optional.of(CallOutput.Held.LIMIT));
    }

    /// Whether its output waits for room on the disk.
    boolean waitsForRoom() {
        return !isOver()
                && output.flatMap(CallOutput::held).equals(Optional.of(CallOutput.Held.DISK));
    }
}
