package dev.countersign.ui.output;

import dev.countersign.ansi.SgrText;
import dev.countersign.ansi.Style;
import dev.countersign.ansi.StyledLine;
import dev.countersign.ansi.TerminalColor;
import dev.countersign.recording.RecordedLine;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/// Selected lines as text for the clipboard. What the eye's own ink coloured is not in it. Pure.
final class OutputText {
    private OutputText() {}

    private interface Writer {
        void write(StyledLine line, int start, int end, StringBuilder target);
    }

    static String plain(Selection selection, List<RecordedLine> lines) {
        return write(
                selection,
                lines,
                "\n",
                (line, start, end, target) -> target.append(line.text(), start, end));
    }

    /// With the control sequences that a terminal reads.
    static String ansi(Selection selection, List<RecordedLine> lines) {
        return write(
                selection,
                lines,
                "\n",
                (line, start, end, target) -> target.append(SgrText.line(line, start, end)));
    }

    /// For programs that paste formatted text.
    ///
    /// @param palette the sixteen colours that belong to the theme, as `#rrggbb`
    static String html(Selection selection, List<RecordedLine> lines, IntFunction<String> palette) {
        return "<pre style=\"font-family:monospace\">"
                + write(
                        selection,
                        lines,
                        "\n",
                        (line, start, end, target) -> html(line, start, end, palette, target))
                + "</pre>";
    }

    private static String write(
            Selection selection, List<RecordedLine> lines, String newline, Writer writer) {
        StringBuilder text = new StringBuilder();
        for (RecordedLine line : lines) {
            String whole = line.line().text();
            Optional<Selection.Range> range = selection.of(line.number());
            if (range.isPresent()) {
                int start = Columns.indexOf(whole, range.get().start());
                int end =
                        range.get().end() == Integer.MAX_VALUE
                                ? whole.length()
                                : Columns.indexOf(whole, range.get().end());
                writer.write(line.line(), start, end, text);
            }
            if (line.number() < selection.last().line()) {
                text.append(newline);
            }
        }
        return text.toString();
    }

    private static void html(
            StyledLine line, int start, int end, IntFunction<String> palette, StringBuilder text) {
        for (int run = 0; run < line.runs().size(); run++) {
            int from = Math.max(start, line.runs().get(run).start());
            int to = Math.min(end, line.endOfRun(run));
            if (from >= to) {
                continue;
            }
            String css = css(line.runs().get(run).style(), palette);
            String escaped = escaped(line.text().substring(from, to));
            if (css.isEmpty()) {
                text.append(escaped);
            } else {
                text.append("<span style=\"").append(css).append("\">").append(escaped);
                text.append("</span>");
            }
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static String css(long style, IntFunction<String> palette) {
        StringBuilder css = new StringBuilder();
        int letters = Style.isInverse(style) ? Style.background(style) : Style.foreground(style);
        int ground = Style.isInverse(style) ? Style.foreground(style) : Style.background(style);
        color(letters, palette).ifPresent(c -> css.append("color:").append(c).append(';'));
        color(ground, palette).ifPresent(c -> css.append("background:").append(c).append(';'));
        css.append(Style.isBold(style) ? "font-weight:bold;" : "");
        css.append(Style.isItalic(style) ? "font-style:italic;" : "");
        css.append(Style.isDim(style) ? "opacity:0.65;" : "");
        if (Style.isUnderline(style) || Style.isStrike(style)) {
            css.append("text-decoration:")
                    .append(Style.isUnderline(style) ? "underline " : "")
                    .append(Style.isStrike(style) ? "line-through" : "")
                    .append(';');
        }
        return css.toString();
    }

    private static Optional<String> color(int color, IntFunction<String> palette) {
        if (TerminalColor.isDefault(color)) {
            return Optional.empty();
        }
        if (TerminalColor.isRgb(color)) {
            return Optional.of(hexadecimal(color));
        }
        int index = TerminalColor.paletteIndex(color);
        return Optional.of(
                index < 16
                        ? palette.apply(index)
                        : hexadecimal(TerminalColor.fixedPaletteRgb(index)));
    }

    private static String hexadecimal(int rgb) {
        return "#%06x".formatted(rgb & 0xFFFFFF);
    }
}
