package dev.countersign.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The expected values were printed by bash 5.2.
final class AnsiTextTest {
    @Test
    void escapesAreDecodedAsBashDoes() {
        assertEquals("a\nb\t\u001b'\"?\\", decoded("a\\nb\\t\\e\\'\\\"\\?\\\\"));
        assertEquals("Ab", decoded("\\x{41}b"));
        assertEquals("", decoded("\\x{zz"));
        assertEquals("\\xzz", decoded("\\xzz"));
        assertEquals("\u0001", decoded("\\ca"));
        assertEquals("\u001cx", decoded("\\c\\\\x"));
        assertEquals("\u007f", decoded("\\c?"));
        assertEquals("A", decoded("\\u41"));
        assertEquals("\\uzz", decoded("\\uzz"));
        assertEquals("\\q", decoded("\\q"));
        assertEquals("A4", decoded("\\x414"));
        assertEquals("A4", decoded("\\1014"));
        assertEquals("", decoded("\\400x"));
        assertEquals("A", decoded("\\x{141}"));
        assertEquals("a", decoded("a\\0b"));
        assertEquals("é", decoded("\\xc3\\xa9"));
        assertEquals("é", decoded("é"));
    }

    @Test
    void bytesThatAreNoTextHaveNoValue() {
        assertEquals(Optional.empty(), AnsiText.decode("\\xff"));
        assertEquals(Optional.empty(), AnsiText.decode("\\U110000"));
    }

    private static String decoded(String text) {
        return AnsiText.decode(text).orElseThrow();
    }
}
