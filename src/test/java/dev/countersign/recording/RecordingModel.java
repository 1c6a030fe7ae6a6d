package dev.countersign.recording;

import dev.countersign.ansi.StyledLine;
import dev.countersign.ansi.StyledLineParser;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/// A recording in memory, as simple as can be, to compare the real one with.
final class RecordingModel {

    static final Instant START = Instant.parse("2026-01-02T03:04:05.678Z");

    private static final String[] PIECES = {
        "word ",
        "\n",
        "\n",
        "\r",
        "\u001b[31m",
        "\u001b[0m",
        "\u001b]8;;http://x\u0007",
        "\u001b]8;;\u0007",
        "é",
        "世",
        "😀",
        "\t",
        "\u001b[",
        "\u001b]0;t",
        "12345678\n"
    };

    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Chunk(StreamKind stream, byte[] bytes, Duration time) {
        Instant at() {
            return START.plus(time);
        }
    }

    private final List<Chunk> chunks = new ArrayList<>();

    static RecordingModel random(RandomGenerator random, int count) {
        RecordingModel model = new RecordingModel();
        long nanos = 0;
        for (int number = 0; number < count; number++) {
            nanos += random.nextInt(3) * 1_000_000L;
            StreamKind stream = random.nextInt(3) == 0 ? StreamKind.STDERR : StreamKind.STDOUT;
            model.add(stream, randomBytes(random), Duration.ofNanos(nanos));
        }
        return model;
    }

    private static byte[] randomBytes(RandomGenerator random) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int pieces = random.nextInt(1, 12);
        for (int piece = 0; piece < pieces; piece++) {
            if (random.nextInt(10) == 0) {
                bytes.write(random.nextInt(256));
                continue;
            }
            String text = PIECES[random.nextInt(PIECES.length)];
            bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    void add(StreamKind stream, byte[] bytes, Duration time) {
        chunks.add(new Chunk(stream, bytes, time));
    }

    List<Chunk> chunks() {
        return chunks;
    }

    byte[] bytes(Set<StreamKind> streams) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        chunks.stream()
                .filter(chunk -> streams.contains(chunk.stream()))
                .forEach(chunk -> all.writeBytes(chunk.bytes()));
        return all.toByteArray();
    }

    StreamTotals totals(StreamKind stream) {
        byte[] bytes = bytes(Set.of(stream));
        long lines = 0;
        for (byte value : bytes) {
            lines += value == '\n' ? 1 : 0;
        }
        boolean open = bytes.length > 0 && bytes[bytes.length - 1] != '\n';
        return new StreamTotals(bytes.length, lines + (open ? 1 : 0));
    }

    /// The display lines, byte by byte.
    List<RecordedLine> lines(Set<StreamKind> streams) {
        List<RecordedLine> lines = new ArrayList<>();
        Map<StreamKind, StyledLineParser> parsers = new EnumMap<>(StreamKind.class);
        StreamKind open = null;
        Duration time = Duration.ZERO;
        for (Chunk chunk : chunks) {
            if (!streams.contains(chunk.stream())) {
                continue;
            }
            if (open != null && open != chunk.stream()) {
                add(lines, parser(parsers, open).breakLine(), open, time);
                open = null;
            }
            StyledLineParser parser = parser(parsers, chunk.stream());
            for (int index = 0; index < chunk.bytes().length; index++) {
                if (open == null) {
                    open = chunk.stream();
                    time = chunk.time();
                }
                StyledLine[] ended = {null};
                parser.accept(chunk.bytes(), index, 1, line -> ended[0] = line);
                if (ended[0] != null) {
                    add(lines, ended[0], open, time);
                    open = null;
                }
            }
        }
        if (open != null) {
            add(lines, parser(parsers, open).currentLine(), open, time);
        }
        return lines;
    }

    private static StyledLineParser parser(
            Map<StreamKind, StyledLineParser> parsers, StreamKind stream) {
        return parsers.computeIfAbsent(stream, s -> new StyledLineParser());
    }

    private static void add(
            List<RecordedLine> lines, StyledLine line, StreamKind stream, Duration time) {
        lines.add(new RecordedLine(lines.size(), line, stream, time));
    }
}
