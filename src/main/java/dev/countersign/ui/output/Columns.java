package dev.countersign.ui.output;

import dev.countersign.ansi.CharacterWidth;

/// From columns of a line to places in its text and back. Pure.
final class Columns {
    private Columns() {}

    /// How many columns the text has up to an index.
    static int ofIndex(String text, int index) {
        int columns = 0;
        int at = 0;
        int end = Math.min(index, text.length());
        while (at < end) {
            int codePoint = text.codePointAt(at);
            columns += CharacterWidth.of(codePoint);
            at += Character.charCount(codePoint);
        }
        return columns;
    }

    /// The index of the character that covers a column; the length of the text behind its end.
    static int indexOf(String text, int column) {
        int columns = 0;
        int at = 0;
        while (at < text.length()) {
            int codePoint = text.codePointAt(at);
            int width = CharacterWidth.of(codePoint);
            if (columns + width > column) {
                return at;
            }
            columns += width;
            at += Character.charCount(codePoint);
        }
        return at;
    }
}
