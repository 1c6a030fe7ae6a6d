package dev.countersign.ansi;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Prints MB/s of one core; run with `mvn -Pbench -Dtest=AnsiBenchTest`.
@Tag("bench")
class AnsiBenchTest {

    private static final int ROUNDS = 40;

    @Test
    void printsSpeed() {
        byte[] bytes = colouredLog(16 << 20);
        print("scanner", bytes, this::scan);
        print("parser", bytes, this::parse);
        print("sanitizer and tail", bytes, this::sanitize);
    }

    private interface Work {
        long run(byte[] bytes);
    }

    private static void print(String name, byte[] bytes, Work work) {
        long best = Long.MAX_VALUE;
        long result = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long start = System.nanoTime();
            result += work.run(bytes);
            best = Math.min(best, System.nanoTime() - start);
        }
        assertTrue(result > 0);
        System.out.printf("%-20s %7.0f MB/s%n", name, bytes.length * 1e3 / best);
    }

    private long scan(byte[] bytes) {
        LineScanner scanner = new LineScanner(ParserState.INITIAL);
        long lines = 0;
        for (int next = 0; next >= 0; next = scanner.nextLine(bytes, next, bytes.length)) {
            lines++;
        }
        return lines;
    }

    private long parse(byte[] bytes) {
        StyledLineParser parser = new StyledLineParser();
        long[] lines = {0};
        for (int offset = 0; offset < bytes.length; offset += 65_536) {
            int length = Math.min(65_536, bytes.length - offset);
            parser.accept(bytes, offset, length, line -> lines[0]++);
        }
        return lines[0];
    }

    private long sanitize(byte[] bytes) {
        OutputSanitizer sanitizer = new OutputSanitizer();
        OutputTruncator truncator =
                new OutputTruncator(TruncationPolicy.TAIL, TruncationLimits.DEFAULT);
        StringBuilder text = new StringBuilder();
        for (int offset = 0; offset < bytes.length; offset += 65_536) {
            text.setLength(0);
            sanitizer.accept(bytes, offset, Math.min(65_536, bytes.length - offset), text);
            truncator.append(text);
        }
        return truncator.finish().totalLines();
    }

    /// Three coloured words in each line of about 80 columns.
    private static byte[] colouredLog(int size) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(1);
        StringBuilder text = new StringBuilder(size + 200);
        while (text.length() < size) {
            text.append("\u001b[90m2026-01-01T00:00:00Z\u001b[0m \u001b[3")
                    .append(random.nextInt(8))
                    .append("mINFO\u001b[0m request \u001b[1mabcdef\u001b[22m took ")
                    .append(random.nextInt(1_000_000))
                    .append(" ms, all is well so far here\n");
        }
        return Chunks.utf8(text.toString());
    }
}
