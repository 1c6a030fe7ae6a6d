package dev.countersign.ui.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.countersign.ansi.TerminalScreen.Picture;
import dev.countersign.recording.CastImport;
import dev.countersign.recording.ExportFormat;
import dev.countersign.recording.ExportFrame;
import dev.countersign.recording.ExportWatch;
import dev.countersign.recording.Recording;
import dev.countersign.recording.RecordingExport;
import dev.countersign.recording.RecordingWriter;
import dev.countersign.recording.StreamKind;
import dev.countersign.recording.TerminalSizes;
import dev.countersign.recording.TerminalSizes.Size;
import dev.countersign.redaction.SecretMasker;
import dev.countersign.ui.output.OutputReader.Attention;
import dev.countersign.ui.output.OutputReader.Page;
import dev.countersign.ui.output.OutputReader.Surface;
import dev.countersign.ui.output.OutputReader.Wish;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A session in an editor looks the same whoever looks: live, in a replay, opened again from the
/// history, and in the asciicasts that it is exported to.
class ScreensAlikeTest {
    private static final Instant START = Instant.EPOCH;

    /// One after the other, a second apart. `vim` writes such: its own screen, a scroll region,
    /// lines put in and taken out, reverse line feeds, a status line in inverse, wide letters,
    /// sequences that are cut in two, and all given back at the end.
    private static final List<String> SESSION =
            List.of(
                    "$ vim cart.ts\r\n",
                    "\u001b[?1049h\u001b[?1h\u001b=\u001b[1;10r\u001b[?25l\u001b[H\u001b[2J",
                    "\u001b[1;1H\u001b[35mconst\u001b[m tax = \u001b[31m0.2\u001b[m;\u001b[2;1Hlet"
                            + " sum = 0; // 合計\u001b[3;1H\u001b[94m~\u001b[4;1H~\u001b[m",
                    "\u001b[10;1H\u001b[7m\"cart.ts\" 2L, 38B\u001b[m\u001b[10;34H1,1\u001b[1;1H"
                            + "\u001b[?25h",
                    "\u001b[10;1H\u001b[1m-- INSERT"
                            + " --\u001b[m\u001b[K\u001b[2;1H\u001b[L\u001b[32m// a ne",
                    "w line\u001b[m\u001b[3;5H\u001b[4h___\u001b[4l",
                    "\u001b[2;9r\u001b[9;1H\n\n\u001b[2;1H\u001bM\u001bMput above\u001b[1;10r",
                    "\u001b7\u001b[10;20H\u001b[38;5;208mrecording"
                            + " @q\u001b[m\u001b8\u001b[5;1H\u001b[2M",
                    "\u001b[1;12r\u001b[12;1H\u001b[7mafter the resize\u001b[m\u001b[1;50Hfar"
                            + " right",
                    "\u001b[1;3H\u001b[3P\u001b[2@ab\u001b[4X\u001b[1J",
                    "\u001b[?1049l\u001b[?1l\u001b>$ echo done\r\ndone\r\n");

    private static final int RESIZED_BEFORE = 8;

    @TempDir Path folder;

    private final BlockingQueue<Page> pages = new LinkedBlockingQueue<>();

    @Test
    void liveReplayedOpenedAgainAndExported() throws Exception {
        Path run = folder.resolve("run");
        List<Picture> live = live(run);
        assertEquals(SESSION.size(), live.size());
        assertEquals(SESSION.size(), live.stream().distinct().count(), "each step shows");
        assertAlike(live, run, "a replay");
        for (ExportFormat format : List.of(ExportFormat.ASCIICAST_V2, ExportFormat.ASCIICAST_V3)) {
            Path cast = Files.writeString(folder.resolve(format + ".cast"), exported(run, format));
            Path again = folder.resolve("again-" + format);
            CastImport.into(cast, again);
            assertAlike(live, again, "an import of " + format);
        }
    }

    /// What was on the screen after each step, by a reader that watched it come.
    private List<Picture> live(Path run) throws Exception {
        List<Picture> live = new ArrayList<>();
        try (RecordingWriter writer = RecordingWriter.create(run, START);
                OutputReader reader = new OutputReader(run, UnaryOperator::identity, pages::add)) {
            TerminalSizes.add(run, new Size(Duration.ZERO, 44, 10));
            reader.look(wish(Optional.empty()));
            reader.start();
            long written = 0;
            for (int step = 0; step < SESSION.size(); step++) {
                if (step == RESIZED_BEFORE) {
                    TerminalSizes.add(run, new Size(after(step), 60, 12));
                }
                byte[] bytes = SESSION.get(step).getBytes(StandardCharsets.UTF_8);
                writer.append(StreamKind.STDOUT, bytes, 0, bytes.length, START.plus(after(step)));
                written += bytes.length;
                long sofar = written;
                Page page = await(each -> each.totals().bytes() == sofar);
                live.add(page.screen().orElseThrow());
            }
            writer.finish(START.plus(after(SESSION.size())));
        }
        return live;
    }

    private void assertAlike(List<Picture> live, Path recording, String what) throws Exception {
        pages.clear();
        try (OutputReader reader =
                new OutputReader(recording, UnaryOperator::identity, pages::add)) {
            reader.look(wish(Optional.empty()));
            reader.start();
            Page end = await(page -> page.complete() && page.taken() == 1);
            assertEquals(live.getLast(), end.screen().orElseThrow(), what + " at its end");
            // Backwards, too: to any time by any way.
            for (int step : new int[] {3, 9, 0, 7, 8, 4, 5, 6, 2, 1, 10}) {
                Optional<Duration> at = Optional.of(after(step));
                reader.look(wish(at));
                Page page = await(each -> each.at().equals(at));
                assertEquals(live.get(step), page.screen().orElseThrow(), what + ", step " + step);
            }
        }
    }

    private static Duration after(int step) {
        return Duration.ofSeconds(1L + step);
    }

    private static Wish wish(Optional<Duration> at) {
        return new Wish(
                Attention.ROWS,
                true,
                0,
                12,
                0,
                false,
                Optional.empty(),
                at,
                false,
                Optional.empty(),
                Surface.SCREEN);
    }

    private Page await(Predicate<Page> wanted) throws InterruptedException {
        while (true) {
            Page page = pages.poll(60, TimeUnit.SECONDS);
            assertNotNull(page, "waited in vain");
            if (wanted.test(page)) {
                return page;
            }
        }
    }

    private static String exported(Path run, ExportFormat format) throws IOException {
        StringWriter out = new StringWriter();
        try (Recording recording = Recording.open(run)) {
            RecordingExport export =
                    new RecordingExport(
                            format, 1, 0, SecretMasker.byForm(), out, ExportWatch.none());
            export.add(
                    new ExportFrame("vim cart.ts", START, OptionalInt.of(0), true, Map.of()),
                    Optional.of(recording));
            export.finish();
        }
        return out.toString();
    }
}
