package dev.countersign.supervision;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class LineFilterTest {
    private static boolean keeps(String pattern, String line) {
        return new LineFilter(Pattern.compile(pattern)).test(line);
    }

    @Test
    void lineIsKeptWhereThePatternFindsSomething() {
        assertTrue(keeps("rr", "an error"));
        assertFalse(keeps("^rr", "an error"));
        assertTrue(keeps("(a+)+$", "aaaa"));
    }

    @Test
    void patternThatWouldTakeYearsIsStopped() {
        String line = "x".repeat(400);
        assertThrows(LineFilter.TooCostly.class, () -> keeps("(x+x+)+\\1y", line));
        assertThrows(LineFilter.TooCostly.class, () -> keeps(".*.*.*.*.*.*y", line));
    }

    @Test
    void patternThatRecursesTooDeepIsRefused() {
        assertThrows(LineFilter.TooCostly.class, () -> keeps("(a|b)*c", "ab".repeat(1_000_000)));
    }
}
