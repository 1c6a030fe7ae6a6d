package dev.countersign.ui.inbox;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// How long a key or button has been held down, of the time that approving takes from `high` up.
/// Pure but for the injected clock; confined to one thread.
final class Hold {
    private static final double NANOS_A_SECOND = 1e9;

    private final LongSupplier nanoClock;
    private final Supplier<Duration> time;
    private boolean underWay;
    private long since;
    private Duration whole = Duration.ZERO;

    /// Nothing is held.
    ///
    /// @param nanoClock nanoseconds that only grow, as [System#nanoTime]
    /// @param time how long it takes, asked when a hold begins
    Hold(LongSupplier nanoClock, Supplier<Duration> time) {
        this.nanoClock = nanoClock;
        this.time = time;
    }

    /// How long a hold that begins now would take.
    Duration time() {
        return time.get();
    }

    void begin() {
        underWay = true;
        since = nanoClock.getAsLong();
        whole = time.get();
    }

    void end() {
        underWay = false;
    }

    boolean isUnderWay() {
        return underWay;
    }

    /// From 0 to 1, where it is long enough.
    double progress() {
        return Math.min(1.0, (nanoClock.getAsLong() - since) / (double) whole.toNanos());
    }

    /// Of the whole time, in seconds.
    ///
    /// @param progress as [#progress] told
    double secondsLeft(double progress) {
        return (1 - progress) * whole.toNanos() / NANOS_A_SECOND;
    }
}
