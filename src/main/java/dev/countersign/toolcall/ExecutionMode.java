package dev.countersign.toolcall;

import java.time.Duration;
import java.util.Locale;

/// How long a command may take and whether its caller waits for it.
public enum ExecutionMode {
    /// The caller waits; two minutes unless it says otherwise, ten at most.
    DEFAULT(Duration.ofMinutes(2), Duration.ofMinutes(10)),
    /// Builds, downloads, tests: the caller waits; fifteen minutes.
    SLOW(Duration.ofMinutes(15), Duration.ofMinutes(15)),
    /// Servers and watchers: the caller is answered at once; a day.
    BACKGROUND(Duration.ofDays(1), Duration.ofDays(1));

    /// The shortest limit that a caller may ask for.
    public static final Duration SHORTEST_TIMEOUT = Duration.ofSeconds(1);

    /// The longest limit that any call can have, whatever a person sets.
    public static final Duration LONGEST_TIMEOUT = Duration.ofDays(1);

    private final Duration defaultTimeout;
    private final Duration longestTimeout;

    ExecutionMode(Duration defaultTimeout, Duration longestTimeout) {
        this.defaultTimeout = defaultTimeout;
        this.longestTimeout = longestTimeout;
    }

    /// The limit of a call that asks for none, until a person sets another; see [TimeLimits].
    public Duration defaultTimeout() {
        return defaultTimeout;
    }

    /// The longest limit that a call may ask for, until a person sets another.
    public Duration longestTimeout() {
        return longestTimeout;
    }

    /// The name on the wire: `default`, `slow`, `background`.
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
