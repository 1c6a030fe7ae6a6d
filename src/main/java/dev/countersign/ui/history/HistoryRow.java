package dev.countersign.ui.history;

import dev.countersign.journal.HistoryHit;

/// One row of the list: a day, or a call.
sealed interface HistoryRow {
    /// The heading above the calls of a day.
    record Day(String words) implements HistoryRow {}

    /// A call that was found.
    record Call(HistoryHit hit) implements HistoryRow {}
}
