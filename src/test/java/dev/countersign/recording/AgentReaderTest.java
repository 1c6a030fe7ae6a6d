package dev.countersign.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.ansi.OutputSanitizer;
import dev.countersign.ansi.OutputTruncator;
import dev.countersign.ansi.TruncatedText;
import dev.countersign.ansi.TruncationLimits;
import dev.countersign.ansi.TruncationPolicy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentReaderTest {

    private static final TruncationLimits LIMITS = TruncationLimits.DEFAULT;

    @TempDir Path temporary;

    @Test
    void readsOnlyWhatIsNewOfEachStream() throws IOException {
        try (RecordingWriter writer = create();
                Recording recording = Recording.open(temporary)) {
            AgentReader reader = new AgentReader(recording);
            append(writer, StreamKind.STDOUT, "a\n");
            append(writer, StreamKind.STDERR, "\u001b[31merror\u001b[0m\r\n");
            AgentOutput first = reader.read(TruncationPolicy.TAIL, LIMITS);
            assertEquals("a\n", first.stdout().text());
            assertEquals("error\n", first.stderr().text());
            append(writer, StreamKind.STDOUT, "b\n");
            AgentOutput second = reader.read(TruncationPolicy.TAIL, LIMITS);
            assertEquals("b\n", second.stdout().text());
            assertEquals("", second.stderr().text());
            assertEquals(1, second.stdout().totalLines());
            assertEquals("", reader.read(TruncationPolicy.TAIL, LIMITS).stdout().text());
        }
    }

    @Test
    void otherReadersHaveTheirOwnPosition() throws IOException {
        try (RecordingWriter writer = create();
                Recording recording = Recording.open(temporary)) {
            append(writer, StreamKind.STDOUT, "a\n");
            AgentReader one = new AgentReader(recording);
            one.read(TruncationPolicy.TAIL, LIMITS);
            append(writer, StreamKind.STDOUT, "b\n");
            AgentReader resumed = new AgentReader(recording, one.position());
            assertEquals("b\n", resumed.read(TruncationPolicy.TAIL, LIMITS).stdout().text());
            AgentReader other = new AgentReader(recording);
            assertEquals("a\nb\n", other.read(TruncationPolicy.TAIL, LIMITS).stdout().text());
        }
    }

    @Test
    void characterUnderWayWaitsForTheNextRead() throws IOException {
        byte[] wide = "世\r\n".getBytes(StandardCharsets.UTF_8);
        try (RecordingWriter writer = create();
                Recording recording = Recording.open(temporary)) {
            AgentReader reader = new AgentReader(recording);
            StringBuilder text = new StringBuilder();
            for (int index = 0; index < wide.length; index++) {
                writer.append(StreamKind.STDOUT, wide, index, 1, RecordingModel.START);
                text.append(reader.read(TruncationPolicy.TAIL, LIMITS).stdout().text());
            }
            assertEquals("世\n", text.toString());
            writer.append(StreamKind.STDOUT, wide, 0, 2, RecordingModel.START);
            assertEquals("", reader.read(TruncationPolicy.TAIL, LIMITS).stdout().text());
            writer.finish(RecordingModel.START);
            assertEquals("\ufffd", reader.read(TruncationPolicy.TAIL, LIMITS).stdout().text());
        }
    }

    @Test
    void filterKeepsMatchingLinesAndCountsTheRestAsRead() throws IOException {
        try (RecordingWriter writer = create();
                Recording recording = Recording.open(temporary)) {
            AgentReader reader = new AgentReader(recording);
            append(writer, StreamKind.STDOUT, "one\ntwo\n\u001b[31mERROR\u001b[0m three\n");
            append(writer, StreamKind.STDOUT, "y".repeat(200_000) + "\nERROR last");
            AgentOutput output =
                    reader.read(TruncationPolicy.TAIL, LIMITS, line -> line.startsWith("ERROR"));
            assertEquals("ERROR three\nERROR last", output.stdout().text());
            assertEquals(2, output.stdout().totalLines());
            assertEquals("", reader.read(TruncationPolicy.TAIL, LIMITS).stdout().text());
        }
    }

    @Test
    void longLineIsFilteredAsAWhole() throws IOException {
        try (RecordingWriter writer = create();
                Recording recording = Recording.open(temporary)) {
            append(writer, StreamKind.STDOUT, "keep" + "y".repeat(200_000) + "\n");
            append(writer, StreamKind.STDOUT, "drop" + "z".repeat(200_000) + "keep\nend");
            TruncatedText text =
                    new AgentReader(recording)
                            .read(
                                    TruncationPolicy.HEAD,
                                    new TruncationLimits(1, 4, 8, 4, 1_000_000),
                                    line -> line.startsWith("keep"))
                            .stdout();
            assertEquals("keep" + "y".repeat(200_000) + "\n", text.text());
        }
    }

    @Test
    void longOutputReadsAsIfItHadAllBeenRead() throws IOException {
        long seed = 8;
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int round = 0; round < 12; round++) {
            String where = "seed " + seed + " round " + round;
            Path folder = temporary.resolve("run" + round);
            RecordingModel model = longModel(random, round);
            try (RecordingWriter writer = RecordingWriter.create(folder, RecordingModel.START);
                    Recording recording = Recording.open(folder)) {
                for (RecordingModel.Chunk chunk : model.chunks()) {
                    writer.append(chunk.stream(), ByteBuffer.wrap(chunk.bytes()), chunk.at());
                }
                writer.finish(RecordingModel.START);
                for (TruncationPolicy policy : TruncationPolicy.values()) {
                    AgentOutput output = new AgentReader(recording).read(policy, LIMITS);
                    String there = where + " " + policy;
                    compare(model, StreamKind.STDOUT, output.stdout(), there);
                    compare(model, StreamKind.STDERR, output.stderr(), there);
                }
            }
        }
    }

    private static void compare(
            RecordingModel model, StreamKind stream, TruncatedText shown, String where) {
        String text = OutputSanitizer.sanitize(model.bytes(Set.of(stream)));
        TruncatedText expected = OutputTruncator.truncate(text, shown.policy(), LIMITS);
        StreamTotals totals = model.totals(stream);
        assertEquals(expected.withTotals(totals.lines(), totals.bytes()), shown, where);
    }

    /// Some megabytes of lines, of one endless line, or of almost nothing but colours.
    private static RecordingModel longModel(RandomGenerator random, int round) {
        RecordingModel model = new RecordingModel();
        for (int count = 0; count < 60; count++) {
            StringBuilder text = new StringBuilder();
            while (text.length() < 60_000) {
                switch (round % 3) {
                    case 0 ->
                            text.append("\u001b[3")
                                    .append(random.nextInt(8))
                                    .append("mline 世 ")
                                    .append(random.nextLong())
                                    .append("\u001b[0m\n");
                    case 1 -> text.append(random.nextLong());
                    default ->
                            text.append("\u001b[31m\u001b[0m")
                                    .append(random.nextInt(2_000) == 0 ? "x\n" : "");
                }
            }
            StreamKind stream = random.nextInt(20) == 0 ? StreamKind.STDERR : StreamKind.STDOUT;
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            model.add(stream, bytes, Duration.ZERO);
        }
        return model;
    }

    @Test
    void shortOutputIsNotTruncated() throws IOException {
        try (RecordingWriter writer = create();
                Recording recording = Recording.open(temporary)) {
            append(writer, StreamKind.STDOUT, "x");
            TruncatedText text =
                    new AgentReader(recording).read(TruncationPolicy.TAIL, LIMITS).stdout();
            assertFalse(text.truncated());
            assertEquals(1, text.totalLines());
            assertTrue(text.limit().startsWith("2,000"));
        }
    }

    private RecordingWriter create() throws IOException {
        return RecordingWriter.create(temporary, RecordingModel.START);
    }

    private static void append(RecordingWriter writer, StreamKind stream, String text)
            throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        writer.append(stream, bytes, 0, bytes.length, RecordingModel.START);
    }
}
