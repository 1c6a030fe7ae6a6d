package dev.countersign.ui;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class TextSelectionTest {
    private static final String COMMAND = "npm test -- cart";

    @Test
    void aWordReachesToTheNextBlanks() {
        assertEquals("test", TextSelection.ofWord(COMMAND, 5).of(COMMAND));
        assertEquals("npm", TextSelection.ofWord(COMMAND, 0).of(COMMAND));
        assertEquals("cart", TextSelection.ofWord(COMMAND, COMMAND.length()).of(COMMAND));
        assertEquals("", TextSelection.ofWord("", 0).of(""));
    }

    @Test
    void itIsTheSameInWhicheverDirectionItWasDrawn() {
        assertEquals("test", new TextSelection(4, 8).of(COMMAND));
        assertEquals("test", new TextSelection(8, 4).of(COMMAND));
    }
}
