package dev.countersign.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class LineFramerTest {
    private static final int LIMIT = 1 << 20;

    private final List<String> found = new ArrayList<>();
    private final LineFramer framer = new LineFramer(() -> LIMIT);
    private final LineFramer.Sink sink =
            new LineFramer.Sink() {
                @Override
                public void line(byte[] line) {
                    found.add(
                            line.length < 100
                                    ? new String(line, StandardCharsets.UTF_8)
                                    : "<%d>".formatted(line.length));
                }

                @Override
                public void lineTooLong() {
                    found.add("<too long>");
                }
            };

    private void feed(String text) {
        framer.accept(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), sink);
    }

    @Test
    void linesAreCutWhereverThePiecesEnd() {
        long seed = 4711;
        Random random = new Random(seed);
        String text = "one\n\ntwo é\nthree\n";
        byte[] bytes = text.repeat(50).getBytes(StandardCharsets.UTF_8);
        for (int at = 0; at < bytes.length; ) {
            int length = Math.min(1 + random.nextInt(7), bytes.length - at);
            framer.accept(ByteBuffer.wrap(bytes, at, length), sink);
            at += length;
        }
        assertEquals(text.repeat(50).lines().toList(), found, "seed " + seed);
    }

    @Test
    void lineOfTheLimitIsTaken() {
        feed("x".repeat(LIMIT) + "\nnext\n");
        assertEquals(List.of("<1048576>", "next"), found);
    }

    @Test
    void longerLineIsToldOnceAndSkipped() {
        feed("before\n");
        for (int i = 0; i < 40; i++) {
            feed("x".repeat(100_000));
        }
        feed("tail\nafter\n");
        assertEquals(List.of("before", "<too long>", "after"), found);
    }

    @Test
    void lineThatIsTooLongInOnePieceIsToldOnceAndSkipped() {
        feed("x".repeat(LIMIT + 1) + "\nafter\n");
        assertEquals(List.of("<too long>", "after"), found);
    }
}
