package dev.countersign.ansi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/// Screens compared with golden files: what `less` and `vim` drew in a terminal of 80 by 24, and
/// all control functions together. Another terminal's core (xterm's) was the judge of the first two
/// when they were made. `-Dgolden.write=FOLDER` writes what is drawn now.
class TerminalScreenTest {
    @Test
    void programsLookAsInATerminalHoweverTheirBytesCome() throws IOException {
        for (String name : new String[] {"less", "vim", "screen"}) {
            byte[] bytes = Chunks.utf8(unescaped(resource(name + ".in")));
            for (int size : Chunks.SIZES) {
                String drawn = describe(screen(bytes, size).picture());
                String target = System.getProperty("golden.write");
                if (target != null) {
                    Files.writeString(Path.of(target, name + ".out"), drawn);
                    continue;
                }
                assertEquals(resource(name + ".out"), drawn, name + " in chunks of " + size);
            }
        }
    }

    @Test
    void theAlternateScreenLeavesTheUsualOneAsItWas() {
        TerminalScreen screen = new TerminalScreen(20, 4);
        accept(screen, "one\r\ntwo\r\nthree");
        assertFalse(screen.isAddressed());
        accept(screen, "\u001b[?1049h\u001b[Hfull\u001b[?1h\u001b[?2004h");
        assertTrue(screen.isAddressed());
        assertEquals("full", screen.picture().lines().getFirst().text());
        assertTrue(screen.modes().applicationKeys() && screen.modes().bracketedPaste());
        accept(screen, "\u001b[?1049l!");
        assertEquals("one", screen.picture().lines().get(0).text());
        assertEquals("three!", screen.picture().lines().get(2).text());
    }

    @Test
    void whatScrollsOffStaysAndIsBounded() {
        TerminalScreen screen = new TerminalScreen(20, 4);
        for (int line = 0; line < 3_000; line++) {
            accept(screen, "line " + line + "\r\n");
        }
        TerminalScreen.Picture picture = screen.picture();
        assertEquals(TerminalScreen.MAX_HISTORY, picture.history());
        assertEquals("line 1997", picture.lines().getFirst().text());
        accept(screen, "\u001b[3J\u001b[2J\u001b[H");
        assertEquals("line 1997", screen.picture().lines().getFirst().text());
    }

    @Test
    void aSmallerSizeKeepsTheCursorAndWhatLeavesAbove() {
        TerminalScreen screen = new TerminalScreen(20, 6);
        accept(screen, "a\r\nb\r\nc\r\nd\r\ne");
        screen.resize(10, 3);
        TerminalScreen.Picture picture = screen.picture();
        assertEquals(2, picture.history());
        assertEquals("e", picture.lines().getLast().text());
        assertEquals(4, picture.cursorRow());
        screen.resize(100_000, 100_000);
        assertEquals(TerminalScreen.MAX_COLUMNS, screen.columns());
        assertEquals(TerminalScreen.MAX_ROWS, screen.rows());
    }

    @Test
    void fuzzedStreamsStayInBoundsAndACopyGoesOnAlike() {
        long seed = 20_261_122;
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int round = 0; round < 600; round++) {
            byte[] first = ScreenStreams.random(random);
            byte[] second = ScreenStreams.random(random);
            TerminalScreen whole = new TerminalScreen(30, 8);
            whole.accept(first, 0, first.length);
            TerminalScreen pieces = screen(30, 8, first, 7);
            String message = "seed " + seed + ", round " + round;
            assertEquals(describe(whole.picture()), describe(pieces.picture()), message);
            assertTrue(whole.picture().cursorColumn() < 30, message);
            for (StyledLine line : whole.picture().lines()) {
                assertTrue(CharacterWidth.ofText(line.text()) <= 30, message);
                assertTrue(line.text().chars().noneMatch(Character::isISOControl), message);
            }
            if (whole.isIdle()) {
                TerminalScreen copy = whole.copy();
                copy.accept(second, 0, second.length);
                whole.accept(second, 0, second.length);
                assertEquals(describe(whole.picture()), describe(copy.picture()), message);
            }
            whole.resize(random.nextInt(2, 50), random.nextInt(2, 20));
            whole.accept(second, 0, second.length);
            assertEquals(whole.rows(), whole.picture().lines().size() - whole.picture().history());
        }
    }

    private static void accept(TerminalScreen screen, String text) {
        byte[] bytes = Chunks.utf8(text);
        screen.accept(bytes, 0, bytes.length);
    }

    private static TerminalScreen screen(byte[] bytes, int size) {
        return screen(80, 24, bytes, size);
    }

    private static TerminalScreen screen(int columns, int rows, byte[] bytes, int size) {
        TerminalScreen screen = new TerminalScreen(columns, rows);
        for (int offset = 0; offset < bytes.length; offset += size) {
            screen.accept(bytes, offset, Math.min(size, bytes.length - offset));
        }
        return screen;
    }

    private static String describe(TerminalScreen.Picture picture) {
        StringBuilder text = new StringBuilder();
        for (StyledLine line : picture.lines()) {
            text.append('|').append(line.text()).append("|\n");
            for (int run = 0; run < line.runs().size(); run++) {
                StyleRun each = line.runs().get(run);
                if (each.style() != Style.DEFAULT) {
                    text.append("    ").append(each.start()).append('-');
                    text.append(line.endOfRun(run)).append(' ');
                    text.append(Style.describe(each.style())).append('\n');
                }
            }
            line.links().forEach(link -> text.append("    ").append(link).append('\n'));
        }
        text.append("cursor ").append(picture.cursorColumn()).append(',');
        text.append(picture.cursorRow()).append(picture.cursorShown() ? "" : " hidden");
        return text.append('\n').toString();
    }

    private static String unescaped(String text) {
        StringBuilder bytes = new StringBuilder();
        String joined = text.replace("\n", "");
        int at = 0;
        while (at < joined.length()) {
            char each = joined.charAt(at);
            if (each != '\\') {
                bytes.append(each);
                at++;
                continue;
            }
            at++;
            switch (joined.charAt(at)) {
                case 'e' -> bytes.append('\u001b');
                case 'n' -> bytes.append('\n');
                case 'r' -> bytes.append('\r');
                case 'b' -> bytes.append('\b');
                case 't' -> bytes.append('\t');
                case 'a' -> bytes.append('\u0007');
                case 'x' -> {
                    bytes.append((char) Integer.parseInt(joined.substring(at + 1, at + 3), 16));
                    at += 2;
                }
                default -> bytes.append(joined.charAt(at));
            }
            at++;
        }
        return bytes.toString();
    }

    private static String resource(String name) throws IOException {
        try (InputStream stream = TerminalScreenTest.class.getResourceAsStream(name)) {
            if (stream == null) {
                return "";
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
