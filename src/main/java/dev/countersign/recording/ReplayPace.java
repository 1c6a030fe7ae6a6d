package dev.countersign.recording;

import java.time.Duration;
import java.util.Optional;

/// How recorded time becomes waiting time when a run is played again.
///
/// @param speed from [#SLOWEST] to [#FASTEST] times
/// @param idleLimit a longer pause is cut to this; empty cuts none
public record ReplayPace(double speed, Optional<Duration> idleLimit) {
    public static final double SLOWEST = 0.5;
    public static final double FASTEST = 16;

    public ReplayPace {
        if (!(speed >= SLOWEST && speed <= FASTEST)) {
            throw new IllegalArgumentException("speed: " + speed);
        }
        if (idleLimit.filter(limit -> limit.isNegative()).isPresent()) {
            throw new IllegalArgumentException("idleLimit: " + idleLimit);
        }
    }

    /// How long to wait for output that came so much later than the output before it.
    public Duration wait(Duration gap) {
        Duration heard = idleLimit.filter(limit -> limit.compareTo(gap) < 0).orElse(gap);
        return Duration.ofNanos(Math.max(0, Math.round(heard.toNanos() / speed)));
    }
}
