package dev.countersign.cli;

/// Texts of agents as a terminal may show them. Pure.
final class PrintedText {
    private PrintedText() {}

    /// On one line, controls and characters that reorder text drawn as what they are.
    static String oneLine(String text) {
        return visible(text.replace("\n", "⏎"));
    }

    /// Over several lines, tabs and newlines as they are.
    static String visible(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            boolean plain = c == '\n' || c == '\t';
            int type = Character.getType(c);
            boolean hidden =
                    Character.isISOControl(c)
                            || type == Character.FORMAT
                            || type == Character.LINE_SEPARATOR
                            || type == Character.PARAGRAPH_SEPARATOR;
            if (hidden && !plain) {
                shown.append(String.format(java.util.Locale.ROOT, "<U+%04X>", c));
            } else {
                shown.appendCodePoint(c);
            }
        });
        return shown.toString();
    }
}
