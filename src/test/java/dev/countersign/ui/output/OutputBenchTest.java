package dev.countersign.ui.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.OperatingSystemMXBean;
import dev.countersign.ansi.LineScanner;
import dev.countersign.ansi.ParserState;
import dev.countersign.ansi.StyledLine;
import dev.countersign.ansi.StyledLineParser;
import dev.countersign.recording.LineIndex;
import dev.countersign.recording.Recording;
import dev.countersign.recording.RecordingWriter;
import dev.countersign.recording.StreamKind;
import dev.countersign.settings.SettingsStore;
import dev.countersign.ui.FxThread;
import dev.countersign.ui.UiFeed;
import dev.countersign.ui.output.Viewport.Top;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javafx.scene.Scene;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxToolkit;

/// Ten million lines, streamed, followed and jumped about in; prints figures and asserts none of
/// them. `-Dbench.lines=N` takes another number of lines.
class OutputBenchTest {
    private static final int SMOKE_LINES = 20_000;
    private static final int ROUNDS = 7;
    private static final int PARSED_LINES = 200_000;
    private static final int KEPT_BY_XTERM = 1_000;
    private static final int PIECE = 65_536;

    @TempDir Path folder;

    @Test
    @Tag("bench")
    void tenMillionLines() throws Exception {
        all(Integer.getInteger("bench.lines", 10_000_000));
    }

    @Test
    void theSameInSmallWorks() throws Exception {
        all(SMOKE_LINES);
    }

    private void all(int lines) throws Exception {
        FxToolkit.registerPrimaryStage();
        stream(folder.resolve("warm"), lines / 10);
        OutputView view = FxThread.call(this::view);
        try {
            follow(view, System::nanoTime, lines / 10, "warmer");
            shownBesideHidden(view, lines);
            Path recording = folder.resolve("jumped");
            stream(recording, lines);
            seek(recording, lines);
            jump(view, recording, lines);
            Followed own = follow(view, this::threadTime, lines, "own");
            print("following, the thread's own time: %s", own.times().summary());
        } finally {
            FxThread.run(() -> {
                view.close();
                view.getScene().getWindow().hide();
            });
        }
    }

    private long threadTime() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /// By turns, since the disk is slower at some times than at others.
    private void shownBesideHidden(OutputView view, int lines) throws Exception {
        int rounds = lines > SMOKE_LINES ? ROUNDS : 1;
        List<Streamed> hidden = new ArrayList<>();
        List<Followed> shown = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            Path recording = folder.resolve("hidden" + round);
            hidden.add(stream(recording, lines));
            delete(recording);
            shown.add(follow(view, System::nanoTime, lines, "shown" + round));
        }
        double[] alone = hidden.stream().mapToDouble(Streamed::speed).sorted().toArray();
        double[] watched =
                shown.stream().mapToDouble(one -> one.stream().speed()).sorted().toArray();
        print("following, wall clock: %s", shown.getLast().times().summary());
        print(
                "hidden %.0f MB/s (%.0f to %.0f), shown %.0f MB/s (%.0f to %.0f), %.2f times",
                alone[rounds / 2],
                alone[0],
                alone[rounds - 1],
                watched[rounds / 2],
                watched[0],
                watched[rounds - 1],
                alone[rounds / 2] / watched[rounds / 2]);
        print(
                "what others than the writer take meanwhile, in cores: hidden %.2f, shown %.2f",
                hidden.stream().mapToDouble(Streamed::others).average().orElseThrow(),
                shown.stream().mapToDouble(one -> one.stream().others()).average().orElseThrow());
    }

    private static void delete(Path recording) throws IOException {
        try (Stream<Path> files = Files.list(recording)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(recording);
    }

    /// @param times of the FX thread
    private record Followed(Streamed stream, FrameTimes times) {}

    /// Shows a stream while it comes.
    private Followed follow(OutputView view, LongSupplier clock, int lines, String name)
            throws Exception {
        FrameTimes times = new FrameTimes();
        Path recording = folder.resolve(name);
        FxThread.run(() -> {
            view.onFrame(clock, times::add);
            view.show(Optional.of(recording));
        });
        Streamed streamed = stream(recording, lines);
        FxThread.await("all of it is counted", () -> view.pageProperty().get().rowCount() == lines);
        FxThread.run(() -> view.show(Optional.empty()));
        delete(recording);
        return new Followed(streamed, times);
    }

    private OutputView view() {
        UiFeed feed = UiFeed.ofPlatform();
        SettingsStore settings =
                new SettingsStore(folder.resolve("settings.json"), InstantSource.system());
        OutputView view =
                new OutputView(feed, new OutputPreferences(settings, feed, Runnable::run));
        Stage stage = new Stage();
        stage.setScene(new Scene(new StackPane(view), 1000, 700));
        stage.setX(0);
        stage.setY(0);
        stage.show();
        return view;
    }

    /// @param speed of the writer, in MB/s
    /// @param others how many cores all threads but the writer's took
    private record Streamed(double speed, double others) {}

    /// Writes all lines in chunks as a pump would, as fast as it goes.
    private static Streamed stream(Path recording, int lines) throws IOException {
        int blockLines = 1_000;
        byte[] block = block(blockLines);
        OperatingSystemMXBean system =
                (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long all = system.getProcessCpuTime();
        long own = threads.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        long bytes = 0;
        try (RecordingWriter writer = RecordingWriter.create(recording, Instant.now())) {
            for (int line = 0; line < lines; line += blockLines) {
                writer.append(StreamKind.STDOUT, block, 0, block.length, Instant.now());
                bytes += block.length;
            }
            writer.finish(Instant.now());
        }
        double nanos = System.nanoTime() - start;
        long others = system.getProcessCpuTime() - all - (threads.getCurrentThreadCpuTime() - own);
        return new Streamed(bytes * 1e3 / nanos, Math.max(0, others) / nanos);
    }

    private static byte[] block(int lines) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(3);
        StringBuilder text = new StringBuilder();
        for (int line = 0; line < lines; line++) {
            text.append("\u001b[3").append(random.nextInt(8)).append("mINFO\u001b[0m request ");
            text.append(random.nextInt(1_000_000)).append(" at src/a.go:12 took 17 ms\n");
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void seek(Path folder, int lines) throws IOException {
        try (Recording recording = Recording.open(folder)) {
            LineIndex index = new LineIndex(recording);
            long start = System.nanoTime();
            index.refresh();
            double seconds = (System.nanoTime() - start) / 1e9;
            print("index: %.0f MB/s", recording.totals().bytes() / 1e6 / seconds);
            RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(4);
            long[] nanos = new long[lines > SMOKE_LINES ? 5_000 : 50];
            for (int seek = 0; seek < nanos.length; seek++) {
                long before = System.nanoTime();
                assertEquals(50, index.lines(random.nextInt(lines - 50), 50).size());
                nanos[seek] = System.nanoTime() - before;
            }
            print("seek of 50 lines: %s", summary(nanos));
        }
    }

    private static void jump(OutputView view, Path recording, int lines) throws Exception {
        FrameTimes times = new FrameTimes();
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(5);
        FxThread.run(() -> view.show(Optional.of(recording)));
        FxThread.await(
                "all of it is indexed",
                () ->
                        view.pageProperty().get().rowCount() == lines
                                && view.pageProperty().get().taken() == 1);
        FxThread.run(() -> view.onFrame(System::nanoTime, times::add));
        int jumps = lines > SMOKE_LINES ? 300 : 10;
        for (int jump = 0; jump < jumps; jump++) {
            long row = random.nextInt(lines - 100);
            FxThread.run(() -> view.scrolling().moveTo(new Top(row, 0)));
            FxThread.await(
                    "the row is there",
                    () ->
                            view.pageProperty().get().lines().stream()
                                    .anyMatch(line -> line.row() == row));
        }
        print("jumping, wall clock: %s", times.summary());
    }

    @Test
    @Tag("bench")
    void parserBesideXtermHeadless() throws Exception {
        byte[] bytes = block(PARSED_LINES);
        Path file = Files.write(folder.resolve("log"), bytes);
        double every = best(bytes, () -> parseEvery(bytes));
        double kept = best(bytes, () -> parseWhatXtermKeeps(bytes));
        print("parser, every line as a styled row: %.0f MB/s", every);
        print(
                "parser, every line's place and style, rows of the last %,d lines (what xterm"
                        + " keeps): %.0f MB/s",
                KEPT_BY_XTERM, kept);
        Optional<Double> theirs = xterm(file);
        if (theirs.isEmpty()) {
            print("@xterm/headless skipped: no node, npm or registry");
            return;
        }
        print(
                "@xterm/headless, which writes into its screen and keeps %,d lines: %.0f MB/s"
                        + " (ours %.1f times, with what it keeps %.1f times)",
                KEPT_BY_XTERM, theirs.get(), every / theirs.get(), kept / theirs.get());
    }

    private static double best(byte[] bytes, Runnable work) {
        long best = Long.MAX_VALUE;
        for (int round = 0; round < 25; round++) {
            long start = System.nanoTime();
            work.run();
            best = Math.min(best, System.nanoTime() - start);
        }
        return bytes.length * 1e3 / best;
    }

    private static void parseEvery(byte[] bytes) {
        long[] count = {0};
        StyledLineParser parser = new StyledLineParser();
        for (int at = 0; at < bytes.length; at += PIECE) {
            parser.accept(bytes, at, Math.min(PIECE, bytes.length - at), _ -> count[0]++);
        }
        assertEquals(PARSED_LINES, count[0]);
    }

    /// As the view works: an index of all lines with the style at each, and rows of what is shown.
    private static void parseWhatXtermKeeps(byte[] bytes) {
        LineScanner scanner = new LineScanner(ParserState.INITIAL);
        int[] starts = new int[PARSED_LINES + 1];
        ParserState[] states = new ParserState[PARSED_LINES / 64 + 2];
        int lines = 0;
        int next = 0;
        while (next >= 0 && next < bytes.length) {
            starts[lines] = next;
            if (lines % 64 == 0) {
                states[lines / 64] = scanner.state();
            }
            next = scanner.nextLine(bytes, next, bytes.length);
            lines++;
        }
        int first = (lines - KEPT_BY_XTERM) / 64;
        StyledLineParser parser = new StyledLineParser(states[first]);
        List<StyledLine> rows = new ArrayList<>();
        int from = starts[first * 64];
        parser.accept(bytes, from, bytes.length - from, rows::add);
        assertTrue(rows.size() >= KEPT_BY_XTERM && lines == PARSED_LINES);
    }

    private Optional<Double> xterm(Path file) throws IOException, InterruptedException {
        Path place = Files.createDirectories(folder.resolve("xterm"));
        String script =
                """
                const { Terminal } = require('@xterm/headless');
                const bytes = require('fs').readFileSync(process.argv[2]);
                const terminal = new Terminal({ cols: 80, rows: 24, scrollback: 1000, allowProposedApi: true });
                const start = process.hrtime.bigint();
                let at = 0;
                const next = () => {
                  if (at >= bytes.length) {
                    console.log(bytes.length * 1e3 / Number(process.hrtime.bigint() - start));
                    process.exit(0);
                  }
                  terminal.write(bytes.subarray(at, at += 65536), next);
                };
                next();
                """;
        Files.writeString(place.resolve("run.js"), script);
        try {
            if (run(place, "npm", "install", "--silent", "@xterm/headless").isEmpty()) {
                return Optional.empty();
            }
            return run(place, "node", "run.js", file.toString())
                    .map(text -> Double.parseDouble(text.strip()));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /// What it printed; empty where it failed.
    private static Optional<String> run(Path place, String... command)
            throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(command)
                        .directory(place.toFile())
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try (InputStream stream = process.getInputStream()) {
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            boolean ended = process.waitFor(3, TimeUnit.MINUTES);
            return ended && process.exitValue() == 0 ? Optional.of(text) : Optional.empty();
        } finally {
            process.destroyForcibly();
        }
    }

    /// Times of work on the FX thread; confined to it.
    private static final class FrameTimes {
        private long[] nanos = new long[1_024];
        private int count;

        void add(long time) {
            if (count == nanos.length) {
                nanos = Arrays.copyOf(nanos, 2 * count);
            }
            nanos[count++] = time;
        }

        String summary() throws Exception {
            return FxThread.call(() -> OutputBenchTest.summary(Arrays.copyOf(nanos, count)));
        }
    }

    private static String summary(long[] nanos) {
        long[] sorted = LongStream.of(nanos).sorted().toArray();
        assertTrue(sorted.length > 0);
        return String.format(
                Locale.ROOT,
                "p50 %.2f ms, p99 %.2f ms, most %.2f ms of %d",
                sorted[sorted.length / 2] / 1e6,
                sorted[sorted.length * 99 / 100] / 1e6,
                sorted[sorted.length - 1] / 1e6,
                sorted.length);
    }

    private static void print(String format, Object... values) {
        System.out.printf(Locale.ROOT, "output: " + format + "%n", values);
    }
}
