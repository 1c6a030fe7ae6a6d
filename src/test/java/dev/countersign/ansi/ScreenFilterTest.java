package dev.countersign.ansi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ScreenFilterTest {
    /// All that a filtered stream may be made of.
    private static final Pattern HARMLESS =
            Pattern.compile(
                    "(?:[^\\p{Cc}]|[\\n\\r\\t\\x08\\x0b\\x0c\\x0e\\x0f]|\\x1b[78DEHMc]|\\x1b[()][0B]"
                        + "|\\x1b\\[[0-9;:]*[mA-IKLMPSXZ@`abdefgr]|\\x1b\\[[0-9]*T|\\x1b\\[[su]"
                        + "|\\x1b\\[\\??0*[0124]?(?:[;:][0-9;:]*)?J|\\x1b\\[\\?[0-9;:]*K|\\x1b\\[(?:4|20)[hl]"
                        + "|\\x1b\\[\\?(?:[67]|25|47|1047|1048|1049)[hl]|\\x1b\\[!p)*+");

    @Test
    void drawingStaysAndOrdersGo() {
        assertEquals(
                "\u001b[?1049h\u001b[2J\u001b[3;4Hx\u001b[?25l\u001b[4mu\u001b[m",
                filter("\u001b[?1049h\u001b[2J\u001b[3;4Hx\u001b[?25l\u001b[4mu\u001b[m", 1));
        assertEquals(
                "ab\u001b[4Jcdefg",
                filter(
                        "a\u001b]52;c;cm0gLXJm\u0007b\u001b[3Jc\u001b[6nd\u001b]0;title\u001b\\"
                            + "\u001bP1$r\u001b\\e\u001b[?1000;1006hf\u001b[14t\u001b[>c\u0007g",
                        5));
        assertEquals("\u001b[?25l\u001b[?7h", filter("\u001b[?25;2004l\u001b[?1;7h", 3));
        assertEquals("a\u001b[2b", filter("a\u001b[2b", 4));
        assertEquals(
                "a", filter("a\u0007\u001b[2b", 4), "what stood between them is not forgotten");
    }

    @Test
    void fuzzedStreamsComeOutHarmlessAndDrawTheSameScreen() {
        long seed = 20_261_121;
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int round = 0; round < 1_000; round++) {
            byte[] bytes = ended(ScreenStreams.random(random));
            String message = "seed " + seed + " round " + round;
            String whole = filter(bytes, 65_536);
            assertTrue(HARMLESS.matcher(whole).matches(), message);
            assertEquals(whole, filter(bytes, 7), message);
            assertEquals(whole, filter(Chunks.utf8(whole), 13), message);
            assertEquals(linkless(bytes), linkless(Chunks.utf8(whole)), message);
        }
    }

    /// A newline ends every sequence and character.
    private static byte[] ended(byte[] bytes) {
        byte[] ended = Arrays.copyOf(bytes, bytes.length + 1);
        ended[bytes.length] = '\n';
        return ended;
    }

    private static TerminalScreen.Picture linkless(byte[] bytes) {
        TerminalScreen screen = new TerminalScreen(30, 8);
        screen.accept(bytes, 0, bytes.length);
        TerminalScreen.Picture drawn = screen.picture();
        List<StyledLine> lines =
                drawn.lines().stream()
                        .map(line ->
                                new StyledLine(
                                        line.text(), line.runs(), List.of(), line.omittedColumns()))
                        .toList();
        return new TerminalScreen.Picture(
                drawn.columns(),
                drawn.rows(),
                lines,
                drawn.history(),
                drawn.cursorColumn(),
                drawn.cursorRow(),
                drawn.cursorShown());
    }

    private static String filter(String text, int size) {
        return filter(Chunks.utf8(text), size);
    }

    private static String filter(byte[] bytes, int size) {
        ScreenFilter filter = new ScreenFilter();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int offset = 0; offset < bytes.length; offset += size) {
            filter.accept(bytes, offset, Math.min(size, bytes.length - offset), out);
        }
        filter.finish(out);
        return out.toString(StandardCharsets.UTF_8);
    }
}
