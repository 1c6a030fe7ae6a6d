package dev.countersign.journal;

import java.time.LocalDate;
import java.util.List;

/// The decisions of one day.
///
/// @param counts by decision and who made it, most first
public record DaySum(LocalDate day, List<DecisionCount> counts) {
    public DaySum {
        counts = List.copyOf(counts);
    }

    public long decisions() {
        return counts.stream().mapToLong(DecisionCount::calls).sum();
    }
}
