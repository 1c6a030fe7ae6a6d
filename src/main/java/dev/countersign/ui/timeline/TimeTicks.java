package dev.countersign.ui.timeline;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The marks of the time axis: at round times of the person's zone, not closer than they can be
/// read. Pure.
final class TimeTicks {
    private static final List<Duration> STEPS =
            List.of(
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(15),
                    Duration.ofSeconds(30),
                    Duration.ofMinutes(1),
                    Duration.ofMinutes(2),
                    Duration.ofMinutes(5),
                    Duration.ofMinutes(10),
                    Duration.ofMinutes(15),
                    Duration.ofMinutes(30),
                    Duration.ofHours(1),
                    Duration.ofHours(2),
                    Duration.ofHours(3),
                    Duration.ofHours(6),
                    Duration.ofHours(12),
                    Duration.ofDays(1),
                    Duration.ofDays(2),
                    Duration.ofDays(7));
    private static final int MOST = 200;
    private static final DateTimeFormatter SECONDS = formatter("HH:mm:ss");
    private static final DateTimeFormatter MINUTES = formatter("HH:mm");
    private static final DateTimeFormatter DAY = formatter("d MMM");

    private TimeTicks() {}

    private static DateTimeFormatter formatter(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH);
    }

    /// One mark with what stands at it.
    record Tick(Instant at, String label) {}

    /// The marks of a window.
    ///
    /// @param most how many of them have room
    static List<Tick> of(TimeWindow window, ZoneId zone, int most) {
        Duration step = step(window.span(), most);
        List<Tick> ticks = new ArrayList<>();
        ZonedDateTime at = floor(window.from().atZone(zone), step);
        while (at.toInstant().isBefore(window.until()) && ticks.size() < MOST) {
            if (!at.toInstant().isBefore(window.from())) {
                ticks.add(new Tick(at.toInstant(), label(at, step)));
            }
            at = next(at, step);
        }
        return ticks;
    }

    private static Duration step(Duration span, int most) {
        return STEPS.stream()
                .filter(step -> span.dividedBy(step) < Math.max(1, most))
                .findFirst()
                .orElse(STEPS.getLast());
    }

    private static ZonedDateTime floor(ZonedDateTime time, Duration step) {
        LocalDateTime midnight = time.toLocalDate().atStartOfDay();
        if (step.toDays() >= 1) {
            long days = time.toLocalDate().toEpochDay() % step.toDays();
            return midnight.minusDays(days).atZone(time.getZone());
        }
        long seconds = time.toLocalTime().toSecondOfDay();
        return midnight.plusSeconds(seconds - seconds % step.toSeconds()).atZone(time.getZone());
    }

    /// Days are of the calendar, so that a mark stays at midnight when the clocks change.
    private static ZonedDateTime next(ZonedDateTime time, Duration step) {
        return step.toDays() >= 1 ? time.plusDays(step.toDays()) : time.plus(step);
    }

    private static String label(ZonedDateTime time, Duration step) {
        if (time.toLocalTime().equals(LocalTime.MIDNIGHT)) {
            return DAY.format(time);
        }
        return (step.toSeconds() < 60 ? SECONDS : MINUTES).format(time);
    }
}
