package dev.countersign.ui.output;

import dev.countersign.recording.ReplayPace;
import java.time.Duration;
import java.util.List;

/// Where a replay is and how it goes on. Confined to its caller; has no clock of its own.
final class ReplayClock {
    static final List<Double> SPEEDS = List.of(ReplayPace.SLOWEST, 1.0, 2.0, 4.0, 8.0, 16.0);

    private Duration position = Duration.ZERO;
    private boolean atEnd = true;
    private boolean playing;
    private double speed = 1;

    /// Recorded time since the start; the duration of the axis at its end.
    Duration position(TimeAxis axis) {
        return atEnd ? axis.duration() : position;
    }

    /// Whether it shows all there is, and what may still come.
    boolean isAtEnd() {
        return atEnd;
    }

    boolean isPlaying() {
        return playing;
    }

    void setSpeed(double times) {
        if (!SPEEDS.contains(times)) {
            throw new IllegalArgumentException("speed: " + times);
        }
        speed = times;
    }

    /// Plays on; from the end it begins anew.
    void play() {
        if (atEnd) {
            position = Duration.ZERO;
            atEnd = false;
        }
        playing = true;
    }

    void pause() {
        playing = false;
    }

    void seek(Duration to, TimeAxis axis) {
        atEnd = to.compareTo(axis.duration()) >= 0;
        position = to.isNegative() ? Duration.ZERO : to;
        playing = playing && !atEnd;
    }

    void toEnd() {
        atEnd = true;
        playing = false;
    }

    /// So much time of the person passed.
    void advance(Duration passed, TimeAxis axis) {
        if (!playing) {
            return;
        }
        Duration shown = axis.shown(position).plusNanos(Math.round(passed.toNanos() * speed));
        seek(shown.compareTo(axis.length()) >= 0 ? axis.duration() : axis.recorded(shown), axis);
    }
}
