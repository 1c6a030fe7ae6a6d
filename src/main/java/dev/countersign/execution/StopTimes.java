package dev.countersign.execution;

import java.time.Duration;

/// How much time a stop takes (RUN-3), as a person has set it.
///
/// @param grace from SIGTERM to SIGKILL
/// @param limit after which what still runs is named, and no longer sought
public record StopTimes(Duration grace, Duration limit) {
    /// Those that hold until a person sets others.
    public static final StopTimes STANDARD =
            new StopTimes(Duration.ofMillis(200), Duration.ofSeconds(5));

    public StopTimes {
        if (grace.isNegative() || grace.compareTo(limit) >= 0) {
            throw new IllegalArgumentException("no time is left to kill: " + grace + ", " + limit);
        }
    }
}
