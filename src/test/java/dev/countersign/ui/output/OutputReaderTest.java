package dev.countersign.ui.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.recording.RecordingWriter;
import dev.countersign.recording.StreamKind;
import dev.countersign.ui.output.OutputReader.Attention;
import dev.countersign.ui.output.OutputReader.Page;
import dev.countersign.ui.output.OutputReader.Surface;
import dev.countersign.ui.output.OutputReader.Wish;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a reader hands over while more is recorded than it has taken in.
class OutputReaderTest {
    private static final int ROWS = 30;
    private static final int LINES_AT_ONCE = 10_000;

    @TempDir Path folder;

    private final BlockingQueue<Page> pages = new LinkedBlockingQueue<>();

    private static Wish wish(boolean follow, long first) {
        return wish(Attention.ROWS, follow, first);
    }

    private static Wish wish(Attention attention, boolean follow, long first) {
        return new Wish(
                attention,
                follow,
                first,
                ROWS,
                0,
                true,
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty(),
                Surface.LINES);
    }

    /// Appends lines of 64 bytes that say their number.
    private static void append(RecordingWriter writer, int from, int count) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int line = from; line < from + count; line++) {
            text.append("line %9d %48s\n".formatted(line, ""));
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        writer.append(StreamKind.STDOUT, bytes, 0, bytes.length, Instant.now());
    }

    private Page awaitPage(Predicate<Page> wanted) throws InterruptedException {
        while (true) {
            Page page = pages.poll(60, TimeUnit.SECONDS);
            assertNotNull(page, "waited in vain");
            if (wanted.test(page)) {
                return page;
            }
        }
    }

    private static void assertShows(Page page, long row) {
        PageLine line =
                page.lines().stream().filter(each -> each.row() == row).findFirst().orElseThrow();
        assertEquals(row, line.line().orElseThrow().number());
        assertTrue(line.text().startsWith("line %9d ".formatted(row)), line.text());
    }

    @Test
    void theEndIsShownBeforeAllBeforeItIsKnown() throws Exception {
        int count = 400_000;
        try (RecordingWriter writer =
                RecordingWriter.create(folder.resolve("run"), Instant.now())) {
            for (int line = 0; line < count; line += LINES_AT_ONCE) {
                append(writer, line, LINES_AT_ONCE);
            }
            writer.finish(Instant.now());
        }
        try (OutputReader reader =
                new OutputReader(folder.resolve("run"), UnaryOperator::identity, pages::add)) {
            reader.look(wish(true, 0));
            reader.start();
            Page first = awaitPage(page -> true);
            assertTrue(first.taken() < 1, "it was all known at once");
            assertEquals(count, first.rowCount());
            assertShows(first, count - 1);
            assertShows(first, count - 2 * ROWS);

            // Whoever scrolls up a little keeps what is seen until the index has come there.
            int top = count - 2 * ROWS;
            reader.look(wish(false, top));
            Page page = awaitPage(each -> each.rowCount() > 0);
            while (page.taken() < 1) {
                assertEquals(count, page.rowCount());
                assertShows(page, top);
                page = awaitPage(each -> true);
            }
            assertEquals(count, page.rowCount());
            assertShows(page, top);
            assertShows(page, top - ROWS);

            reader.look(wish(false, 17));
            assertShows(awaitPage(each -> each.lines().getFirst().row() == 0), 17);
        }
    }

    @Test
    void whoLooksAboutMeanwhileIsToldOfAllLines() throws Exception {
        int count = 1_500_000;
        try (RecordingWriter writer =
                RecordingWriter.create(folder.resolve("run"), Instant.now())) {
            for (int line = 0; line < count; line += LINES_AT_ONCE) {
                append(writer, line, LINES_AT_ONCE);
            }
            writer.finish(Instant.now());
        }
        try (OutputReader reader =
                new OutputReader(folder.resolve("run"), UnaryOperator::identity, pages::add)) {
            reader.look(wish(false, 17));
            reader.start();
            Page page = awaitPage(each -> !each.lines().isEmpty());
            assertTrue(page.taken() < 1, "it was all known at once");
            while (page.taken() < 1) {
                assertShows(page, 17);
                assertEquals(count, page.rowCount(), "the scroll bar does not move");
                page = awaitPage(each -> true);
            }
            assertEquals(count, page.rowCount());
        }
    }

    @Test
    void whileItFollowsNewLinesChangeNothingOfWhatIsWanted() {
        assertEquals(wish(true, 3), wish(true, 9), "each page would ask for the next one");
        assertNotEquals(wish(false, 3), wish(false, 9));
    }

    @Test
    void whileOutputFloodsInTheNewestLinesAreShown() throws Exception {
        try (RecordingWriter writer = RecordingWriter.create(folder.resolve("run"), Instant.now());
                OutputReader reader =
                        new OutputReader(
                                folder.resolve("run"), UnaryOperator::identity, pages::add)) {
            reader.look(wish(true, 0));
            reader.start();
            int written = 0;
            Optional<Page> seen = Optional.empty();
            // More than the index takes between two looks, until a page of it comes.
            while (seen.isEmpty() && written < 4_000_000) {
                append(writer, written, LINES_AT_ONCE);
                written += LINES_AT_ONCE;
                seen = Optional.ofNullable(pages.poll()).filter(page -> page.rowCount() > 100_000);
            }
            Page flood = seen.orElseThrow();
            assertShows(flood, flood.rowCount() - 1);
            long all = written;
            Page rest = awaitPage(page -> page.rowCount() == all && page.taken() == 1);
            assertShows(rest, all - 1);
        }
    }

    @Test
    void whoIsFoldedIsToldHowMuchThereIsAndSeesItOnceUnfolded() throws Exception {
        try (RecordingWriter writer = RecordingWriter.create(folder.resolve("run"), Instant.now());
                OutputReader reader =
                        new OutputReader(
                                folder.resolve("run"), UnaryOperator::identity, pages::add)) {
            reader.look(wish(Attention.COUNTS, true, 0));
            reader.start();
            append(writer, 0, LINES_AT_ONCE);
            Page counted = awaitPage(page -> page.rowCount() == LINES_AT_ONCE);
            assertEquals(0, counted.lines().size());
            assertEquals(1, counted.taken());
            reader.look(wish(true, 0));
            assertShows(awaitPage(page -> !page.lines().isEmpty()), LINES_AT_ONCE - 1);
            reader.look(wish(Attention.COUNTS, true, 0));
            append(writer, LINES_AT_ONCE, LINES_AT_ONCE);
            writer.finish(Instant.now());
            Page ended = awaitPage(Page::complete);
            assertEquals(2 * LINES_AT_ONCE, ended.rowCount());
        }
    }
}
