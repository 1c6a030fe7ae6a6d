package dev.countersign.ui.output;

import dev.countersign.recording.OutputActivity.Pause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// From recorded time to the time that a person waits, where long pauses are cut, and back. Pure.
final class TimeAxis {
    /// A pause that is cut.
    ///
    /// @param pauseStart when the pause began
    /// @param from when it is cut off
    /// @param to when it goes on
    record Cut(Duration pauseStart, Duration from, Duration to) {
        Duration length() {
            return to.minus(from);
        }
    }

    private final Duration duration;
    private final List<Cut> cuts;

    private TimeAxis(Duration duration, List<Cut> cuts) {
        this.duration = duration;
        this.cuts = cuts;
    }

    /// @param limit a pause is cut to this; empty cuts none
    static TimeAxis of(Duration duration, List<Pause> pauses, Optional<Duration> limit) {
        List<Cut> cuts = new ArrayList<>();
        if (limit.isPresent()) {
            for (Pause pause : pauses) {
                if (pause.length().compareTo(limit.get()) > 0
                        && pause.to().compareTo(duration) <= 0) {
                    Duration begun = pause.from();
                    cuts.add(
                            new Cut(
                                    /* pauseStart= */ begun,
                                    /* from= */ begun.plus(limit.get()),
                                    pause.to()));
                }
            }
        }
        return new TimeAxis(duration, List.copyOf(cuts));
    }

    List<Cut> cuts() {
        return cuts;
    }

    Duration duration() {
        return duration;
    }

    /// How long the whole takes with its pauses cut.
    Duration length() {
        return shown(duration);
    }

    /// How much of the shown time has passed at a recorded time.
    Duration shown(Duration recorded) {
        Duration shown = recorded;
        for (Cut cut : cuts) {
            if (recorded.compareTo(cut.to()) >= 0) {
                shown = shown.minus(cut.length());
            } else if (recorded.compareTo(cut.from()) > 0) {
                shown = shown.minus(recorded.minus(cut.from()));
            }
        }
        return shown;
    }

    /// The recorded time after so much shown time; behind a cut where both would do.
    Duration recorded(Duration shown) {
        Duration recorded = shown;
        for (Cut cut : cuts) {
            if (recorded.compareTo(cut.from()) < 0) {
                break;
            }
            recorded = recorded.plus(cut.length());
        }
        return recorded.compareTo(duration) > 0 ? duration : recorded;
    }

    /// Where a recorded time stands between 0 and 1.
    double place(Duration recorded) {
        long whole = length().toNanos();
        return whole == 0 ? 0 : Math.clamp((double) shown(recorded).toNanos() / whole, 0, 1);
    }

    /// The recorded time at a place between 0 and 1.
    Duration at(double place) {
        return recorded(Duration.ofNanos(Math.round(Math.clamp(place, 0, 1) * length().toNanos())));
    }
}
