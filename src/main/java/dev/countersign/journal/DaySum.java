package dev.countersign.journal;

import java.time.Duration;
import java.time.LocalDate;
import java.util.List;

/// The decisions of one day and the time that calls waited for them.
///
/// @param counts by decision and who made it, most first
/// @param asked how many of them had to wait for a person
/// @param waited how long these waited, together
public record DaySum(
        LocalDate day,
        List<DecisionCount> counts,
        long asked,
        Duration waited,
        Duration medianWait,
        Duration longestWait) {
    public DaySum {
        counts = List.copyOf(counts);
    }

    public long decisions() {
        return counts.stream().mapToLong(DecisionCount::calls).sum();
    }
}
