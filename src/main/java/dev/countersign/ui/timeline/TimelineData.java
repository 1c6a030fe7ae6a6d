package dev.countersign.ui.timeline;

import dev.countersign.journal.DaySum;
import dev.countersign.journal.DecisionCount;
import dev.countersign.journal.History;
import dev.countersign.journal.JournalException;
import dev.countersign.journal.LaneSpan;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;

/// What the timeline shows, read at one moment.
///
/// @param spans what waited or ran in the window
/// @param days the decisions of the last fourteen days
/// @param deciders who made them
/// @param waits how long the newest of them waited
record TimelineData(
        TimeWindow window,
        List<LaneSpan> spans,
        LocalDate today,
        List<DaySum> days,
        List<DecisionCount> deciders,
        WaitBuckets waits) {
    static final int DAYS = 14;

    /// Reads it all. Blocks.
    static TimelineData read(History history, TimeWindow window, Instant now, ZoneId zone)
            throws JournalException {
        LocalDate today = now.atZone(zone).toLocalDate();
        Instant since = today.minusDays(DAYS - 1L).atStartOfDay(zone).toInstant();
        Instant tomorrow = now.plus(Duration.ofDays(1));
        return new TimelineData(
                window,
                history.lanes(window.from(), window.until()),
                today,
                history.days(since, tomorrow, zone),
                history.deciders(since, tomorrow),
                WaitBuckets.of(history.lanes(since, tomorrow)));
    }

    /// Nothing yet.
    static TimelineData none(TimeWindow window, LocalDate today) {
        return new TimelineData(
                window, List.of(), today, List.of(), List.of(), WaitBuckets.of(List.of()));
    }

    long decisions() {
        return days.stream().mapToLong(DaySum::decisions).sum();
    }
}
