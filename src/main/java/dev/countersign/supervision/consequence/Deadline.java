package dev.countersign.supervision.consequence;

import java.time.Duration;

/// How long and how far a look may go. Confined to one look.
final class Deadline {
    private final long end;
    private int entries;

    Deadline(Duration limit, int entries) {
        this.end = System.nanoTime() + limit.toNanos();
        this.entries = entries;
    }

    /// What is left of the time; never negative.
    Duration left() {
        return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }

    boolean isOver() {
        return entries <= 0 || System.nanoTime() >= end;
    }

    /// Counts one folder entry that was looked at; false when it was one too many.
    boolean look() {
        entries--;
        return !isOver();
    }
}
