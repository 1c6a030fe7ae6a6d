package dev.countersign.ui.output;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.ansi.Style;
import dev.countersign.ansi.StyleRun;
import dev.countersign.ansi.StyledLine;
import dev.countersign.ansi.TerminalColor;
import dev.countersign.recording.OutputActivity.Pause;
import dev.countersign.recording.RecordedLine;
import dev.countersign.recording.StreamKind;
import dev.countersign.ui.output.LineDifference.Segment;
import dev.countersign.ui.output.PageLine.Difference;
import dev.countersign.ui.output.PageLine.Hit;
import dev.countersign.ui.output.SearchHits.Place;
import dev.countersign.ui.output.Viewport.Top;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

class OutputModelTest {
    // Searching.

    @Test
    void plainTextIsNoPattern() throws Exception {
        assertEquals(
                List.of(new Hit(1, 4), new Hit(5, 8)),
                SearchQuery.of("a.b", false, false).hits("xa.bxA.Bxaab"));
        assertEquals(
                List.of(new Hit(1, 4)), SearchQuery.of("a.b", false, true).hits("xa.bxA.Bxaab"));
        assertEquals(
                List.of(new Hit(1, 4), new Hit(9, 12)),
                SearchQuery.of("a.b", true, true).hits("xa.bxA.Bxaab"));
    }

    @Test
    void emptyMatchesAreNone() throws Exception {
        assertEquals(List.of(), SearchQuery.of("x*", true, false).hits("abc"));
        assertEquals(List.of(), SearchQuery.of("^", true, false).hits("abc"));
    }

    @Test
    void brokenPatternsAreRefusedWithAWord() {
        SearchQuery.Refused refused =
                assertThrows(SearchQuery.Refused.class, () -> SearchQuery.of("a(", true, false));
        assertTrue(String.valueOf(refused.getMessage()).contains("group"), refused::toString);
        assertThrows(
                SearchQuery.Refused.class,
                () -> SearchQuery.of("x".repeat(SearchQuery.LONGEST + 1), false, false));
    }

    @Test
    void patternsThatWouldTakeYearsEnd() throws Exception {
        SearchQuery costly = SearchQuery.of("(x+x+)+\\1y", true, true);
        assertThrows(SearchQuery.TooCostly.class, () -> costly.hits("x".repeat(60)));
        SearchQuery deep = SearchQuery.of("(a|b)*c", true, true);
        assertThrows(SearchQuery.TooCostly.class, () -> deep.hits("ab".repeat(500_000)));
    }

    @Test
    void hitsAreSteppedThroughInOrderAndRound() {
        SearchHits hits = new SearchHits();
        assertTrue(hits.from(0).isEmpty());
        hits.add(3, 2);
        hits.add(10, 1);
        assertEquals(Optional.of(new Place(3, 0)), hits.from(0));
        assertEquals(Optional.of(new Place(10, 0)), hits.from(4));
        assertEquals(Optional.of(new Place(3, 1)), hits.after(new Place(3, 0)));
        assertEquals(Optional.of(new Place(10, 0)), hits.after(new Place(3, 1)));
        assertEquals(Optional.of(new Place(3, 0)), hits.after(new Place(10, 0)));
        assertEquals(Optional.of(new Place(10, 0)), hits.before(new Place(3, 0)));
        assertEquals(Optional.of(new Place(3, 1)), hits.before(new Place(10, 0)));
        assertEquals(3, hits.number(new Place(10, 0)));
        assertArrayEquals(new boolean[] {true, true}, hits.marks(2, 20));
        assertArrayEquals(new boolean[] {true, false, true, false}, hits.marks(4, 20));
        hits.dropFrom(10);
        assertEquals(2, hits.total());
        assertFalse(hits.isCut());
    }

    @Test
    void millionsOfHitsAreCountedInBoundedMemory() {
        SearchHits hits = new SearchHits();
        for (long line = 0; line < SearchHits.MOST_LINES + 10L; line++) {
            hits.add(line, 2);
        }
        assertEquals(2L * SearchHits.MOST_LINES + 20, hits.total());
        assertTrue(hits.isCut());
        assertEquals(Optional.of(new Place(0, 0)), hits.after(new Place(SearchHits.MOST_LINES, 0)));
    }

    // Rows.

    @Test
    void aLineIsWrappedBetweenCharacters() {
        assertEquals(List.of(0), Wrapping.parts("abcdef", 0));
        assertEquals(List.of(0), Wrapping.parts("", 4));
        assertEquals(List.of(0), Wrapping.parts("abcd", 4));
        assertEquals(List.of(0, 4), Wrapping.parts("abcde", 4));
        assertEquals(List.of(0, 1, 2), Wrapping.parts("漢字x", 2));
        assertEquals(List.of(0, 2), Wrapping.parts("e\u0301a\u0308", 1));
        assertEquals(List.of(0, 1), Wrapping.parts("漢字", 1), "wider than a row, but shown");
    }

    @Test
    void scrollingCountsTheRowsOfWrappedLines() {
        Viewport viewport = new Viewport(lines(0, 3, 1, 2), 4, 3);
        // Rows: 0.0 | 1.0 1.1 1.2 | 2.0 | 3.0 3.1, here named from their counts 1 3 1 2.
        Viewport wrapped = new Viewport(lines(1, 3, 1, 2), 4, 3);
        assertEquals(new Top(1, 1), wrapped.moved(Top.START, 2));
        assertEquals(new Top(2, 0), wrapped.moved(new Top(1, 2), 1));
        assertEquals(new Top(1, 2), wrapped.moved(new Top(3, 0), -2));
        assertEquals(Top.START, wrapped.moved(new Top(3, 1), -100));
        assertEquals(new Top(2, 0), wrapped.bottom());
        assertEquals(new Top(2, 0), wrapped.scrolled(new Top(1, 2), 50));
        assertEquals(4, wrapped.visible(new Top(1, 1)).size(), "one more than fits, cut below");
        assertEquals(4, viewport.rowCount());
    }

    @Test
    void rowsBeyondThePageAreReachedByNumber() {
        Viewport viewport = new Viewport(List.of(), 10_000_000, 50);
        assertEquals(new Top(9_999_950, 0), viewport.bottom());
        assertEquals(new Top(500, 0), viewport.moved(new Top(400, 0), 100));
    }

    /// Lines with so many rows each; one at least.
    private static List<PageLine> lines(int... rows) {
        List<PageLine> lines = new ArrayList<>();
        for (int line = 0; line < rows.length; line++) {
            List<Integer> parts = new ArrayList<>(List.of(0));
            for (int part = 1; part < rows[line]; part++) {
                parts.add(part);
            }
            RecordedLine recorded = recorded(line, StyledLine.plain("abcd"));
            lines.add(
                    new PageLine(
                            line,
                            Optional.of(recorded),
                            List.of(),
                            List.of(),
                            parts,
                            Difference.SAME));
        }
        return lines;
    }

    private static RecordedLine recorded(long number, StyledLine line) {
        return new RecordedLine(number, line, StreamKind.STDOUT, Duration.ZERO);
    }

    // Copying.

    @Test
    void copiesArePlainFormattedOrForTerminals() {
        long red = Style.withForeground(Style.DEFAULT, TerminalColor.palette(1));
        StyledLine first =
                new StyledLine(
                        "a <b> 漢",
                        List.of(new StyleRun(0, Style.DEFAULT), new StyleRun(2, red)),
                        List.of(),
                        0);
        List<RecordedLine> lines =
                List.of(recorded(4, first), recorded(5, StyledLine.plain("second")));
        Selection selection = new Selection(new Selection.Place(5, 3), new Selection.Place(4, 2));
        assertEquals("<b> 漢\nsec", OutputText.plain(selection, lines));
        assertEquals("\u001b[0;31m<b> 漢\u001b[0m\nsec", OutputText.ansi(selection, lines));
        assertEquals(
                """
                <pre style="font-family:monospace"><span style="color:#cc0000;">&lt;b&gt; 漢</span>
                sec</pre>\
                """,
                OutputText.html(selection, lines, index -> index == 1 ? "#cc0000" : "#000000"));
    }

    // Comparing.

    @Test
    void differencesAlignWhatIsTheSame() {
        LineDifference found =
                LineDifference.of(new long[] {1, 2, 3, 4}, new long[] {1, 9, 3, 5, 6});
        assertEquals(
                List.of(
                        new Segment(0, 1, 0, 1, true),
                        new Segment(1, 1, 1, 1, false),
                        new Segment(2, 1, 2, 1, true),
                        new Segment(3, 1, 3, 2, false)),
                found.segments());
        assertEquals(5, found.rows());
        assertEquals(2, found.count());
        assertEquals(OptionalLong.empty(), found.side(true).lineAt(4));
        assertEquals(Difference.MISSING, found.side(true).difference(4));
        assertEquals(Difference.CHANGED, found.side(false).difference(4));
        assertEquals(OptionalLong.of(3), found.next(1, true));
        assertEquals(OptionalLong.of(1), found.next(3, false));
    }

    @Test
    void everyLineOfRandomRunsHasItsRowAndEqualRowsAreEqual() {
        long seed = 31;
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int round = 0; round < 300; round++) {
            long[] left = random.longs(random.nextInt(60), 0, 6).toArray();
            long[] right = random.longs(random.nextInt(60), 0, 6).toArray();
            check(left, right, "seed " + seed + " round " + round);
        }
        long[] many = random.longs(5_000, 0, 4_000).toArray();
        long[] changed = many.clone();
        for (int change = 0; change < 300; change++) {
            changed[random.nextInt(changed.length)] = -change;
        }
        check(many, changed, "seed " + seed + " many");
    }

    private static void check(long[] left, long[] right, String where) {
        LineDifference found = LineDifference.of(left, right);
        RowMap lefts = found.side(true);
        RowMap rights = found.side(false);
        long nextLeft = 0;
        long nextRight = 0;
        for (long row = 0; row < found.rows(); row++) {
            OptionalLong l = lefts.lineAt(row);
            OptionalLong r = rights.lineAt(row);
            if (lefts.difference(row) == Difference.SAME) {
                assertEquals(left[(int) l.orElseThrow()], right[(int) r.orElseThrow()], where);
            }
            if (l.isPresent()) {
                assertEquals(nextLeft++, l.getAsLong(), where);
                assertEquals(row, lefts.rowOf(l.getAsLong()), where);
            }
            if (r.isPresent()) {
                assertEquals(nextRight++, r.getAsLong(), where);
            }
        }
        assertEquals(left.length, nextLeft, where);
        assertEquals(right.length, nextRight, where);
    }

    // Replaying.

    @Test
    void longPausesAreCutAndTheAxisGoesBothWays() {
        TimeAxis axis =
                TimeAxis.of(
                        Duration.ofMinutes(1),
                        List.of(
                                new Pause(Duration.ofSeconds(1), Duration.ofSeconds(2)),
                                new Pause(Duration.ofSeconds(10), Duration.ofSeconds(40))),
                        Optional.of(Duration.ofSeconds(2)));
        assertEquals(1, axis.cuts().size());
        assertEquals(Duration.ofSeconds(32), axis.length());
        assertEquals(Duration.ofSeconds(5), axis.recorded(Duration.ofSeconds(5)));
        assertEquals(Duration.ofSeconds(12), axis.shown(Duration.ofSeconds(30)));
        assertEquals(Duration.ofSeconds(41), axis.recorded(Duration.ofSeconds(13)));
        assertEquals(Duration.ofMinutes(1), axis.at(1));
        assertEquals(0.5, axis.place(axis.at(0.5)), 0.001);
        assertEquals(
                0, TimeAxis.of(Duration.ZERO, List.of(), Optional.empty()).place(Duration.ZERO));
    }

    @Test
    void aReplayRunsAtItsSpeedJumpsOverCutsAndStopsAtTheEnd() {
        TimeAxis axis =
                TimeAxis.of(
                        Duration.ofMinutes(1),
                        List.of(new Pause(Duration.ofSeconds(10), Duration.ofSeconds(40))),
                        Optional.of(Duration.ofSeconds(2)));
        ReplayClock clock = new ReplayClock();
        assertTrue(clock.isAtEnd());
        assertEquals(Duration.ofMinutes(1), clock.position(axis));
        clock.play();
        assertEquals(Duration.ZERO, clock.position(axis));
        clock.setSpeed(2);
        clock.advance(Duration.ofSeconds(5), axis);
        assertEquals(Duration.ofSeconds(10), clock.position(axis));
        clock.advance(Duration.ofSeconds(2), axis);
        assertEquals(Duration.ofSeconds(42), clock.position(axis));
        clock.pause();
        clock.advance(Duration.ofSeconds(9), axis);
        assertEquals(Duration.ofSeconds(42), clock.position(axis));
        clock.play();
        clock.setSpeed(0.5);
        clock.advance(Duration.ofSeconds(4), axis);
        assertEquals(Duration.ofSeconds(44), clock.position(axis));
        clock.setSpeed(16);
        clock.advance(Duration.ofSeconds(4), axis);
        assertTrue(clock.isAtEnd());
        assertFalse(clock.isPlaying());
        assertThrows(IllegalArgumentException.class, () -> clock.setSpeed(3));
    }
}
