package dev.countersign.journal;

import java.util.List;
import java.util.Optional;

/// Some calls that a query found, newest first.
///
/// @param next where the following page begins; empty at the end
public record HistoryPage(List<HistoryHit> hits, Optional<Long> next) {
    public static final HistoryPage EMPTY = new HistoryPage(List.of(), Optional.empty());

    public HistoryPage {
        hits = List.copyOf(hits);
    }
}
