package dev.countersign.recording;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingTest {

    private static final Instant START = RecordingModel.START;

    @TempDir Path temporary;

    @Test
    void bytesAreOnDiskAsTheyArrive() throws IOException {
        Path folder = temporary.resolve("ab/run");
        try (RecordingWriter writer = RecordingWriter.create(folder, START)) {
            append(writer, StreamKind.STDOUT, "out\n");
            assertEquals("out\n", Files.readString(writer.outputFile()));
            append(writer, StreamKind.STDERR, "err");
            append(writer, StreamKind.STDOUT, new String(new byte[0], StandardCharsets.UTF_8));
            assertEquals("out\nerr", Files.readString(writer.outputFile()));
        }
    }

    @Test
    void onlyTheSameUserMayReadIt() throws IOException {
        Path folder = temporary.resolve("ab/run");
        RecordingWriter.create(folder, START).close();
        assertEquals("rwx------", mode(temporary.resolve("ab")));
        assertEquals("rwx------", mode(folder));
        assertEquals("rw-------", mode(folder.resolve("output")));
        assertEquals("rw-------", mode(folder.resolve("output.index")));
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void existingRecordingIsNeverOverwritten() throws IOException {
        RecordingWriter.create(temporary, START).close();
        assertThrows(
                FileAlreadyExistsException.class, () -> RecordingWriter.create(temporary, START));
    }

    @Test
    void whatIsJustBeingMadeIsNotThereYet() throws IOException {
        Path folder = temporary.resolve("run");
        try (RecordingWriter writer = RecordingWriter.create(folder, START)) {
            append(writer, StreamKind.STDOUT, "out\n");
        }
        Path index = folder.resolve("output.index");
        byte[] whole = Files.readAllBytes(index);
        for (int length : new int[] {0, 31}) {
            Files.write(index, Arrays.copyOf(whole, length));
            assertThrows(NoSuchFileException.class, () -> Recording.open(folder));
        }
        Files.write(index, whole);
        Recording.open(folder).close();
    }

    @Test
    void consoleLineStandsAloneOutsideTotalsAndChecksum() throws IOException {
        try (RecordingWriter writer = RecordingWriter.create(temporary, START)) {
            append(writer, StreamKind.STDOUT, "no newline");
            writer.appendConsoleLine("[background process completed]", START);
            writer.appendConsoleLine("second\nline\u001b[31m", START);
            RecordingTotals totals = writer.finish(START.plusSeconds(1));
            assertEquals(new StreamTotals(10, 1), totals.stdout());
            assertEquals(10, totals.bytes());
        }
        assertEquals(
                "no newline\n[background process completed]\nsecond line [31m\n",
                Files.readString(temporary.resolve("output")));
        try (Recording recording = Recording.open(temporary)) {
            assertTrue(recording.isComplete());
            assertTrue(recording.isIntact());
            assertEquals(10, recording.totals().bytes());
            assertEquals(Duration.ofSeconds(1), recording.duration());
            assertEquals(START, recording.startedAt());
            assertEquals("no newline", text(recording, StreamKind.ofCommand()));
        }
    }

    @Test
    void progressShowsTheLastLineAsATerminalWould() throws IOException {
        try (RecordingWriter writer = RecordingWriter.create(temporary, START)) {
            assertEquals("", writer.progress().lastLine());
            assertTrue(writer.progress().lastOutputAt().isEmpty());
            append(writer, StreamKind.STDOUT, "building\n 10 %\r\u001b[32m 20 %");
            assertEquals("20 %", writer.progress().lastLine());
            append(writer, StreamKind.STDERR, "warning\n\n");
            RecordingProgress progress = writer.progress();
            assertEquals("warning", progress.lastLine());
            assertEquals(2, progress.totals().stdout().lines());
            assertEquals(2, progress.totals().stderr().lines());
            append(writer, StreamKind.STDOUT, "x".repeat(5_000) + "end");
            assertEquals(RecordingProgress.MAX_LINE, writer.progress().lastLine().length());
            assertTrue(writer.progress().lastLine().endsWith("xend"));
        }
    }

    @Test
    void timeNeverGoesBackwards() throws IOException {
        try (RecordingWriter writer = RecordingWriter.create(temporary, START)) {
            byte[] bytes = {'a'};
            writer.append(StreamKind.STDOUT, bytes, 0, 1, START.plusMillis(50));
            writer.append(StreamKind.STDOUT, bytes, 0, 1, START.minusSeconds(50));
            writer.append(StreamKind.STDOUT, bytes, 0, 1, Instant.MAX);
            writer.append(StreamKind.STDOUT, bytes, 0, 1, Instant.MIN);
        }
        List<Duration> times = new ArrayList<>();
        try (Recording recording = Recording.open(temporary)) {
            recording.read(
                    ReadPosition.START,
                    StreamKind.all(),
                    (stream, time, bytes, offset, length) -> times.add(time));
        }
        assertEquals(List.of(Duration.ofMillis(50)), times.stream().distinct().toList());
    }

    @Test
    void interruptedThreadStillRecordsAndStaysInterrupted() throws IOException {
        try (RecordingWriter writer = RecordingWriter.create(temporary, START);
                Recording recording = Recording.open(temporary)) {
            Thread.currentThread().interrupt();
            try {
                append(writer, StreamKind.STDOUT, "kept");
                recording.refresh();
                assertEquals("kept", text(recording, StreamKind.all()));
                assertTrue(Thread.currentThread().isInterrupted());
            } finally {
                Thread.interrupted();
            }
            append(writer, StreamKind.STDOUT, " on");
            recording.refresh();
            assertEquals("kept on", text(recording, StreamKind.all()));
        }
    }

    @Test
    void failedWriteIsTheCallersToSeeAndRecordsNothing() throws IOException {
        RecordingWriter writer = RecordingWriter.create(temporary, START);
        append(writer, StreamKind.STDOUT, "before\n");
        writer.close();
        assertThrows(
                ClosedChannelException.class, () -> append(writer, StreamKind.STDOUT, "after\n"));
        assertThrows(ClosedChannelException.class, () -> writer.finish(START));
        assertEquals(7, writer.progress().totals().bytes());
        try (Recording recording = Recording.open(temporary)) {
            assertFalse(recording.isComplete());
            assertEquals(new StreamTotals(7, 1), recording.totals().stdout());
        }
    }

    @Test
    void aRestingRecordingHoldsNothingOpenAndReadsOn() throws IOException {
        Recording rested;
        try (RecordingWriter writer = RecordingWriter.create(temporary, RecordingModel.START);
                Recording recording = Recording.open(temporary)) {
            rested = recording;
            append(writer, StreamKind.STDOUT, "one\n");
            recording.refresh();
            recording.rest();
            append(writer, StreamKind.STDOUT, "two\n");
            assertTrue(recording.refresh());
            assertEquals(8, recording.totals().stdout().bytes());
            recording.rest();
            recording.rest();
            assertTrue(recording.isIntact());
            recording.rest();
        }
        assertThrows(ClosedChannelException.class, rested::isIntact);
    }

    @Test
    void whatIsNoRecordingIsRefused() throws IOException {
        assertThrows(NoSuchFileException.class, () -> Recording.open(temporary));
        Files.writeString(temporary.resolve("output"), "text");
        Files.writeString(temporary.resolve("output.index"), "something else, long enough for one");
        assertThrows(IOException.class, () -> Recording.open(temporary));
        assertThrows(IOException.class, () -> Recording.recover(temporary));
    }

    /// A reader that comes between the making of the files and their first bytes tries again.
    @Test
    void whatIsOnlyBegunIsNotThereYet() throws IOException {
        RecordingWriter.create(temporary, START).close();
        byte[] header = Files.readAllBytes(temporary.resolve("output.index"));
        for (int length = 0; length < header.length; length++) {
            Files.write(temporary.resolve("output.index"), Arrays.copyOf(header, length));
            assertThrows(NoSuchFileException.class, () -> Recording.open(temporary));
        }
        Files.write(temporary.resolve("output.index"), header);
        Recording.open(temporary).close();
    }

    @Test
    void changedByteIsFound() throws IOException {
        record(RecordingModel.random(random(5), 20), temporary);
        try (Recording recording = Recording.open(temporary)) {
            assertTrue(recording.isIntact());
            byte[] bytes = Files.readAllBytes(temporary.resolve("output"));
            bytes[bytes.length / 2] ^= 1;
            Files.write(temporary.resolve("output"), bytes);
            assertFalse(recording.isIntact());
        }
    }

    @Test
    void randomInterleavingsReadBackByStream() throws IOException {
        long seed = 99;
        RandomGenerator random = random(seed);
        for (int round = 0; round < 60; round++) {
            String where = "seed " + seed + " round " + round;
            RecordingModel model = RecordingModel.random(random, random.nextInt(0, 60));
            Path folder = temporary.resolve("run" + round);
            ByteArrayOutputStream incremental = new ByteArrayOutputStream();
            try (RecordingWriter writer = RecordingWriter.create(folder, START);
                    Recording recording = Recording.open(folder)) {
                ReadPosition position = ReadPosition.START;
                for (RecordingModel.Chunk chunk : model.chunks()) {
                    writer.append(chunk.stream(), ByteBuffer.wrap(chunk.bytes()), chunk.at());
                    if (random.nextInt(5) == 0) {
                        recording.refresh();
                        position = readInto(recording, position, incremental);
                    }
                }
                writer.finish(START.plusSeconds(100));
                assertTrue(recording.refresh(), where);
                readInto(recording, position, incremental);
            }
            Set<StreamKind> errors = Set.of(StreamKind.STDERR);
            assertArrayEquals(model.bytes(errors), incremental.toByteArray(), where);
            try (Recording recording = Recording.open(folder)) {
                assertTrue(recording.isIntact(), where);
                for (StreamKind stream : StreamKind.ofCommand()) {
                    assertEquals(model.totals(stream), recording.totals().of(stream), where);
                    Set<StreamKind> one = Set.of(stream);
                    assertArrayEquals(model.bytes(one), bytes(recording, one), where);
                }
                Set<StreamKind> all = StreamKind.all();
                assertArrayEquals(model.bytes(all), bytes(recording, all), where);
            }
        }
    }

    private static ReadPosition readInto(
            Recording recording, ReadPosition position, ByteArrayOutputStream target)
            throws IOException {
        return recording.read(
                position,
                Set.of(StreamKind.STDERR),
                (stream, time, bytes, offset, length) -> {
                    target.write(bytes, offset, length);
                    return true;
                });
    }

    @Test
    void crashAtAnyByteOfTheIndexLosesNoOutput() throws IOException {
        RecordingModel model = RecordingModel.random(random(17), 12);
        record(model, temporary);
        Path index = temporary.resolve("output.index");
        byte[] whole = Files.readAllBytes(index);
        byte[] output = Files.readAllBytes(temporary.resolve("output"));
        for (int length = 0; length < whole.length; length++) {
            Files.write(index, Arrays.copyOf(whole, length));
            try (Recording recording = Recording.recover(temporary)) {
                assertFalse(recording.isComplete(), "cut at " + length);
                assertArrayEquals(output, bytes(recording, StreamKind.all()), "cut at " + length);
                assertEquals(output.length, recording.totals().bytes(), "cut at " + length);
                assertTrue(recording.isIntact(), "cut at " + length);
            }
            if (length < IndexEntry.HEADER_SIZE) {
                assertThrows(IOException.class, () -> Recording.open(temporary));
                continue;
            }
            int entries = (length - IndexEntry.HEADER_SIZE) / IndexEntry.SIZE;
            try (Recording recording = Recording.open(temporary)) {
                RecordingModel known = new RecordingModel();
                model.chunks().stream().limit(entries).forEach(known.chunks()::add);
                assertFalse(recording.isComplete(), "cut at " + length);
                assertArrayEquals(
                        known.bytes(StreamKind.all()), bytes(recording, StreamKind.all()));
                assertEquals(known.totals(StreamKind.STDERR), recording.totals().stderr());
            }
        }
    }

    @Test
    void crashAtAnyByteOfTheOutputKeepsItsStart() throws IOException {
        RecordingModel model = RecordingModel.random(random(18), 12);
        record(model, temporary);
        Path output = temporary.resolve("output");
        byte[] whole = Files.readAllBytes(output);
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            Files.write(output, cut);
            try (Recording recording = Recording.recover(temporary)) {
                assertFalse(recording.isComplete(), "cut at " + length);
                assertArrayEquals(cut, bytes(recording, StreamKind.all()), "cut at " + length);
                byte[] errors = model.bytes(Set.of(StreamKind.STDERR));
                byte[] kept = bytes(recording, Set.of(StreamKind.STDERR));
                assertArrayEquals(Arrays.copyOf(errors, kept.length), kept, "cut at " + length);
            }
        }
    }

    @Test
    void damagedEntryEndsWhatIsKnownAndLosesNoByte() throws IOException {
        record(RecordingModel.random(random(19), 12), temporary);
        Path index = temporary.resolve("output.index");
        byte[] whole = Files.readAllBytes(index);
        byte[] output = Files.readAllBytes(temporary.resolve("output"));
        for (int place = IndexEntry.HEADER_SIZE; place < whole.length; place++) {
            byte[] damaged = whole.clone();
            damaged[place] ^= 0x10;
            Files.write(index, damaged);
            try (Recording recording = Recording.recover(temporary)) {
                assertFalse(recording.isComplete(), "damaged at " + place);
                assertArrayEquals(output, bytes(recording, StreamKind.all()));
            }
        }
    }

    @Test
    void twoWritersAndAReaderAtOnce() throws Exception {
        int chunks = 2_000;
        try (RecordingWriter writer = RecordingWriter.create(temporary, START);
                Recording recording = Recording.open(temporary);
                ExecutorService executor = Executors.newFixedThreadPool(3)) {
            Future<?> out = executor.submit(writing(writer, StreamKind.STDOUT, "out ", chunks));
            Future<?> err = executor.submit(writing(writer, StreamKind.STDERR, "err ", chunks));
            LineIndex lines = new LineIndex(recording);
            Future<ByteArrayOutputStream> read =
                    executor.submit(() -> {
                        ByteArrayOutputStream seen = new ByteArrayOutputStream();
                        ReadPosition position = ReadPosition.START;
                        while (!recording.isComplete()) {
                            lines.refresh();
                            position = readInto(recording, position, seen);
                            lines.lines(Math.max(0, lines.lineCount() - 50), 50);
                        }
                        readInto(recording, position, seen);
                        return seen;
                    });
            out.get();
            err.get();
            assertEquals(chunks, writer.finish(START).stdout().lines());
            String seen = read.get().toString(StandardCharsets.UTF_8);
            assertEquals(expected("err ", chunks), seen);
            assertEquals(2L * chunks, lines.lineCount());
            assertTrue(recording.isIntact());
        }
    }

    private static Callable<Boolean> writing(
            RecordingWriter writer, StreamKind stream, String word, int chunks) {
        return () -> {
            for (int chunk = 0; chunk < chunks; chunk++) {
                append(writer, stream, word + chunk + "\n");
            }
            return true;
        };
    }

    private static String expected(String word, int chunks) {
        StringBuilder text = new StringBuilder();
        for (int chunk = 0; chunk < chunks; chunk++) {
            text.append(word).append(chunk).append('\n');
        }
        return text.toString();
    }

    private static void record(RecordingModel model, Path folder) throws IOException {
        try (RecordingWriter writer = RecordingWriter.create(folder, START)) {
            for (RecordingModel.Chunk chunk : model.chunks()) {
                writer.append(chunk.stream(), ByteBuffer.wrap(chunk.bytes()), chunk.at());
            }
            writer.finish(START.plusSeconds(100));
        }
    }

    private static void append(RecordingWriter writer, StreamKind stream, String text)
            throws IOException {
        writer.append(stream, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), START);
    }

    private static String text(Recording recording, Set<StreamKind> streams) throws IOException {
        return new String(bytes(recording, streams), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(Recording recording, Set<StreamKind> streams) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        recording.read(
                ReadPosition.START,
                streams,
                (stream, time, bytes, offset, length) -> {
                    all.write(bytes, offset, length);
                    return true;
                });
        return all.toByteArray();
    }

    private static RandomGenerator random(long seed) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }
}
