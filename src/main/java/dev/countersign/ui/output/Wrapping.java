package dev.countersign.ui.output;

import dev.countersign.ansi.CharacterWidth;
import java.util.ArrayList;
import java.util.List;

/// Cuts a line into rows of so many columns, never through a character. Pure.
final class Wrapping {
    private static final List<Integer> WHOLE = List.of(0);

    private Wrapping() {}

    /// Where the rows of a text begin; the first is 0.
    ///
    /// @param columns of a row; 0 leaves the line whole
    static List<Integer> parts(String text, int columns) {
        if (columns <= 0 || text.length() <= columns / 2) {
            return WHOLE;
        }
        List<Integer> parts = new ArrayList<>();
        parts.add(0);
        int used = 0;
        int at = 0;
        while (at < text.length()) {
            int codePoint = text.codePointAt(at);
            int width = CharacterWidth.of(codePoint);
            if (used + width > columns && used > 0) {
                parts.add(at);
                used = 0;
            }
            used += width;
            at += Character.charCount(codePoint);
        }
        return parts.size() == 1 ? WHOLE : List.copyOf(parts);
    }
}
