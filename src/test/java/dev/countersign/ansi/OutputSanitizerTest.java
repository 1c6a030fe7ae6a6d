package dev.countersign.ansi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutputSanitizerTest {

    /// `^[` stands for ESC, `^G` for BEL, `<9b>` for the character U+009B, and so on.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = true,
            value = {
                "'plain text'                          | 'plain text'",
                "'a^[[31mred^[[0mb'                    | 'aredb'",
                "'a^[[38;5;196mx^[[38:2::1:2:3my'      | 'axy'",
                "'a^[[?25l^[[2J^[[1;1Hb'               | 'ab'",
                "'a^[]0;title^Gb'                      | 'ab'",
                "'a^[]0;title^[\\b'                    | 'ab'",
                "'a^[]8;;http://x^[\\link^[]8;;^[\\b'  | 'alinkb'",
                "'a^[]52;c;aGVsbG8=^Gb'                | 'ab'",
                "'a^[Pq#0;2;0;0;0^[\\b'                | 'ab'",
                "'a^[_apc^[\\b^[^pm^[\\c^[Xsos^[\\d'   | 'abcd'",
                "'a<9b>31mb<9d>0;t<9c>c<90>q<9c>d'     | 'abcd'",
                "'a^[]0;lost^Xb'                       | 'ab'",
                "'a^[]0;lost^Zb'                       | 'ab'",
                "'a^[]0;lost^[[31mb'                   | 'ab'",
                "'a^[]0;lost'                          | 'a'",
                "'a^[(Bb^[7c^[8d^[=e^[cf'              | 'abcdef'",
                "'a^[[31'                              | 'a'",
                "'a^[[31\u00e9b'                       | 'a\u00e9b'",
                "'bell^Gnul^@del^?vt^Kff^Lbs^H.'       | 'bellnuldelvtffbs.'",
                "'<85>nel<84>ind'                      | 'nelind'",
                "'\u4e16\u754c \ud83d\ude00'           | '\u4e16\u754c \ud83d\ude00'",
            })
    void dropsWhatATerminalCouldObey(String input, String expected) {
        for (int size : Chunks.SIZES) {
            assertEquals(expected, Chunks.sanitize(Chunks.utf8(unescape(input)), size));
        }
    }

    @Test
    void keepsTabNewlineAndLoneCarriageReturn() {
        assertEquals("a\tb\nc\rd", sanitize("a\tb\nc\rd"));
        assertEquals("progress 1\rprogress 2\r", sanitize("progress 1\rprogress 2\r"));
    }

    @Test
    void turnsCarriageReturnNewlineIntoNewline() {
        assertEquals("a\nb\n\nc", sanitize("a\r\nb\r\n\r\nc"));
        assertEquals("a\nb", sanitize("a\r\r\nb"));
        assertEquals("a\nb", sanitize("a\r\u001b[K\nb"));
    }

    @Test
    void replacesWhatIsNotUtf8AsJavaDoes() {
        byte[][] broken = {
            {'a', (byte) 0xFF, 'b'},
            {'a', (byte) 0xC0, (byte) 0xAF, 'b'},
            {(byte) 0xE4, (byte) 0xB8, 'x'},
            {(byte) 0xF0, (byte) 0x9F, (byte) 0x98},
            {(byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80},
            {(byte) 0xE4, (byte) 0xE4, (byte) 0xB8, (byte) 0x96},
        };
        for (byte[] bytes : broken) {
            String expected = new String(bytes, StandardCharsets.UTF_8);
            for (int size : Chunks.SIZES) {
                assertEquals(expected, Chunks.sanitize(bytes, size), Arrays.toString(bytes));
            }
        }
    }

    @Test
    void eachByteOfAnEncodedSurrogateIsReplaced() {
        // As the Unicode standard recommends; Java makes one replacement of the three.
        byte[] bytes = {(byte) 0xED, (byte) 0xA0, (byte) 0x80};
        assertEquals("\ufffd\ufffd\ufffd", Chunks.sanitize(bytes, 1));
    }

    @Test
    void decodesRandomBytesAsJavaDoes() {
        long seed = 11;
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int round = 0; round < 2_000; round++) {
            byte[] bytes = new byte[random.nextInt(40)];
            for (int index = 0; index < bytes.length; index++) {
                // Mostly lead and continuation bytes, no C1 character, no surrogates.
                bytes[index] = (byte) (random.nextBoolean() ? random.nextInt(0xC3, 0x100) : 0xA5);
                bytes[index] = bytes[index] == (byte) 0xED ? (byte) 0xEE : bytes[index];
            }
            String expected = new String(bytes, StandardCharsets.UTF_8);
            assertEquals(expected, Chunks.sanitize(bytes, 3), "seed " + seed + " round " + round);
        }
    }

    @Test
    void c1BytesInsideOtherCharactersAreText() {
        // U+06DB is DB 9B and U+4E1B is E4 B8 9B: no control sequence starts in them.
        assertEquals("\u06db31m\u4e1b", sanitize("\u06db31m\u4e1b"));
    }

    @Test
    void unterminatedStringHidesNoMoreThanItsLine() {
        assertEquals("a\nvisible\n", sanitize("a\u001b]0;never ended\nvisible\n"));
        assertEquals("a\nvisible\n", sanitize("a\u001bPnever ended\nvisible\n"));
        assertEquals("a\nvisible\n", sanitize("a\u001b[1;2\nvisible\n"));
        assertEquals("a\n[31mvisible\n", sanitize("a\u001b\n[31mvisible\n"));
    }

    @Test
    void endlessStringIsSwallowedInConstantMemoryAndThenShown() {
        OutputSanitizer sanitizer = new OutputSanitizer();
        byte[] chunk = new byte[64 * 1024];
        Arrays.fill(chunk, (byte) 'x');
        StringBuilder text = new StringBuilder();
        sanitizer.accept(Chunks.utf8("\u001b]0;"), 0, 4, text);
        for (int count = 0; count < 16; count++) {
            sanitizer.accept(chunk, 0, chunk.length, text);
            assertTrue(text.length() <= 4, "swallowed while it may still be a sequence");
        }
        sanitizer.accept(chunk, 0, chunk.length, text);
        assertTrue(text.length() >= chunk.length, "shown once it is too long for one");
    }

    @Test
    void randomStreamsAreCleanWhateverTheChunks() {
        long seed = 2026;
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int round = 0; round < 1_000; round++) {
            byte[] bytes = Chunks.randomStream(random);
            String where = "seed " + seed + " round " + round;
            String whole = OutputSanitizer.sanitize(bytes);
            for (int size : Chunks.SIZES) {
                assertEquals(whole, Chunks.sanitize(bytes, size), where);
            }
            assertTrue(
                    whole.chars()
                            .noneMatch(c -> Character.isISOControl(c) && "\t\n\r".indexOf(c) < 0),
                    where);
            assertTrue(!whole.contains("\r\n"), where);
            assertEquals(whole, sanitize(whole), where);
        }
    }

    private static String sanitize(String text) {
        return OutputSanitizer.sanitize(Chunks.utf8(text));
    }

    private static String unescape(String text) {
        StringBuilder result = new StringBuilder();
        for (int index = 0; index < text.length(); index++) {
            char character = text.charAt(index);
            boolean caret = character == '^' && index + 1 < text.length();
            if (caret && text.charAt(index + 1) >= '?' && text.charAt(index + 1) <= '[') {
                result.append((char) (text.charAt(++index) ^ 0x40));
            } else if (character == '<') {
                result.append((char) Integer.parseInt(text, index + 1, index + 3, 16));
                index += 3;
            } else {
                result.append(character);
            }
        }
        return result.toString();
    }
}
