package dev.countersign.journal;

import dev.countersign.toolcall.ToolCallId;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/// All calls that are kept, to be searched and added up. Safe on any thread but the FX thread:
/// **every method blocks**, at first for a second or so while the index is opened.
///
/// What is answered may be some milliseconds old.
public interface History {
    /// The longest page.
    int MAXIMUM_PAGE = 500;

    /// The calls that a query finds, newest first.
    ///
    /// @param before where to go on, as the last page said; empty for the newest
    /// @param limit how many at most
    HistoryPage search(HistoryQuery query, Optional<Long> before, int limit)
            throws JournalException;

    /// How many calls a query finds.
    long count(HistoryQuery query) throws JournalException;

    /// What there is to filter by.
    HistoryChoices choices() throws JournalException;

    /// A call by its id, as it stands in the index.
    Optional<HistoryHit> find(ToolCallId id) throws JournalException;

    /// Everything that happened to a call; empty where there is none of this id.
    Optional<CallStory> story(ToolCallId id) throws JournalException;

    /// The calls that waited or ran between two times, oldest first; of more than 5,000 the newest.
    List<LaneSpan> lanes(Instant from, Instant until) throws JournalException;

    /// The decisions between two times, by days; days without any are left out.
    List<DaySum> days(Instant from, Instant until, ZoneId zone) throws JournalException;

    /// The decisions between two times by who made them, most first.
    List<DecisionCount> deciders(Instant from, Instant until) throws JournalException;

    /// The newest commands, newest first, for trying rules on.
    ///
    /// @param limit how many at most
    List<PastCall> pastCalls(int limit) throws JournalException;

    /// Calls without a star that ended before a time and of which more is kept than the decision,
    /// oldest first.
    List<KeptRun> endedBefore(Instant time, int limit) throws JournalException;

    /// Ended runs without a star whose output is kept, oldest first.
    List<KeptRun> oldestOutputs(int limit) throws JournalException;

    /// How much output is kept of all calls together, in bytes.
    long keptOutputBytes() throws JournalException;

    /// The calls of which something was deleted.
    List<ToolCallId> deleted() throws JournalException;

    /// How far the index has come.
    IndexState state();

    /// No calls: for windows and tests without a journal.
    static History none() {
        return new NoHistory();
    }
}
