package dev.countersign.safety;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.safety.CommandDisplay.Level;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class CommandDisplayTest {
    @Test
    void plainTextIsShownAsItIs() {
        for (String text :
                List.of(
                        "ls -la\necho done",
                        "echo 'déjà vu' \"日本語\" привет",
                        "git commit -m '👍🏽 — ok…'",
                        "echo '👨‍👩‍👧 ❤️'",
                        "curl https://münchen.de",
                        "echo 'می‌خواهم'",
                        "grep 'Δt = 5 μs' f")) {
            CommandDisplay display = CommandDisplay.of(text);
            assertEquals(List.of(), display.findings(), text);
        }
        assertEquals("ls -la\necho done", CommandDisplay.of("ls -la\necho done").text());
        assertEquals("a⟦TAB⟧b", CommandDisplay.of("a\tb").text());
    }

    @Test
    void hiddenCharactersAreDrawnAndFound() {
        found("git\u200b status", "git⟦ZWSP U+200B⟧ status", "hidden-character", Level.CRITICAL);
        found("r\u200dm x", "r⟦ZWJ U+200D⟧m x", "hidden-character", Level.CRITICAL);
        found("ls \u202erm", "ls ⟦RLO U+202E⟧rm", "hidden-direction", Level.CRITICAL);
        found("a \u001b[2K", "a ⟦ESC U+001B⟧[2K", "hidden-escape", Level.CRITICAL);
        found("a\bb", "a⟦BS U+0008⟧b", "hidden-escape", Level.CRITICAL);
        found("a\u009bb", "a⟦C1 U+009B⟧b", "hidden-escape", Level.CRITICAL);
        found("a\u0007", "a⟦BEL U+0007⟧", "hidden-control", Level.HIGH);
        found("ls\rrm", "ls⟦CR U+000D⟧rm", "hidden-return", Level.CRITICAL);
        found("ls\r\nid", "ls⟦CR U+000D⟧\nid", "hidden-return", Level.HIGH);
        found("rm\u00a0-rf", "rm⟦NBSP U+00A0⟧-rf", "odd-space", Level.HIGH);
        found("a\u2028b", "a⟦LINE U+2028⟧b", "hidden-line", Level.CRITICAL);
        found("a\udb40\udc61", "a⟦TAG a U+E0061⟧", "hidden-tag", Level.CRITICAL);
        found("a\ufe0f", "a⟦VARIATION U+FE0F⟧", "hidden-selector", Level.CRITICAL);
        found("a\ud800", "a⟦BROKEN U+D800⟧", "broken-character", Level.CRITICAL);
        found("a\ue000", "a⟦UNKNOWN U+E000⟧", "odd-character", Level.HIGH);
        found("--fo\u00adrce", "--fo⟦SHY U+00AD⟧rce", "hidden-character", Level.CRITICAL);
        found("a\u0338", "a⟦ACCENT U+0338⟧", "odd-accents", Level.HIGH);
    }

    @Test
    void lookAlikesInCommandsHostsAndWordsAreFound() {
        found("сurl x", "⟦с U+0441, not c⟧url x", "look-alike", Level.CRITICAL);
        found("ｒｍ x", "⟦ｒ U+FF52, not r⟧⟦ｍ U+FF4D, not m⟧ x", "look-alike", Level.CRITICAL);
        found(
                "curl https://gіthub.com/x",
                "curl https://g⟦і U+0456, not i⟧thub.com/x",
                "look-alike",
                Level.CRITICAL);
        found("cat /etc/pаsswd", "cat /etc/p⟦а U+0430, not a⟧sswd", "look-alike", Level.HIGH);
        found("rm –rf x", "rm ⟦– U+2013, not -⟧rf x", "look-alike", Level.HIGH);
        found("ls\u037e id", "ls⟦\u037e U+037E, not ;⟧ id", "look-alike", Level.CRITICAL);
    }

    @Test
    void longBlankRunsAreDrawnAndFound() {
        found("ls" + " ".repeat(200) + "; id", "ls⟦200 BLANKS⟧; id", "blank-run", Level.HIGH);
        found("ls" + "\n".repeat(40) + "id", "ls⟦39 EMPTY LINES⟧\nid", "blank-run", Level.HIGH);
        assertEquals(List.of(), CommandDisplay.of("ls" + " ".repeat(39) + "x").findings());
    }

    @Test
    void markInTheCommandCannotBeForged() {
        CommandDisplay display = CommandDisplay.of("echo ⟦TAB⟧");
        assertEquals("echo ⟦BRACKET U+27E6⟧TAB⟦BRACKET U+27E7⟧", display.text());
    }

    @Test
    void displayIsHonestForAnyText() {
        long seed = 20_261_121L;
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(40); length > 0; length--) {
                int bound = random.nextBoolean() ? 0x3000 : 0x110000;
                text.appendCodePoint(
                        random.nextInt(4) == 0 ? random.nextInt(bound) : random.nextInt(0x80));
            }
            CommandDisplay display = CommandDisplay.of(text.toString());
            assertTrue(honest(display.text()), "seed " + seed + ", number " + i);
            assertEquals(text.toString(), undrawn(text.toString(), display), "seed " + seed);
        }
    }

    @Test
    void longTextsAreShownWhole() {
        String text = "аa".repeat(60_000) + "\u200b".repeat(10_000) + " " + "é".repeat(10_000);
        CommandDisplay display = CommandDisplay.of(text);
        assertTrue(honest(display.text()));
        assertFalse(display.findings().isEmpty());
    }

    private static boolean honest(String text) {
        return text.codePoints()
                .allMatch(c ->
                        c == '\n'
                                || c == ' '
                                || switch (Character.getType(c)) {
                                    case Character.CONTROL,
                                            Character.FORMAT,
                                            Character.PRIVATE_USE,
                                            Character.UNASSIGNED,
                                            Character.SURROGATE,
                                            Character.LINE_SEPARATOR,
                                            Character.PARAGRAPH_SEPARATOR,
                                            Character.SPACE_SEPARATOR ->
                                            false;
                                    default -> true;
                                });
    }

    /// The command again, from what was drawn: the marks replaced by what they stand for.
    private static String undrawn(String command, CommandDisplay display) {
        StringBuilder text = new StringBuilder();
        int at = 0;
        int mark = 0;
        String drawn = display.text();
        while (at < drawn.length()) {
            if (drawn.charAt(at) == '⟦') {
                text.append(display.marks().get(mark++).span().of(command));
                at = drawn.indexOf('⟧', at) + 1;
            } else {
                text.append(drawn.charAt(at++));
            }
        }
        return text.toString();
    }

    private static void found(String command, String shown, String id, Level level) {
        CommandDisplay display = CommandDisplay.of(command);
        assertEquals(shown, display.text());
        assertEquals(
                List.of(id + " " + level),
                display.findings().stream()
                        .map(finding -> finding.id() + " " + finding.level())
                        .distinct()
                        .toList(),
                command);
    }
}
