package dev.countersign.ui.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.journal.LaneSpan;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.ToolCallId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class LaneLayoutTest {
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    static LaneSpan ran(int id, String agent, long from, long until) {
        return new LaneSpan(
                ToolCallId.of(id),
                agent,
                "/home/ann/" + agent,
                "command " + id,
                CallStatus.COMPLETED,
                Optional.empty(),
                NOW.minusSeconds(from),
                Optional.empty(),
                Optional.of(NOW.minusSeconds(from)),
                Optional.of(NOW.minusSeconds(from)),
                Optional.of(NOW.minusSeconds(until)));
    }

    static LaneSpan waited(int id, long from, long decided, CallStatus status) {
        return new LaneSpan(
                ToolCallId.of(id),
                "codex",
                "/home/ann/api",
                "command " + id,
                status,
                Optional.empty(),
                NOW.minusSeconds(from),
                Optional.of(NOW.minusSeconds(from)),
                Optional.of(NOW.minusSeconds(decided)),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void whatOverlapsGetsARowOfItsOwn() {
        List<LaneLayout.Lane> lanes =
                LaneLayout.of(
                        List.of(
                                ran(1, "codex", 100, 50),
                                ran(2, "codex", 80, 40),
                                ran(3, "codex", 45, 30),
                                ran(4, "claude-code", 100, 90)),
                        NOW,
                        Duration.ZERO);
        assertEquals(
                List.of("claude-code", "codex"),
                lanes.stream().map(LaneLayout.Lane::agent).toList());
        assertEquals(
                List.of(List.of(1, 3), List.of(2)),
                lanes.getLast().rows().stream()
                        .map(row ->
                                row.stream()
                                        .map(span -> Integer.parseInt(span.id().digits(), 16))
                                        .toList())
                        .toList());
    }

    @Test
    void whatGoesOnReachesUpToNow() {
        LaneSpan running =
                new LaneSpan(
                        ToolCallId.of(9),
                        "codex",
                        "/w",
                        "npm run dev",
                        CallStatus.RUNNING,
                        Optional.empty(),
                        NOW.minusSeconds(60),
                        Optional.empty(),
                        Optional.of(NOW.minusSeconds(60)),
                        Optional.of(NOW.minusSeconds(60)),
                        Optional.empty());
        assertEquals(NOW, LaneLayout.end(running, NOW));
        LaneSpan denied = waited(10, 60, 20, CallStatus.DENIED);
        assertEquals(NOW.minusSeconds(20), LaneLayout.end(denied, NOW));
    }

    @Test
    void noTwoSpansOfARowOverlapUnlessTheRowsAreUsedUp() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int trial = 0; trial < 200; trial++) {
            List<LaneSpan> spans = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                long from = 1L + random.nextInt(3_600);
                spans.add(ran(i, "codex", from, Math.max(0, from - random.nextInt(200))));
            }
            LaneLayout.Lane lane = LaneLayout.of(spans, NOW, Duration.ZERO).getFirst();
            assertEquals(60, lane.rows().stream().mapToInt(List::size).sum());
            for (List<LaneSpan> row : lane.rows().subList(0, lane.rows().size() - 1)) {
                for (int i = 1; i < row.size(); i++) {
                    Instant end = LaneLayout.end(row.get(i - 1), NOW);
                    assertFalse(end.isAfter(LaneLayout.start(row.get(i))), () -> "seed " + seed);
                }
            }
        }
    }

    @Test
    void waitsAreCountedIntoTheirClasses() {
        WaitBuckets waits =
                WaitBuckets.of(
                        List.of(
                                waited(1, 100, 99, CallStatus.DENIED),
                                waited(2, 100, 97, CallStatus.DENIED),
                                waited(3, 100, 10, CallStatus.EXPIRED),
                                waited(4, 4_000, 10, CallStatus.EXPIRED),
                                ran(5, "codex", 10, 5)));
        assertEquals(List.of(1L, 0L, 1L, 0L, 0L, 0L, 0L, 1L, 0L, 0L, 1L), waits.counts());
        assertEquals(4, waits.total());
        assertEquals(Optional.of(Duration.ofSeconds(3)), waits.median());
        assertEquals(2, waits.overAMinute());
    }

    @Test
    void aWindowZoomsAroundItsPointAndNeverLeavesItsLimits() {
        TimeWindow window = new TimeWindow(NOW, Duration.ofHours(1));
        TimeWindow closer = window.zoom(0.5, 0.25);
        assertEquals(window.at(0.25), closer.at(0.25));
        assertEquals(TimeWindow.SHORTEST, window.zoom(0.000_1, 0.5).span());
        assertEquals(TimeWindow.LONGEST, window.zoom(1e9, 0.5).span());
        assertTrue(TimeWindow.upTo(NOW, Duration.ofHours(1)).contains(NOW));
    }

    @Test
    void theScaleEndsAtARoundNumber() {
        assertEquals(1, DecisionsChart.roundUp(1));
        assertEquals(40, DecisionsChart.roundUp(23));
        assertEquals(200, DecisionsChart.roundUp(187));
        assertEquals(1_000, DecisionsChart.roundUp(501));
    }
}
