package dev.countersign.cli;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Times as a person types them: `30m`, `12h`, `7d`, `2026-11-21`, `2026-11-21T14:30`. Pure.
final class TimeOption {
    private static final Pattern AGO = Pattern.compile("(\\d{1,6})([smhdw])");

    private TimeOption() {}

    static Optional<Instant> parse(String text, Instant now, ZoneId zone) {
        Matcher ago = AGO.matcher(text);
        if (ago.matches()) {
            long count = Long.parseLong(ago.group(1));
            Duration unit =
                    switch (ago.group(2)) {
                        case "s" -> Duration.ofSeconds(1);
                        case "m" -> Duration.ofMinutes(1);
                        case "h" -> Duration.ofHours(1);
                        case "d" -> Duration.ofDays(1);
                        default -> Duration.ofDays(7);
                    };
            return Optional.of(now.minus(unit.multipliedBy(count)));
        }
        try {
            if (text.endsWith("Z")) {
                return Optional.of(Instant.parse(text));
            }
            return Optional.of(
                    text.contains("T")
                            ? LocalDateTime.parse(text).atZone(zone).toInstant()
                            : LocalDate.parse(text).atStartOfDay(zone).toInstant());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
