package dev.countersign.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.ansi.TruncationLimits;
import dev.countersign.ansi.TruncationPolicy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Writes a large recording and reads it in every way, in little memory; prints how fast.
///
/// Run with `mvn -Psoak -Dtest=RecordingSoakTest`, and `-Dcountersign.soak.megabytes=…` for another
/// size than 200.
@Tag("soak")
class RecordingSoakTest {

    private static final int CHUNK = 64 * 1024;

    /// Blocks, parsers and checkpoints take a few; the recording would take hundreds.
    private static final long HEAP = 32 << 20;

    @TempDir Path temporary;

    @Test
    void largeRecordingTakesLittleMemory() throws IOException {
        long size = Long.getLong("countersign.soak.megabytes", 200) << 20;
        byte[] log = log();
        long before = usedHeap();
        try (RecordingWriter writer = RecordingWriter.create(temporary, RecordingModel.START)) {
            long start = System.nanoTime();
            for (long written = 0; written < size; written += CHUNK) {
                StreamKind stream =
                        written % (10 * CHUNK) == 0 ? StreamKind.STDERR : StreamKind.STDOUT;
                int offset = (int) (written % log.length);
                writer.append(stream, log, offset, CHUNK, RecordingModel.START);
            }
            print("write", size, start);
            writer.finish(RecordingModel.START);
        }
        try (Recording recording = Recording.open(temporary)) {
            long start = System.nanoTime();
            LineIndex index = new LineIndex(recording);
            index.refresh();
            print("line index", size, start);
            assertTrue(index.lineCount() > size / 200);
            seek(index);
            for (TruncationPolicy policy : TruncationPolicy.values()) {
                start = System.nanoTime();
                AgentOutput output =
                        new AgentReader(recording).read(policy, TruncationLimits.DEFAULT);
                assertTrue(output.stdout().truncated());
                System.out.printf("%-12s %8.1f ms%n", policy, (System.nanoTime() - start) / 1e6);
            }
            start = System.nanoTime();
            assertTrue(recording.isIntact());
            print("verify", size, start);
            long used = usedHeap() - before;
            System.out.printf("%-12s %8.1f MB%n", "heap", used / 1e6);
            assertTrue(used < HEAP, "heap grew by " + used);
        }
    }

    private static void seek(LineIndex index) throws IOException {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(1);
        long[] nanos = new long[2_000];
        for (int look = 0; look < nanos.length; look++) {
            long line = random.nextLong(index.lineCount() - 60);
            long start = System.nanoTime();
            assertEquals(60, index.lines(line, 60).size());
            nanos[look] = System.nanoTime() - start;
        }
        Arrays.sort(nanos);
        System.out.printf(
                "%-12s %8.3f ms p50, %.3f ms p99%n",
                "seek", nanos[nanos.length / 2] / 1e6, nanos[nanos.length * 99 / 100] / 1e6);
    }

    private static void print(String what, long bytes, long start) {
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf("%-12s %8.0f MB/s%n", what, bytes / seconds / 1e6);
    }

    private static long usedHeap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /// Coloured lines of about 80 columns; a whole number of chunks.
    private static byte[] log() {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(1);
        StringBuilder text = new StringBuilder();
        while (text.length() < 64 * CHUNK) {
            text.append("\u001b[3")
                    .append(random.nextInt(8))
                    .append("mINFO\u001b[0m request ")
                    .append(random.nextLong())
                    .append(" took ")
                    .append(random.nextInt(10_000))
                    .append(" ms, all is well so far here\n");
        }
        return text.substring(0, 64 * CHUNK).getBytes(StandardCharsets.US_ASCII);
    }
}
