package dev.countersign.ui.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TimeTicksTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private static List<String> labels(String from, Duration span, int most) {
        return TimeTicks.of(new TimeWindow(Instant.parse(from), span), BERLIN, most).stream()
                .map(TimeTicks.Tick::label)
                .toList();
    }

    @Test
    void marksStandAtRoundTimesOfThePersonsZone() {
        assertEquals(
                List.of("10:05", "10:10", "10:15"),
                labels("2026-11-21T09:02:00Z", Duration.ofMinutes(15), 4));
        assertEquals(
                List.of("23:59:50", "22 Nov", "00:00:10"),
                labels("2026-11-21T22:59:50Z", Duration.ofMinutes(1).minusSeconds(0), 7)
                        .subList(0, 3));
        assertEquals(
                List.of("22 Nov", "23 Nov", "24 Nov"),
                labels("2026-11-21T12:00:00Z", Duration.ofDays(3), 4));
    }

    /// On 25 October 2026 the clocks of Berlin go back.
    @Test
    void daysStayAtMidnightWhenTheClocksChange() {
        List<TimeTicks.Tick> ticks =
                TimeTicks.of(
                        new TimeWindow(Instant.parse("2026-10-24T00:00:00Z"), Duration.ofDays(3)),
                        BERLIN,
                        4);
        ticks.forEach(tick -> assertEquals(0, tick.at().atZone(BERLIN).getHour()));
        assertEquals(3, ticks.size());
    }

    @Test
    void marksAreNeverMoreThanHaveRoomAndAlwaysInside() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            long span = 60_000 + (long) (random.nextDouble() * (31L * 86_400_000 - 60_000));
            TimeWindow window =
                    new TimeWindow(
                            Instant.ofEpochSecond(1_700_000_000L + random.nextInt(80_000_000)),
                            Duration.ofMillis(span));
            int most = 1 + random.nextInt(30);
            List<TimeTicks.Tick> ticks = TimeTicks.of(window, BERLIN, most);
            assertTrue(
                    ticks.size() <= Math.max(most, 5) + 1,
                    () -> "seed " + seed + ": " + window + " " + ticks.size());
            ticks.forEach(tick -> assertTrue(window.contains(tick.at()), () -> "seed " + seed));
        }
    }
}
