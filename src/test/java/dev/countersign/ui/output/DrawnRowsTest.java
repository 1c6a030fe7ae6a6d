package dev.countersign.ui.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.ansi.CharacterWidth;
import dev.countersign.recording.LineIndex;
import dev.countersign.recording.OutputActivity;
import dev.countersign.recording.Recording;
import dev.countersign.recording.RecordingWriter;
import dev.countersign.recording.StreamKind;
import dev.countersign.ui.output.OutputReader.Attention;
import dev.countersign.ui.output.OutputReader.Page;
import dev.countersign.ui.output.OutputReader.Surface;
import dev.countersign.ui.output.OutputReader.Wish;
import dev.countersign.ui.output.RowPieces.Piece;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the canvas would draw, compared with a golden file: rows of pieces, each with its column,
/// style and ink. `-Dgolden.write=FOLDER` writes what is drawn now.
class DrawnRowsTest {
    private static final int[] SIZES = {1, 7, 13, 65_536};

    @TempDir Path temporary;

    @Test
    void rowsAreThoseOfTheGoldenFileHoweverTheBytesCome() throws Exception {
        byte[] bytes = unescaped(resource("rows.in")).getBytes(StandardCharsets.UTF_8);
        String expected = resource("rows.out");
        for (int size : SIZES) {
            Path folder = temporary.resolve("size" + size);
            record(folder, bytes, size);
            String drawn =
                    drawn(folder, 0, Optional.of(SearchQuery.of("retry", false, false)))
                            + "--- wrapped at 40\n"
                            + drawn(folder, 40, Optional.empty());
            String target = System.getProperty("golden.write");
            if (target != null) {
                Files.writeString(Path.of(target, "rows.out"), drawn);
                return;
            }
            assertEquals(expected, drawn, "chunks of " + size);
        }
    }

    @Test
    void fuzzedStreamsAreDrawnAlikeAndHoldNothingToObey() throws Exception {
        long seed = 20_261_121;
        int rounds = Integer.getInteger("fuzz.rounds", 150);
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int round = 0; round < rounds; round++) {
            byte[] bytes = stream(random);
            String where = "seed " + seed + " round " + round;
            Optional<String> first = Optional.empty();
            for (int size : new int[] {1, 13, 65_536}) {
                Path folder = temporary.resolve("fuzz" + round + "-" + size);
                record(folder, bytes, size);
                String drawn = drawn(folder, 0, Optional.empty());
                assertEquals(first.orElse(drawn), drawn, where);
                first = Optional.of(drawn);
                checkHarmless(page(folder, 0, Optional.empty()), where);
            }
        }
    }

    /// No character that a terminal or a toolkit could obey, and each piece as wide as it says.
    private static void checkHarmless(Page page, String where) {
        for (PageLine line : page.lines()) {
            int column = 0;
            for (Piece piece : RowPieces.of(line, 0, 0, Integer.MAX_VALUE / 2)) {
                assertTrue(piece.text().chars().noneMatch(Character::isISOControl), where);
                assertEquals(column, piece.column(), where);
                assertEquals(CharacterWidth.ofText(piece.text()), piece.columns(), where);
                column += piece.columns();
            }
            for (Accent accent : line.accents()) {
                accent.target()
                        .ifPresent(target ->
                                assertTrue(
                                        target.text().chars().noneMatch(Character::isISOControl),
                                        where));
            }
        }
    }

    @Test
    void anEndlessCommandToTheTerminalIsBoundedAndHidesItsOwnLineAlone() throws Exception {
        long bytes = Long.getLong("osc.bytes", 8L << 20);
        Path folder = temporary.resolve("osc");
        byte[] block = "x".repeat(1 << 16).getBytes(StandardCharsets.UTF_8);
        try (RecordingWriter writer = RecordingWriter.create(folder, Instant.EPOCH)) {
            append(writer, "before\n\u001b]52;c;");
            for (long written = 0; written < bytes; written += block.length) {
                writer.append(StreamKind.STDOUT, block, 0, block.length, Instant.EPOCH);
            }
            append(writer, "\nafter\n");
            writer.finish(Instant.EPOCH);
        }
        Page page = page(folder, 0, Optional.empty());
        assertEquals("before", page.lines().getFirst().text());
        try (Recording recording = Recording.open(folder)) {
            LineIndex index = new LineIndex(recording);
            index.refresh();
            long last = index.lineCount() - 1;
            assertEquals("after", index.lines(last, 1).getFirst().line().text());
        }
        long longest =
                page.lines().stream().mapToLong(line -> line.text().length()).max().orElse(0);
        assertTrue(longest <= 64 * 1024, "a line is kept to its limit: " + longest);
    }

    private static byte[] stream(RandomGenerator random) {
        String[] pieces = {
            "\u001b[31m",
            "\u001b[0m",
            "\u001b[1;4;9m",
            "\u001b]8;;http://x/\u0007",
            "\u001b]8;;\u0007",
            "\u001b]52;c;eA==\u0007",
            "\u001b]0;t\u001b\\",
            "\u001b[2J",
            "\u001b[6n",
            "\u001b[5;5H",
            "\u001bP1$r\u001b\\",
            "\u009b31m",
            "\u001b[",
            "\u001b]",
            "\n",
            "\r",
            "\b",
            "\t",
            "\u001b[K",
            "\u001b[1K",
            "漢",
            "😀",
            "e\u0301",
            "\u202e",
            "\u200b",
            "word ",
            "a/b.go:12 ",
            "ERROR ",
            "http://h/ ",
            "\u0007",
            "\u0000",
            "\u007f",
            "\u0085",
            "\ufeff"
        };
        StringBuilder text = new StringBuilder();
        int count = random.nextInt(1, 60);
        for (int piece = 0; piece < count; piece++) {
            text.append(pieces[random.nextInt(pieces.length)]);
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        for (int change = random.nextInt(4); change > 0; change--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    // Reading.

    private static void record(Path folder, byte[] bytes, int size) throws IOException {
        try (RecordingWriter writer = RecordingWriter.create(folder, Instant.EPOCH)) {
            for (int at = 0; at < bytes.length; at += size) {
                int length = Math.min(size, bytes.length - at);
                writer.append(StreamKind.STDOUT, bytes, at, length, Instant.EPOCH);
            }
            writer.finish(Instant.EPOCH);
        }
    }

    private static void append(RecordingWriter writer, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        writer.append(StreamKind.STDOUT, bytes, 0, bytes.length, Instant.EPOCH);
    }

    private static Page page(Path folder, int wrap, Optional<SearchQuery> query)
            throws IOException {
        try (Recording recording = Recording.open(folder)) {
            LineIndex index = new LineIndex(recording);
            index.refresh();
            return new PageMaker(recording, index, UnaryOperator::identity)
                    .page(
                            new Wish(
                                    Attention.ROWS,
                                    false,
                                    0,
                                    500,
                                    wrap,
                                    true,
                                    query,
                                    Optional.empty(),
                                    false,
                                    Optional.empty(),
                                    Surface.LINES),
                            OutputActivity.NONE,
                            Optional.empty());
        }
    }

    private static String drawn(Path folder, int wrap, Optional<SearchQuery> query)
            throws IOException {
        StringBuilder text = new StringBuilder();
        for (PageLine line : page(folder, wrap, query).lines()) {
            for (int part = 0; part < line.parts().size(); part++) {
                List<Piece> pieces = RowPieces.of(line, part, 0, 10_000);
                text.append(line.row()).append(part == 0 ? ": " : "… ");
                text.append(RowPieces.describe(pieces)).append('\n');
            }
        }
        return text.toString();
    }

    private static String unescaped(String text) {
        return text.replace("\n", "")
                .replace("\\n", "\n")
                .replace("\\e", "\u001b")
                .replace("\\a", "\u0007")
                .replace("\\r", "\r")
                .replace("\\b", "\b")
                .replace("\\t", "\t");
    }

    private static String resource(String name) {
        try (InputStream stream = DrawnRowsTest.class.getResourceAsStream(name)) {
            return stream == null ? "" : new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
