package dev.countersign.ansi;

/// Styles written as the control sequences that terminals read. Pure.
public final class SgrText {
    private static final char ESCAPE = '\u001b';

    private SgrText() {}

    /// The one sequence after which everything is in this style, whatever it was in before.
    public static String sequence(long style) {
        StringBuilder text = new StringBuilder();
        text.append(ESCAPE).append("[0");
        append(text, Style.isBold(style), "1");
        append(text, Style.isDim(style), "2");
        append(text, Style.isItalic(style), "3");
        append(text, Style.isUnderline(style), "4");
        append(text, Style.isInverse(style), "7");
        append(text, Style.isStrike(style), "9");
        appendColor(text, Style.foreground(style), 30, 90, 38);
        appendColor(text, Style.background(style), 40, 100, 48);
        return text.append('m').toString();
    }

    /// A line with its colours, without a newline; it ends in the default style. Links are left
    /// out.
    public static String line(StyledLine line) {
        return line(line, 0, line.text().length());
    }

    /// As [#line(StyledLine)], of the characters from `start` up to `end`.
    public static String line(StyledLine line, int start, int end) {
        StringBuilder text = new StringBuilder();
        long current = Style.DEFAULT;
        for (int run = 0; run < line.runs().size(); run++) {
            int from = Math.max(start, line.runs().get(run).start());
            int to = Math.min(end, line.endOfRun(run));
            if (from >= to) {
                continue;
            }
            long style = line.runs().get(run).style();
            if (style != current) {
                text.append(sequence(style));
                current = style;
            }
            text.append(line.text(), from, to);
        }
        if (current != Style.DEFAULT) {
            text.append(sequence(Style.DEFAULT));
        }
        return text.toString();
    }

    private static void append(StringBuilder text, boolean present, String code) {
        if (present) {
            text.append(';').append(code);
        }
    }

    private static void appendColor(
            StringBuilder text, int color, int plain, int bright, int extended) {
        if (TerminalColor.isRgb(color)) {
            text.append(';')
                    .append(extended)
                    .append(";2;")
                    .append(TerminalColor.red(color))
                    .append(';')
                    .append(TerminalColor.green(color))
                    .append(';')
                    .append(TerminalColor.blue(color));
        } else if (TerminalColor.isPalette(color)) {
            int index = TerminalColor.paletteIndex(color);
            text.append(';');
            if (index < 8) {
                text.append(plain + index);
            } else if (index < 16) {
                text.append(bright + index - 8);
            } else {
                text.append(extended).append(";5;").append(index);
            }
        }
    }
}
