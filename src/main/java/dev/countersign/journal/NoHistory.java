package dev.countersign.journal;

import dev.countersign.toolcall.ToolCallId;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/// Nothing was ever kept.
final class NoHistory implements History {
    @Override
    public HistoryPage search(HistoryQuery query, Optional<Long> before, int limit) {
        return HistoryPage.EMPTY;
    }

    @Override
    public long count(HistoryQuery query) {
        return 0;
    }

    @Override
    public HistoryChoices choices() {
        return HistoryChoices.NONE;
    }

    @Override
    public Optional<HistoryHit> find(ToolCallId id) {
        return Optional.empty();
    }

    @Override
    public Optional<CallStory> story(ToolCallId id) {
        return Optional.empty();
    }

    @Override
    public List<LaneSpan> lanes(Instant from, Instant until) {
        return List.of();
    }

    @Override
    public List<DaySum> days(Instant from, Instant until, ZoneId zone) {
        return List.of();
    }

    @Override
    public List<DecisionCount> deciders(Instant from, Instant until) {
        return List.of();
    }

    @Override
    public List<PastCall> pastCalls(int limit) {
        return List.of();
    }

    @Override
    public List<KeptRun> endedBefore(Instant time, int limit) {
        return List.of();
    }

    @Override
    public List<KeptRun> oldestOutputs(int limit) {
        return List.of();
    }

    @Override
    public long keptOutputBytes() {
        return 0;
    }

    @Override
    public List<ToolCallId> deleted() {
        return List.of();
    }

    @Override
    public IndexState state() {
        return new IndexState(0, 0, Optional.empty());
    }
}
