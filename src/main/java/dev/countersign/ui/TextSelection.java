package dev.countersign.ui;

/// A stretch of a text that is selected, in UTF-16 units; empty where both ends are one.
///
/// @param anchor where selecting began
/// @param end where it stands now, before or behind the anchor
record TextSelection(int anchor, int end) {
    static final TextSelection NONE = new TextSelection(0, 0);

    /// The word around a place, as far as the next blanks.
    static TextSelection ofWord(String text, int place) {
        int start = place;
        while (start > 0 && !Character.isWhitespace(text.charAt(start - 1))) {
            start--;
        }
        int behind = place;
        while (behind < text.length() && !Character.isWhitespace(text.charAt(behind))) {
            behind++;
        }
        return new TextSelection(start, behind);
    }

    int start() {
        return Math.min(anchor, end);
    }

    int behind() {
        return Math.max(anchor, end);
    }

    /// What is selected, exactly.
    String of(String text) {
        return text.substring(start(), behind());
    }
}
