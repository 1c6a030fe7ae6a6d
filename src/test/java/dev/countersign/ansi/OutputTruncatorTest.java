package dev.countersign.ansi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OutputTruncatorTest {

    private static final TruncationLimits SMALL = new TruncationLimits(3, 20, 24, 8, 10);

    @Test
    void shortTextIsShownWhole() {
        for (TruncationPolicy policy : TruncationPolicy.values()) {
            TruncatedText result = truncate("a\nb\n", policy);
            assertEquals("a\nb\n", result.text());
            assertFalse(result.truncated());
            assertFalse(result.partialLine());
            assertEquals(2, result.shownLines());
            assertEquals(2, result.totalLines());
            assertEquals(4, result.totalBytes());
        }
        assertEquals(0, truncate("", TruncationPolicy.TAIL).totalLines());
    }

    @Test
    void tailKeepsTheLastLines() {
        TruncatedText result = truncate("1\n2\n3\n4\n5\n", TruncationPolicy.TAIL);
        assertEquals("3\n4\n5\n", result.text());
        assertTrue(result.truncated());
        assertFalse(result.partialLine());
        assertEquals("3 lines", result.limit());
        assertEquals(3, result.shownLines());
        assertEquals(6, result.shownBytes());
        assertEquals(5, result.totalLines());
        assertEquals(10, result.totalBytes());
    }

    @Test
    void tailCountsALastLineWithoutNewline() {
        assertEquals("3\n4\n5", truncate("1\n2\n3\n4\n5", TruncationPolicy.TAIL).text());
        assertFalse(truncate("1\n2\n3", TruncationPolicy.TAIL).truncated());
        assertFalse(truncate("1\n2\n3\n", TruncationPolicy.TAIL).truncated());
    }

    @Test
    void tailStopsAtBytesBeforeLines() {
        TruncatedText result = truncate("0123456789\nabcdefghij\nXYZ\n", TruncationPolicy.TAIL);
        assertEquals("abcdefghij\nXYZ\n", result.text());
        assertEquals("20 bytes", result.limit());
    }

    @Test
    void tailOfASingleLongLineIsItsEnd() {
        TruncatedText result = truncate("x".repeat(100) + "end\n", TruncationPolicy.TAIL);
        assertEquals("x".repeat(16) + "end\n", result.text());
        assertTrue(result.partialLine());
        assertEquals(1, result.shownLines());
    }

    @Test
    void noPolicySplitsACharacter() {
        String faces = "😀".repeat(100);
        for (TruncationPolicy policy : TruncationPolicy.values()) {
            String text = truncate("x" + faces, policy).text();
            byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
            assertFalse(new String(encoded, StandardCharsets.UTF_8).contains("?"), text);
        }
        assertEquals("x" + "😀".repeat(4), truncate("x" + faces, TruncationPolicy.HEAD).text());
        assertEquals(faces.substring(0, 10), truncate(faces, TruncationPolicy.TAIL).text());
    }

    @Test
    void middleKeepsBothEnds() {
        TruncatedText result =
                truncate("start\nx" + "m".repeat(50) + "\nthe end\n", TruncationPolicy.MIDDLE);
        assertEquals("start\nxm\n[snip]\nthe end\n", result.text());
        assertTrue(result.truncated());
        assertTrue(result.partialLine());
        assertEquals(16, result.shownBytes());
        assertEquals(3, result.shownLines());
        assertFalse(truncate("m".repeat(24), TruncationPolicy.MIDDLE).truncated());
    }

    @Test
    void headKeepsTheFirstCharacters() {
        TruncatedText result = truncate("0123456789abc", TruncationPolicy.HEAD);
        assertEquals("0123456789", result.text());
        assertTrue(result.partialLine());
        assertEquals("10 characters", result.limit());
        assertFalse(truncate("012345678\nabc", TruncationPolicy.HEAD).partialLine());
        assertFalse(truncate("0123456789", TruncationPolicy.HEAD).truncated());
    }

    @Test
    void defaultLimitsAreThoseOfTheRequirements() {
        String lines =
                IntStream.rangeClosed(1, 8_500)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining("\n", "", "\n"));
        TruncatedText tail =
                OutputTruncator.truncate(lines, TruncationPolicy.TAIL, TruncationLimits.DEFAULT);
        assertEquals(2_000, tail.shownLines());
        assertEquals(8_500, tail.totalLines());
        assertTrue(tail.text().startsWith("6501\n"));
        assertEquals("2,000 lines", tail.limit());
        TruncationLimits limits = TruncationLimits.DEFAULT;
        assertEquals("2,000 lines or 50 KiB", limits.describe(TruncationPolicy.TAIL));
        assertEquals("128 KiB, 4 KiB at each end", limits.describe(TruncationPolicy.MIDDLE));
        assertEquals("30,000 characters", limits.describe(TruncationPolicy.HEAD));
    }

    @Test
    void limitsThatCannotHoldACharacterAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new TruncationLimits(0, 20, 24, 8, 10));
        assertThrows(IllegalArgumentException.class, () -> new TruncationLimits(3, 20, 24, 13, 10));
        assertThrows(IllegalArgumentException.class, () -> new TruncationLimits(3, 20, 24, 8, 1));
    }

    @Test
    void chunksDoNotChangeTheResultNorExceedTheLimit() {
        long seed = 7;
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int round = 0; round < 3_000; round++) {
            String where = "seed " + seed + " round " + round;
            String text = randomText(random);
            for (TruncationPolicy policy : TruncationPolicy.values()) {
                TruncatedText whole = truncate(text, policy);
                OutputTruncator truncator = new OutputTruncator(policy, SMALL);
                for (int index = 0; index < text.length(); ) {
                    int end = Math.min(text.length(), index + random.nextInt(1, 9));
                    truncator.append(text.substring(index, end));
                    index = end;
                }
                assertEquals(whole, truncator.finish(), where);
                assertWithinLimit(text, whole, where);
            }
            assertEquals(tailByHand(text), truncate(text, TruncationPolicy.TAIL).text(), where);
        }
    }

    private static void assertWithinLimit(String text, TruncatedText result, String where) {
        int bytes = result.text().getBytes(StandardCharsets.UTF_8).length;
        switch (result.policy()) {
            case TAIL -> {
                assertTrue(bytes <= SMALL.tailBytes(), where);
                assertTrue(result.shownLines() <= SMALL.tailLines(), where);
                assertTrue(text.endsWith(result.text()), where);
            }
            case MIDDLE ->
                    assertTrue(
                            result.truncated()
                                    ? result.shownBytes() <= 2L * SMALL.middleEndBytes()
                                    : bytes <= SMALL.middleBytes(),
                            where);
            case HEAD -> {
                assertTrue(result.text().length() <= SMALL.headCharacters(), where);
                assertTrue(text.startsWith(result.text()), where);
            }
        }
        assertEquals(text.getBytes(StandardCharsets.UTF_8).length, result.totalBytes(), where);
        assertEquals(text.lines().count(), result.totalLines(), where);
    }

    /// The plain meaning of TAIL: whole lines from the end, one at least.
    private static String tailByHand(String text) {
        List<String> lines = new ArrayList<>();
        int start = 0;
        while (start < text.length()) {
            int newline = text.indexOf('\n', start);
            int end = newline < 0 ? text.length() : newline + 1;
            lines.add(text.substring(start, end));
            start = end;
        }
        String shown = "";
        for (int index = lines.size() - 1; index >= 0; index--) {
            String more = lines.get(index) + shown;
            if (more.getBytes(StandardCharsets.UTF_8).length > SMALL.tailBytes()) {
                return shown.isEmpty() ? endOf(more) : shown;
            }
            if (lines.size() - index > SMALL.tailLines()) {
                return shown;
            }
            shown = more;
        }
        return shown;
    }

    private static String endOf(String line) {
        String end = line;
        while (end.getBytes(StandardCharsets.UTF_8).length > SMALL.tailBytes()) {
            end = end.substring(end.offsetByCodePoints(0, 1));
        }
        return end;
    }

    private static String randomText(RandomGenerator random) {
        String[] pieces = {"a", "\n", "é", "世", "😀", "0123456", "\t"};
        StringBuilder text = new StringBuilder();
        int count = random.nextInt(40);
        for (int piece = 0; piece < count; piece++) {
            text.append(pieces[random.nextInt(pieces.length)]);
        }
        return text.toString();
    }

    private static TruncatedText truncate(String text, TruncationPolicy policy) {
        return OutputTruncator.truncate(text, policy, SMALL);
    }
}
