package dev.countersign.supervision;

import dev.countersign.supervision.rehearsal.RehearsalResult;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.ToolCallId;
import java.time.Duration;
import java.util.Optional;

/// What there is of a rehearsal at one moment.
///
/// @param command what is rehearsed: as the agent asked, or as the person edited it
/// @param ended how its command ended; empty while it runs
/// @param duration how long it ran; empty while it runs
/// @param result what it left; empty while it runs or is read
public record RehearsalView(
        ToolCallId id,
        CommandText command,
        Optional<Outcome> ended,
        Optional<Duration> duration,
        Optional<RehearsalResult> result) {
    /// One that is only about to begin.
    public static RehearsalView beginning(ToolCallId id, CommandText command) {
        return new RehearsalView(id, command, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /// Why what it left cannot be committed, a sentence; empty where it can.
    public Optional<String> commitObstacle() {
        if (result.isEmpty() || ended.isEmpty()) {
            return Optional.of("It is still being rehearsed.");
        }
        boolean byItself =
                switch (ended.get()) {
                    case Outcome.Exited _, Outcome.Signalled _ -> true;
                    case Outcome.TimedOut _,
                            Outcome.Stopped _,
                            Outcome.FailedToStart _,
                            Outcome.Lost _ ->
                            false;
                };
        return byItself
                ? result.get().obstacle()
                : Optional.of("It did not end by itself, so its result is only a part of it.");
    }
}
