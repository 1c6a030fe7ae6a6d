package dev.countersign.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineIndexTest {

    @TempDir Path temporary;

    @Test
    void streamsNeverShareALine() throws IOException {
        try (RecordingWriter writer = RecordingWriter.create(temporary, RecordingModel.START)) {
            append(writer, StreamKind.STDOUT, "\u001b[32mcompiling ");
            append(writer, StreamKind.STDERR, "warning\n");
            append(writer, StreamKind.STDOUT, "done\n");
            writer.appendConsoleLine("[background process completed]", RecordingModel.START);
        }
        try (Recording recording = Recording.open(temporary)) {
            LineIndex index = index(recording);
            List<RecordedLine> lines = index.lines(0, 100);
            assertEquals(
                    List.of("compiling ", "warning", "done", "[background process completed]"),
                    lines.stream().map(line -> line.line().text()).toList());
            assertEquals(
                    List.of(
                            StreamKind.STDOUT,
                            StreamKind.STDERR,
                            StreamKind.STDOUT,
                            StreamKind.CONSOLE),
                    lines.stream().map(RecordedLine::stream).toList());
            assertEquals(
                    lines.get(0).line().runs().getFirst().style(),
                    lines.get(2).line().runs().getFirst().style(),
                    "colour goes on in its own stream");
        }
    }

    @Test
    void lineUnderConstructionGrows() throws IOException {
        try (RecordingWriter writer = RecordingWriter.create(temporary, RecordingModel.START);
                Recording recording = Recording.open(temporary)) {
            LineIndex index = new LineIndex(recording);
            assertFalse(index.refresh());
            assertEquals(0, index.lineCount());
            assertTrue(index.lines(0, 10).isEmpty());
            append(writer, StreamKind.STDOUT, "10 %");
            assertTrue(index.refresh());
            assertEquals("10 %", index.lines(0, 10).getFirst().line().text());
            append(writer, StreamKind.STDOUT, "\r20 %");
            index.refresh();
            assertEquals("20 %", index.lines(0, 10).getFirst().line().text());
            append(writer, StreamKind.STDOUT, "\n");
            index.refresh();
            assertEquals(1, index.lineCount());
            append(writer, StreamKind.STDOUT, "next");
            index.refresh();
            assertEquals(2, index.lineCount());
        }
    }

    @Test
    void theNewestLinesAreThereBeforeTheIndexIs() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int line = 0; line < 20_000; line++) {
            text.append("\u001b[32mline ").append(line).append("\u001b[0m é\n");
        }
        try (RecordingWriter writer = RecordingWriter.create(temporary, RecordingModel.START)) {
            append(writer, StreamKind.STDOUT, text + "open");
            try (Recording recording = Recording.open(temporary)) {
                LineIndex index = new LineIndex(recording);
                LineIndex.Newest newest = index.newest(50);
                index.refresh();
                assertEquals(20_001, newest.lineCount());
                assertEquals(index.lines(20_001 - 50, 50), newest.lines());
                // As many as lie in what it reads, and no part of a line.
                List<RecordedLine> most = index.newest(1_000_000).lines();
                assertTrue(most.size() > 1_000 && most.size() < 20_000, "" + most.size());
                assertEquals(index.lines(20_001 - most.size(), most.size()), most);
            }
        }
    }

    @Test
    void theNewestLinesOfLittleAreAllOfThem() throws IOException {
        try (RecordingWriter writer = RecordingWriter.create(temporary, RecordingModel.START)) {
            try (Recording recording = Recording.open(temporary)) {
                assertEquals(List.of(), new LineIndex(recording).newest(10).lines());
            }
            append(writer, StreamKind.STDOUT, "one\n");
            append(writer, StreamKind.STDERR, "two\n");
            append(writer, StreamKind.STDOUT, "three");
            try (Recording recording = Recording.open(temporary)) {
                LineIndex index = new LineIndex(recording);
                LineIndex.Newest newest = index.newest(10);
                index.refresh();
                assertEquals(index.lines(0, 10), newest.lines());
                assertEquals(index.lines(1, 2), index.newest(2).lines());
            }
        }
    }

    @Test
    void randomInterleavingsAreTheLinesOfTheModel() throws IOException {
        long seed = 4711;
        RandomGenerator random = random(seed);
        for (int round = 0; round < 40; round++) {
            String where = "seed " + seed + " round " + round;
            RecordingModel model = RecordingModel.random(random, random.nextInt(0, 400));
            Path folder = temporary.resolve("run" + round);
            try (RecordingWriter writer = RecordingWriter.create(folder, RecordingModel.START);
                    Recording recording = Recording.open(folder)) {
                LineIndex growing = new LineIndex(recording);
                for (RecordingModel.Chunk chunk : model.chunks()) {
                    writer.append(chunk.stream(), ByteBuffer.wrap(chunk.bytes()), chunk.at());
                    if (random.nextInt(10) == 0) {
                        growing.refresh();
                    }
                }
                growing.refresh();
                compare(growing, model.lines(StreamKind.all()), random, where);
                compare(index(recording), model.lines(StreamKind.all()), random, where);
                Set<StreamKind> errors = Set.of(StreamKind.STDERR);
                LineIndex some = new LineIndex(recording, errors);
                some.refresh();
                compare(some, model.lines(errors), random, where);
            }
        }
    }

    private static void compare(
            LineIndex index, List<RecordedLine> expected, RandomGenerator random, String where)
            throws IOException {
        assertEquals(expected.size(), index.lineCount(), where);
        List<RecordedLine> all = index.lines(0, Integer.MAX_VALUE);
        for (int line = 0; line < expected.size(); line++) {
            assertEquals(expected.get(line), all.get(line), where);
        }
        for (int look = 0; look < 20 && !expected.isEmpty(); look++) {
            int from = random.nextInt(expected.size());
            int to = Math.min(expected.size(), from + random.nextInt(100));
            assertEquals(expected.subList(from, to), index.lines(from, to - from), where);
            assertEquals(Optional.of(expected.get(from).sinceStart()), index.timeOf(from), where);
            Duration time = Duration.ofMillis(random.nextInt(-1, 500));
            long begun = expected.stream().filter(l -> l.sinceStart().compareTo(time) <= 0).count();
            Optional<Long> line = begun == 0 ? Optional.empty() : Optional.of(begun - 1);
            assertEquals(line, index.lineAt(time), where + " at " + time);
        }
        assertTrue(index.timeOf(expected.size()).isEmpty());
        assertTrue(index.lines(expected.size(), 10).isEmpty());
    }

    @Test
    void characterThatTheOtherStreamCutIsReadAcross() throws IOException {
        byte[] wide = "世".getBytes(StandardCharsets.UTF_8);
        try (RecordingWriter writer = RecordingWriter.create(temporary, RecordingModel.START)) {
            writer.append(StreamKind.STDOUT, wide, 0, 2, RecordingModel.START);
            append(writer, StreamKind.STDERR, "x\n".repeat(200));
            writer.append(StreamKind.STDOUT, wide, 2, 1, RecordingModel.START);
        }
        try (Recording recording = Recording.open(temporary)) {
            LineIndex index = index(recording);
            assertEquals("世", index.lines(201, 1).getFirst().line().text());
        }
    }

    @Test
    void endlessLineIsShownAsSeveralAndReadInBoundedSteps() throws IOException {
        byte[] chunk = new byte[100_000];
        Arrays.fill(chunk, (byte) 'x');
        try (RecordingWriter writer = RecordingWriter.create(temporary, RecordingModel.START)) {
            for (int count = 0; count < 50; count++) {
                writer.append(StreamKind.STDOUT, chunk, 0, chunk.length, RecordingModel.START);
            }
        }
        try (Recording recording = Recording.open(temporary)) {
            LineIndex index = index(recording);
            assertEquals(5, index.lineCount());
            RecordedLine last = index.lines(4, 1).getFirst();
            assertEquals(
                    5_000_000 - 4L * LineWalk.MAX_LINE_BYTES,
                    last.line().text().length() + last.line().omittedColumns());
        }
    }

    @Test
    void interruptedRefreshGoesOnLater() throws IOException {
        try (RecordingWriter writer = RecordingWriter.create(temporary, RecordingModel.START)) {
            for (int count = 0; count < 10; count++) {
                append(writer, StreamKind.STDOUT, "line\n".repeat(10_000));
            }
        }
        try (Recording recording = Recording.open(temporary)) {
            LineIndex index = new LineIndex(recording);
            Thread.currentThread().interrupt();
            try {
                index.refresh();
            } finally {
                assertTrue(Thread.interrupted());
            }
            assertTrue(index.lineCount() < 100_000);
            index.refresh();
            assertEquals(100_000, index.lineCount());
            assertEquals("line", index.lines(99_999, 1).getFirst().line().text());
        }
    }

    private static LineIndex index(Recording recording) throws IOException {
        LineIndex index = new LineIndex(recording);
        index.refresh();
        return index;
    }

    private static void append(RecordingWriter writer, StreamKind stream, String text)
            throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        writer.append(stream, bytes, 0, bytes.length, RecordingModel.START);
    }

    private static RandomGenerator random(long seed) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }
}
