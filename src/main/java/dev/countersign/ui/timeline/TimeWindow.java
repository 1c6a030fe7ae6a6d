package dev.countersign.ui.timeline;

import java.time.Duration;
import java.time.Instant;

/// The piece of time that the timeline shows, from a minute to a month.
record TimeWindow(Instant from, Duration span) {
    static final Duration SHORTEST = Duration.ofMinutes(1);
    static final Duration LONGEST = Duration.ofDays(31);

    TimeWindow {
        if (span.compareTo(SHORTEST) < 0 || span.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("span is not between a minute and a month: " + span);
        }
    }

    /// A window that ends a little after now, so that what goes on has room to grow.
    static TimeWindow upTo(Instant now, Duration span) {
        return new TimeWindow(now.minus(span.multipliedBy(15).dividedBy(16)), span);
    }

    Instant until() {
        return from.plus(span);
    }

    boolean contains(Instant time) {
        return !time.isBefore(from) && time.isBefore(until());
    }

    /// Where a time lies: 0 at the left edge, 1 at the right; outside of both for others.
    double fraction(Instant time) {
        return (double) Duration.between(from, time).toMillis() / span.toMillis();
    }

    Instant at(double fraction) {
        return from.plusMillis(Math.round(span.toMillis() * fraction));
    }

    /// Makes the span longer or shorter around the time at a fraction, which stays where it is.
    TimeWindow zoom(double factor, double fraction) {
        long wanted = Math.round(span.toMillis() * factor);
        long millis = Math.clamp(wanted, SHORTEST.toMillis(), LONGEST.toMillis());
        Instant fixed = at(fraction);
        return new TimeWindow(
                fixed.minusMillis(Math.round(millis * fraction)), Duration.ofMillis(millis));
    }

    /// Moves by a fraction of the span; forward when positive.
    TimeWindow pan(double fraction) {
        return new TimeWindow(at(fraction), span);
    }
}
