package dev.countersign.toolcall;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CommandTextTest {
    @ParameterizedTest
    @ValueSource(strings = {"ls", "echo é", "echo 🦊", "\u0001", "echo \u200b"})
    void keepsEveryCharacterAndCountsItsBytes(String text) {
        CommandText command = new CommandText(text);

        assertEquals(text, new String(command.utf8(), StandardCharsets.UTF_8));
        assertEquals(text.getBytes(StandardCharsets.UTF_8).length, command.utf8Length());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n\t", "a\0b", "\ud800", "a\udc00b"})
    void refusesWhatNoShellCanBeGiven(String text) {
        assertThrows(IllegalArgumentException.class, () -> new CommandText(text));
    }

    @Test
    void takesAsMuchAsOneArgumentCarriesAndNoByteMore() {
        new CommandText("é".repeat(CommandText.MAXIMUM_BYTES / 2) + "x");

        var refusal =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> new CommandText("é".repeat(CommandText.MAXIMUM_BYTES / 2 + 1)));
        assertTrue(String.valueOf(refusal.getMessage()).contains("script file"));
    }
}
