package dev.countersign.mcp;

import dev.countersign.supervision.AgentLimits;
import dev.countersign.toolcall.ExecutionMode;
import dev.countersign.toolcall.TimeLimits;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Stream;

/// What agents are held to, in the words of the tools' descriptions. Pure.
///
/// @param limits as they are now
record LimitWords(AgentLimits limits) {
    /// A text with the limits in the place of their names: `{usual}`, `{longest}`, `{slow}`,
    /// `{longestSlow}`, `{background}`, `{longestBackground}`, `{lines}`, `{bytes}`.
    String in(String text) {
        TimeLimits times = limits.times();
        return text.replace("{usual}", time(times.usual()))
                .replace("{longest}", milliseconds(times.longest()))
                .replace("{slow}", time(times.slow()))
                .replace("{longestSlow}", milliseconds(times.longest(ExecutionMode.SLOW)))
                .replace("{background}", time(times.background()))
                .replace("{longestBackground}", milliseconds(times.background()))
                .replace("{lines}", String.format(Locale.ROOT, "%,d", limits.outputLines()))
                .replace("{bytes}", bytes(limits.outputBytes()));
    }

    /// The longest that any call may ask for.
    long longestMilliseconds() {
        TimeLimits times = limits.times();
        return Stream.of(ExecutionMode.values())
                .mapToLong(mode -> times.longest(mode).toMillis())
                .max()
                .orElseThrow();
    }

    private static String milliseconds(Duration time) {
        return String.format(Locale.ROOT, "%,d", time.toMillis());
    }

    /// `120 s`, `15 minutes`, `24 h`: the unit that a person would take.
    private static String time(Duration time) {
        if (time.toMinutes() >= 60 && time.toMinutesPart() == 0 && time.toSecondsPart() == 0) {
            return time.toHours() + " h";
        }
        if (time.toMinutes() > 2 && time.toSecondsPart() == 0) {
            return time.toMinutes() + " minutes";
        }
        return time.toMillisPart() == 0
                ? time.toSeconds() + " s"
                : String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1e3);
    }

    private static String bytes(int bytes) {
        return bytes % 1024 == 0
                ? String.format(Locale.ROOT, "%,d KiB", bytes / 1024)
                : String.format(Locale.ROOT, "%,d bytes", bytes);
    }
}
