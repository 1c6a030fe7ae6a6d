package dev.countersign.settings;

import java.time.LocalTime;
import java.util.Optional;
import java.util.regex.Pattern;

/// A time of the day, each day, in which the person is left alone: `22:00-07:00`.
///
/// @param from the first minute of it
/// @param until the first minute behind it; before `from`, it is on the next day
public record QuietHours(LocalTime from, LocalTime until) {
    private static final String TIME = "([01][0-9]|2[0-3]):[0-5][0-9]";

    /// How it is written; the empty text is for none.
    static final Pattern PATTERN = Pattern.compile("|" + TIME + "-" + TIME);

    public QuietHours {
        if (from.equals(until)) {
            throw new IllegalArgumentException("from and until must differ");
        }
    }

    /// Reads what the setting holds.
    ///
    /// @param text as [#PATTERN] has it
    /// @return empty for none, also where both times are the same
    public static Optional<QuietHours> parse(String text) {
        if (text.isEmpty() || !PATTERN.matcher(text).matches()) {
            return Optional.empty();
        }
        int dash = text.indexOf('-');
        LocalTime from = LocalTime.parse(text.substring(0, dash));
        LocalTime until = LocalTime.parse(text.substring(dash + 1));
        return from.equals(until) ? Optional.empty() : Optional.of(new QuietHours(from, until));
    }

    public boolean contains(LocalTime time) {
        boolean overNight = until.isBefore(from);
        boolean started = !time.isBefore(from);
        boolean over = !time.isBefore(until);
        return overNight ? started || !over : started && !over;
    }
}
