package dev.countersign.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineIndexMomentTest {
    @TempDir Path temporary;

    @Test
    void aMomentShowsNothingThatCameLater() throws IOException {
        try (RecordingWriter writer = RecordingWriter.create(temporary, RecordingModel.START)) {
            append(writer, StreamKind.STDOUT, "10 %", 100);
            append(writer, StreamKind.STDOUT, "\r20 %\nsecond\n", 200);
            append(writer, StreamKind.STDERR, "third\n", 300);
        }
        try (Recording recording = Recording.open(temporary)) {
            LineIndex index = new LineIndex(recording);
            index.refresh();
            assertEquals(List.of(), texts(index, 50));
            assertEquals(List.of("10 %"), texts(index, 100));
            assertEquals(List.of("10 %"), texts(index, 199));
            assertEquals(List.of("20 %", "second"), texts(index, 200));
            assertEquals(List.of("20 %", "second", "third"), texts(index, 9_000));
        }
    }

    private static List<String> texts(LineIndex index, long millis) throws IOException {
        LineIndex.Moment moment = index.momentAt(Duration.ofMillis(millis));
        return index.lines(0, 100, moment).stream().map(line -> line.line().text()).toList();
    }

    @Test
    void everyMomentOfRandomRunsIsWhatAShorterRunWouldShow() throws IOException {
        long seed = 815;
        RandomGenerator random = random(seed);
        for (int round = 0; round < 15; round++) {
            RecordingModel model = RecordingModel.random(random, random.nextInt(0, 200));
            Path whole = temporary.resolve("whole" + round);
            write(whole, model.chunks());
            try (Recording recording = Recording.open(whole)) {
                LineIndex index = new LineIndex(recording);
                index.refresh();
                for (int look = 0; look < 5; look++) {
                    Duration time = Duration.ofMillis(random.nextInt(0, 500));
                    Path part = temporary.resolve("part" + round + "-" + look);
                    write(
                            part,
                            model.chunks().stream()
                                    .filter(chunk ->
                                            !chunk.at().isAfter(RecordingModel.START.plus(time)))
                                    .toList());
                    assertEquals(
                            all(part),
                            index.lines(0, Integer.MAX_VALUE, index.momentAt(time)),
                            "seed " + seed + " round " + round + " at " + time);
                }
            }
        }
    }

    @Test
    void theNearestLineOfAStreamIsFoundBothWays() throws IOException {
        long seed = 99;
        RandomGenerator random = random(seed);
        for (int round = 0; round < 15; round++) {
            RecordingModel model = RecordingModel.random(random, random.nextInt(0, 300));
            Path folder = temporary.resolve("run" + round);
            write(folder, model.chunks());
            List<RecordedLine> all = all(folder);
            try (Recording recording = Recording.open(folder)) {
                LineIndex index = new LineIndex(recording);
                index.refresh();
                for (int look = 0; look < 20; look++) {
                    long from = random.nextInt(-1, all.size() + 1);
                    String where = "seed " + seed + " round " + round + " from " + from;
                    Optional<Long> next =
                            all.stream()
                                    .filter(line -> line.stream() == StreamKind.STDERR)
                                    .map(RecordedLine::number)
                                    .filter(number -> number > from)
                                    .findFirst();
                    assertEquals(next, index.nextOf(StreamKind.STDERR, from, true), where);
                    if (from < all.size()) {
                        Optional<Long> before =
                                all.stream()
                                        .filter(line -> line.stream() == StreamKind.STDERR)
                                        .map(RecordedLine::number)
                                        .filter(number -> number < from)
                                        .reduce((_, later) -> later);
                        assertEquals(before, index.nextOf(StreamKind.STDERR, from, false), where);
                    }
                }
            }
        }
    }

    @Test
    void anIndexOfFewPlacesReadsTheSameLines() throws IOException {
        long seed = 12;
        RandomGenerator random = random(seed);
        for (int round = 0; round < 5; round++) {
            Path folder = temporary.resolve("long" + round);
            StringBuilder text = new StringBuilder();
            for (int line = 0; line < 20_000; line++) {
                text.append("\u001b[3").append(random.nextInt(8)).append("mline ").append(line);
                text.append(random.nextInt(50) == 0 ? "\u001b]8;;http://x/" + line + "\u0007" : "");
                text.append('\n');
            }
            try (RecordingWriter writer = RecordingWriter.create(folder, RecordingModel.START)) {
                append(writer, StreamKind.STDOUT, text.toString(), 0);
            }
            try (Recording recording = Recording.open(folder)) {
                LineIndex many = new LineIndex(recording);
                many.refresh();
                LineIndex few = new LineIndex(recording, StreamKind.all(), 8);
                while (few.refresh(10_000) || few.isBehind()) {
                    assertTrue(few.bytes() <= recording.totals().bytes());
                }
                assertEquals(many.lineCount(), few.lineCount());
                for (int look = 0; look < 20; look++) {
                    long from = random.nextInt(20_000);
                    assertEquals(
                            many.lines(from, 50),
                            few.lines(from, 50),
                            "seed " + seed + " from " + from);
                }
            }
        }
    }

    @Test
    void aVisitorEndsTheWalk() throws IOException {
        try (RecordingWriter writer = RecordingWriter.create(temporary, RecordingModel.START)) {
            append(writer, StreamKind.STDOUT, "x\n".repeat(10_000), 0);
        }
        try (Recording recording = Recording.open(temporary)) {
            LineIndex index = new LineIndex(recording);
            index.refresh();
            List<Long> seen = new ArrayList<>();
            index.visit(
                    100,
                    Long.MAX_VALUE,
                    index.now(),
                    line -> {
                        seen.add(line.number());
                        return seen.size() < 3;
                    });
            assertEquals(List.of(100L, 101L, 102L), seen);
        }
    }

    private static List<RecordedLine> all(Path folder) throws IOException {
        try (Recording recording = Recording.open(folder)) {
            LineIndex index = new LineIndex(recording);
            index.refresh();
            return index.lines(0, Integer.MAX_VALUE);
        }
    }

    private static void write(Path folder, List<RecordingModel.Chunk> chunks) throws IOException {
        try (RecordingWriter writer = RecordingWriter.create(folder, RecordingModel.START)) {
            for (RecordingModel.Chunk chunk : chunks) {
                writer.append(chunk.stream(), ByteBuffer.wrap(chunk.bytes()), chunk.at());
            }
        }
    }

    static void append(RecordingWriter writer, StreamKind stream, String text, long millis)
            throws IOException {
        writer.append(
                stream,
                ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)),
                RecordingModel.START.plusMillis(millis));
    }

    private static RandomGenerator random(long seed) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }
}
