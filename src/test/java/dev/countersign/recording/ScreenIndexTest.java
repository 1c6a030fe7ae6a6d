package dev.countersign.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.ansi.TerminalScreen;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The screen of a recorded terminal at any time is the one of a terminal that saw it up to there.
class ScreenIndexTest {
    private static final Instant START = Instant.EPOCH;

    @TempDir Path folder;

    @Test
    void anyTimeShowsWhatATerminalShowedThenHoweverOneCameThere() throws IOException {
        long seed = 20_261_123;
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        int entries = 4_000;
        byte[][] chunks = new byte[entries][];
        Path run = folder.resolve("run");
        try (RecordingWriter writer = RecordingWriter.create(run, START)) {
            TerminalSizes.add(run, new TerminalSizes.Size(Duration.ZERO, 40, 10));
            TerminalSizes.add(run, new TerminalSizes.Size(Duration.ofSeconds(2), 60, 8));
            for (int entry = 0; entry < entries; entry++) {
                String text =
                        "\u001b[%d;%dHentry %d %s\r\n"
                                .formatted(
                                        random.nextInt(1, 12),
                                        random.nextInt(1, 50),
                                        entry,
                                        "x".repeat(random.nextInt(200)));
                chunks[entry] = text.getBytes(StandardCharsets.UTF_8);
                writer.append(
                        StreamKind.STDOUT,
                        chunks[entry],
                        0,
                        chunks[entry].length,
                        START.plusMillis(entry + 1));
            }
            writer.finish(START.plusMillis(entries));
        }
        try (Recording recording = Recording.open(run)) {
            ScreenIndex index = new ScreenIndex(recording);
            while (index.isBehind()) {
                assertTrue(index.refresh(50_000));
            }
            assertTrue(index.isAddressed());
            assertEquals(shownAt(chunks, entries), index.now());
            for (int jump = 0; jump < 60; jump++) {
                int entry = random.nextInt(entries + 1);
                assertEquals(
                        shownAt(chunks, entry),
                        index.at(Duration.ofMillis(entry)),
                        "seed " + seed + ", entry " + entry);
            }
            assertEquals(shownAt(chunks, entries), index.now());
        }
    }

    private static TerminalScreen.Picture shownAt(byte[][] chunks, int entries) {
        TerminalScreen screen = new TerminalScreen(40, 10);
        for (int entry = 0; entry < entries; entry++) {
            if (entry + 1 == 2_000) {
                screen.resize(60, 8);
            }
            screen.accept(chunks[entry], 0, chunks[entry].length);
        }
        return screen.picture();
    }

    @Test
    void plainLinesDrawOnNoScreenAndANewSizeShowsAtOnce() throws IOException {
        Path run = folder.resolve("plain");
        try (RecordingWriter writer = RecordingWriter.create(run, START);
                Recording recording = Recording.open(run)) {
            byte[] text = "one\r\ntwo\r\n".getBytes(StandardCharsets.UTF_8);
            writer.append(StreamKind.STDOUT, text, 0, text.length, START);
            ScreenIndex index = new ScreenIndex(recording);
            recording.refresh();
            assertTrue(index.refresh(1_000));
            assertFalse(index.isAddressed());
            assertEquals(TerminalSizes.STANDARD_COLUMNS, index.now().columns());
            TerminalSizes.add(run, new TerminalSizes.Size(Duration.ofSeconds(1), 50, 5));
            assertTrue(index.refresh(1_000));
            assertEquals(50, index.now().columns());
            assertFalse(index.refresh(1_000));
        }
    }

    @Test
    void whatIsNoSizeIsPassedOver() throws IOException {
        Files.createDirectories(folder);
        Files.writeString(
                folder.resolve("terminal"), "5\t80\t24\nx\n-1\t1\t1\n1\t2\n3\t0\t9\n2\t100\t30\n");
        assertEquals(
                List.of(
                        new TerminalSizes.Size(Duration.ofNanos(2), 100, 30),
                        new TerminalSizes.Size(Duration.ofNanos(5), 80, 24)),
                TerminalSizes.read(folder));
    }
}
