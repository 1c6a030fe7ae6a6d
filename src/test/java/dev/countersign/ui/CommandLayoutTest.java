package dev.countersign.ui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.ui.CommandLayout.Kind;
import dev.countersign.ui.CommandLayout.Row;
import dev.countersign.ui.CommandLayout.Segment;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CommandLayoutTest {
    @Test
    void hiddenCharactersBecomeMarks() {
        List<Row> rows = CommandLayout.rows("ab\u200Bc\u202Ed\u001B[0m", 80);
        assertEquals(List.of("ab", "ZWSP", "c", "RLO", "d", "ESC", "[0m"), texts(rows));
        assertEquals(3, CommandLayout.marks(rows));
    }

    @Test
    void lookAlikesBesideLatinLettersBecomeMarks() {
        assertEquals(
                List.of("https://h", "\u043E 043E", "st.dev"),
                texts(CommandLayout.rows("https://h\u043Est.dev", 80)));
        assertEquals(0, CommandLayout.marks(CommandLayout.rows("echo \u043F\u0440\u0438", 80)));
    }

    @Test
    void aLongRunOfBlanksIsSaid() {
        List<Row> rows = CommandLayout.rows("ls" + " ".repeat(200) + "; rm x", 80);
        assertEquals(List.of("ls", "200 spaces", "; rm x"), texts(rows));
    }

    @Test
    void combiningMarksNeverChangeTheCharacterBefore() {
        assertEquals(List.of("a =", "U+0338", " b"), texts(CommandLayout.rows("a =\u0338 b", 80)));
    }

    @Test
    void longLinesBreakBehindBlanksAndKeepTheirNumber() {
        List<Row> rows = CommandLayout.rows("one two three four\nfive", 10);
        assertEquals(List.of("one two ", "three four", "five"), texts(rows));
        assertEquals(List.of(1, 0, 2), rows.stream().map(Row::line).toList());
    }

    @Test
    void nothingIsLostWhateverTheCommand() {
        long seed = 20261121;
        Random random = new Random(seed);
        for (int trial = 0; trial < 2_000; trial++) {
            StringBuilder text = new StringBuilder();
            int length = 1 + random.nextInt(120);
            for (int i = 0; i < length; i++) {
                int[] pool = {
                    ' ', 'a', '=', '\n', '\t', 0x200B, 0x43E, 0x6F22, 0x1F600, 0x645, 0x301
                };
                text.appendCodePoint(pool[random.nextInt(pool.length)]);
            }
            String command = text.toString();
            int at = 0;
            for (Row row : CommandLayout.rows(command, 8 + random.nextInt(60))) {
                for (Segment segment : row.segments()) {
                    if (at < segment.start()) {
                        assertEquals("\n", command.substring(at, segment.start()).substring(0, 1));
                        assertTrue(
                                command.substring(at, segment.start()).isBlank(), "seed " + seed);
                    }
                    assertTrue(segment.start() >= at, "seed " + seed);
                    if (segment.kind() == Kind.PLAIN) {
                        assertEquals(
                                command.substring(segment.start(), segment.end()), segment.text());
                    }
                    at = segment.end();
                }
            }
            assertTrue(command.substring(at).chars().allMatch(c -> c == '\n'), "seed " + seed);
        }
    }

    private static List<String> texts(List<Row> rows) {
        return rows.stream()
                .flatMap(row -> row.segments().stream())
                .map(Segment::text)
                .collect(Collectors.toList());
    }
}
