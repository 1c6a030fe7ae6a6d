package dev.countersign.journal;

import dev.countersign.toolcall.CommandText;
import java.time.Duration;
import java.util.Optional;

/// The latest rehearsal of a call, as far as it is kept.
///
/// @param times how often the call was rehearsed
/// @param ended once its command is over
/// @param discarded once what it left was thrown away
public record Rehearsal(
        int times,
        SupervisionEvent.RehearsalStarted started,
        Optional<SupervisionEvent.RehearsalEnded> ended,
        Optional<SupervisionEvent.RehearsalDiscarded> discarded) {
    /// Whether its command runs now, as far as was seen.
    public boolean isRunning() {
        return ended.isEmpty() && discarded.isEmpty();
    }

    /// Whether it is of this command.
    ///
    /// @param edit what a person made of the command; empty for what the agent asked
    public boolean isOf(Optional<String> edit) {
        return started.edited().map(CommandText::text).equals(edit);
    }

    /// Whether there is something to be looked at: a command that runs, or what it left.
    public boolean isThere() {
        return discarded.isEmpty();
    }

    /// How long its command ran; empty where the end was not seen.
    public Optional<Duration> duration() {
        return ended.map(end -> Duration.between(started.at(), end.at()));
    }

    Rehearsal withoutTexts() {
        return new Rehearsal(
                times,
                (SupervisionEvent.RehearsalStarted) EventCodec.withoutTexts(started),
                ended,
                discarded
                        .map(EventCodec::withoutTexts)
                        .map(SupervisionEvent.RehearsalDiscarded.class::cast));
    }

    static Optional<Rehearsal> after(Optional<Rehearsal> before, SupervisionEvent event) {
        if (event instanceof SupervisionEvent.RehearsalStarted started) {
            int times = before.map(Rehearsal::times).orElse(0) + 1;
            return Optional.of(new Rehearsal(times, started, Optional.empty(), Optional.empty()));
        }
        if (event instanceof SupervisionEvent.RehearsalEnded end) {
            return before.map(now ->
                    new Rehearsal(now.times(), now.started(), Optional.of(end), now.discarded()));
        }
        if (event instanceof SupervisionEvent.RehearsalDiscarded gone) {
            return before.map(now ->
                    new Rehearsal(now.times(), now.started(), now.ended(), Optional.of(gone)));
        }
        return before;
    }
}
