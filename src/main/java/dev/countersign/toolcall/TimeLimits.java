package dev.countersign.toolcall;

import java.time.Duration;

/// How long commands may take, as a person has set it.
///
/// @param usual of a call in mode default that asks for no limit
/// @param longest that a call in mode default may ask for; at least `usual`
/// @param slow of a call in mode slow, and the longest that it may ask for
/// @param background the same of mode background
public record TimeLimits(Duration usual, Duration longest, Duration slow, Duration background) {
    /// Those that hold until a person sets others.
    public static final TimeLimits STANDARD =
            new TimeLimits(
                    ExecutionMode.DEFAULT.defaultTimeout(),
                    ExecutionMode.DEFAULT.longestTimeout(),
                    ExecutionMode.SLOW.defaultTimeout(),
                    ExecutionMode.BACKGROUND.defaultTimeout());

    public TimeLimits {
        longest = longest.compareTo(usual) < 0 ? usual : longest;
        for (Duration limit : new Duration[] {usual, longest, slow, background}) {
            if (limit.compareTo(ExecutionMode.SHORTEST_TIMEOUT) < 0
                    || limit.compareTo(ExecutionMode.LONGEST_TIMEOUT) > 0) {
                throw new IllegalArgumentException("no limit of a command: " + limit);
            }
        }
    }

    /// The limit of a call that asks for none.
    public Duration usual(ExecutionMode mode) {
        return switch (mode) {
            case DEFAULT -> usual;
            case SLOW -> slow;
            case BACKGROUND -> background;
        };
    }

    /// The longest limit that a call may ask for.
    public Duration longest(ExecutionMode mode) {
        return mode == ExecutionMode.DEFAULT ? longest : usual(mode);
    }
}
