package dev.countersign.ansi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class TerminalFilterTest {
    /// All that a filtered stream may be made of.
    private static final Pattern HARMLESS =
            Pattern.compile("(?:[^\\p{Cc}]|[\\n\\r\\t\\x08]|\\x1b\\[[0-9;]*m|\\x1b\\[[012]K)*+");

    @Test
    void coloursStayAndOrdersGo() {
        assertEquals(
                "\u001b[0;31mred\u001b[0m plain\n", filter("\u001b[31mred\u001b[m plain\n", 1));
        assertEquals("10 %\r20 %\u001b[0K\b\t", filter("10 %\r20 %\u001b[K\b\t\u0007", 3));
        assertEquals(
                "abcde",
                filter(
                        "a\u001b]52;c;cm0gLXJm\u0007b\u001b[2Jc\u001b[6nd\u001b]0;title\u001b\\"
                                + "\u001bP1$r\u001b\\e\u001b[5;5H\u009b2J",
                        5));
    }

    @Test
    void fuzzedStreamsComeOutHarmlessAndAlike() {
        long seed = 2026;
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int round = 0; round < 1_000; round++) {
            byte[] bytes = Chunks.randomStream(random);
            String whole = filter(bytes, 65_536);
            assertTrue(HARMLESS.matcher(whole).matches(), "seed " + seed + " round " + round);
            for (int size : Chunks.SIZES) {
                assertEquals(whole, filter(bytes, size), "seed " + seed + " round " + round);
            }
            assertEquals(whole, filter(Chunks.utf8(whole), 7), "filtering twice changes nothing");
        }
    }

    @Test
    void whatIsFilteredLooksTheSame() {
        long seed = 2027;
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int round = 0; round < 500; round++) {
            byte[] bytes = Chunks.randomStream(random);
            List<StyledLine> expected =
                    Chunks.lines(bytes, 65_536).stream().map(TerminalFilterTest::linkless).toList();
            List<StyledLine> shown = Chunks.lines(Chunks.utf8(filter(bytes, 65_536)), 65_536);
            assertEquals(expected, shown, "seed " + seed + " round " + round);
        }
    }

    @Test
    void aStyleIsOneSequenceThatParsesToItself() {
        long seed = 5;
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int round = 0; round < 500; round++) {
            long style = Style.withBold(Style.DEFAULT, random.nextBoolean());
            style = Style.withItalic(style, random.nextBoolean());
            style = Style.withStrike(style, random.nextBoolean());
            style = Style.withForeground(style, TerminalColor.palette(random.nextInt(256)));
            style =
                    Style.withBackground(
                            style, TerminalColor.rgb(random.nextInt(256), 3, random.nextInt(256)));
            StyledLine line = new StyledLine("text", List.of(new StyleRun(0, style)), List.of(), 0);
            assertEquals(
                    List.of(line),
                    Chunks.lines(Chunks.utf8(SgrText.line(line)), 65_536),
                    "seed " + seed);
        }
    }

    private static StyledLine linkless(StyledLine line) {
        return new StyledLine(line.text(), line.runs(), List.of(), line.omittedColumns());
    }

    private static String filter(String text, int size) {
        return filter(Chunks.utf8(text), size);
    }

    private static String filter(byte[] bytes, int size) {
        TerminalFilter filter = new TerminalFilter();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int offset = 0; offset < bytes.length; offset += size) {
            filter.accept(bytes, offset, Math.min(size, bytes.length - offset), out);
        }
        filter.finish(out);
        return out.toString(StandardCharsets.UTF_8);
    }
}
