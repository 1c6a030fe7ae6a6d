package dev.countersign.ui.timeline;

import dev.countersign.journal.LaneSpan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/// Puts spans into rows so that none covers another. Pure.
///
/// Lanes are ordered by agent and workspace, so that none changes its place while one looks.
final class LaneLayout {
    private static final int MOST_ROWS = 5;
    private static final Comparator<LaneSpan> BY_START =
            Comparator.comparing(LaneLayout::start).thenComparing(span -> span.id().digits());

    private LaneLayout() {}

    /// The calls of one agent in one workspace.
    ///
    /// @param rows in each the spans by their start
    record Lane(String agent, String workspace, List<List<LaneSpan>> rows) {
        Lane {
            rows = rows.stream().map(List::copyOf).toList();
        }
    }

    /// Sorts spans into lanes and rows.
    ///
    /// @param gap how much time has to lie between two spans of a row, so that both can be seen
    static List<Lane> of(List<LaneSpan> spans, Instant now, Duration gap) {
        TreeMap<String, List<LaneSpan>> lanes = new TreeMap<>();
        spans.forEach(span ->
                lanes.computeIfAbsent(
                                span.agent() + "\0" + span.workspace(), _ -> new ArrayList<>())
                        .add(span));
        return lanes.values().stream().map(lane -> lane(lane, now, gap)).toList();
    }

    private static Lane lane(List<LaneSpan> spans, Instant now, Duration gap) {
        List<List<LaneSpan>> rows = new ArrayList<>();
        List<Instant> ends = new ArrayList<>();
        for (LaneSpan span : spans.stream().sorted(BY_START).toList()) {
            int row = 0;
            while (row < ends.size() && ends.get(row).isAfter(start(span))) {
                row++;
            }
            if (row >= MOST_ROWS) {
                // More at once than can be told apart: they share the last row.
                row = MOST_ROWS - 1;
            }
            if (row == rows.size()) {
                rows.add(new ArrayList<>());
                ends.add(Instant.MIN);
            }
            rows.get(row).add(span);
            Instant end = end(span, now).plus(gap);
            ends.set(row, end.isAfter(ends.get(row)) ? end : ends.get(row));
        }
        return new Lane(spans.getFirst().agent(), spans.getFirst().workspace(), rows);
    }

    /// When it came to wait, or to run where nobody was asked.
    static Instant start(LaneSpan span) {
        return span.queued().or(span::started).orElse(span.received());
    }

    /// When nothing of it went on any more; now, while it does.
    static Instant end(LaneSpan span, Instant now) {
        if (span.finished().isPresent()) {
            return span.finished().get();
        }
        if (isOpen(span)) {
            return now.isAfter(start(span)) ? now : start(span);
        }
        return span.started().or(span::decided).orElse(start(span));
    }

    /// Whether it waits or runs still.
    static boolean isOpen(LaneSpan span) {
        return switch (span.status()) {
            case PENDING_APPROVAL, RUNNING -> true;
            case COMPLETED, FAILED, TIMEOUT, KILLED, DENIED, WITHDRAWN, EXPIRED, DRY_RUN, LOST,
                    HANDED_OVER ->
                    false;
        };
    }
}
