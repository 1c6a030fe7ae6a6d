package dev.countersign.recording;

import dev.countersign.ansi.Style;
import dev.countersign.ansi.StyledLine;
import dev.countersign.ansi.TerminalColor;
import dev.countersign.redaction.SecretMasker;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Runs as a page that stands alone: no script, nothing loaded, light or dark as the reader has it.
/// Blocks; confined to its caller.
final class HtmlExport implements ExportForm {
    private static final int LINES_AT_ONCE = 256;

    /// Lines before a block that secrets over several lines are found by.
    private static final int LINES_BEFORE = 64;

    private static final String[] PALETTE = {
        "#24292f", "#cf222e", "#1a7f37", "#9a6700", "#0969da", "#8250df", "#1b7c83", "#6e7781",
        "#57606a", "#a40e26", "#2da44e", "#bf8700", "#218bff", "#a475f9", "#3192aa", "#8c959f",
    };

    private static final long BYTES_AT_ONCE = 4 << 20;

    private final SecretMasker masker;
    private final ExportMeter meter;
    private final Writer out;
    private int calls;
    private boolean hasHead;

    HtmlExport(SecretMasker masker, ExportMeter meter, Writer out) {
        this.masker = masker;
        this.meter = meter;
        this.out = out;
    }

    @Override
    public void begin(int count) {
        this.calls = count;
    }

    @Override
    public void add(ExportFrame frame, Optional<Recording> recording) throws IOException {
        if (!hasHead) {
            out.write(
                    head(
                            calls > 1
                                    ? "%,d calls".formatted(calls)
                                    : escape(visible(frame.title()))));
            hasHead = true;
        }
        out.write("<h1><code>" + escape(visible(frame.title())) + "</code></h1>\n<dl>\n");
        for (var fact : frame.facts().entrySet()) {
            out.write(
                    "<dt>%s</dt><dd>%s</dd>\n"
                            .formatted(escape(fact.getKey()), escape(visible(fact.getValue()))));
        }
        out.write("</dl>\n");
        if (recording.isPresent()) {
            out.write("<pre>");
            writeLines(recording.get());
            out.write("</pre>\n");
        }
    }

    /// Half of the work is finding the lines, half writing them.
    private void writeLines(Recording recording) throws IOException {
        double all = Math.max(1, recording.totals().bytes());
        LineIndex index = new LineIndex(recording, StreamKind.ofCommand());
        // No further than was known at first: what is still written might never end.
        while (index.bytes() < all && index.refresh(BYTES_AT_ONCE)) {
            meter.at(0.5 * index.bytes() / all);
        }
        long count = index.lineCount();
        for (long next = 0; next < count; next += LINES_AT_ONCE) {
            writeBlock(index, next);
            meter.at(0.5 + 0.5 * next / count);
        }
    }

    @Override
    public void end() throws IOException {
        out.write("</body></html>\n");
    }

    private static String head(String title) {
        return """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <title>%s</title>
        <style>
        :root{color-scheme:light dark}
        body{font:13px/1.5 Inter,system-ui,sans-serif;margin:24px;background:Canvas;color:CanvasText}
        pre{font:12.5px/1.5 'JetBrains Mono',ui-monospace,monospace;overflow-x:auto}
        .e{border-left:2px solid #bf8700;padding-left:6px}
        dt{opacity:.7}dd{margin:0 0 4px 0;white-space:pre-wrap}
        </style></head><body>
        """
                .formatted(title);
    }

    private void writeBlock(LineIndex index, long from) throws IOException {
        long first = Math.max(0, from - LINES_BEFORE);
        int before = (int) (from - first);
        List<RecordedLine> lines = index.lines(first, before + LINES_AT_ONCE + LINES_BEFORE);
        List<String> texts = new ArrayList<>();
        lines.forEach(line -> texts.add(line.line().text()));
        List<String> masked = masker.maskLines(texts);
        int end = Math.min(lines.size(), before + LINES_AT_ONCE);
        for (int i = before; i < end; i++) {
            RecordedLine line = lines.get(i);
            boolean error = line.stream() == StreamKind.STDERR;
            out.write(error ? "<span class=\"e\">" : "");
            writeLine(line.line().withText(masked.get(i)));
            out.write(error ? "</span>\n" : "\n");
        }
    }

    private void writeLine(StyledLine line) throws IOException {
        for (int run = 0; run < line.runs().size(); run++) {
            long style = line.runs().get(run).style();
            String text =
                    escape(line.text().substring(line.runs().get(run).start(), line.endOfRun(run)));
            String css = css(style);
            out.write(css.isEmpty() ? text : "<span style=\"" + css + "\">" + text + "</span>");
        }
    }

    private static String css(long style) {
        StringBuilder css = new StringBuilder();
        boolean inverse = Style.isInverse(style);
        color(css, inverse ? "background" : "color", Style.foreground(style));
        color(css, inverse ? "color" : "background", Style.background(style));
        css.append(Style.isBold(style) ? "font-weight:600;" : "");
        css.append(Style.isDim(style) ? "opacity:.7;" : "");
        css.append(Style.isItalic(style) ? "font-style:italic;" : "");
        css.append(Style.isUnderline(style) ? "text-decoration:underline;" : "");
        css.append(Style.isStrike(style) ? "text-decoration:line-through;" : "");
        return css.toString();
    }

    private static void color(StringBuilder css, String property, int color) {
        if (TerminalColor.isDefault(color)) {
            return;
        }
        int index = TerminalColor.paletteIndex(color);
        if (TerminalColor.isPalette(color) && index < PALETTE.length) {
            css.append(property).append(':').append(PALETTE[index]).append(';');
            return;
        }
        int rgb = TerminalColor.isPalette(color) ? TerminalColor.fixedPaletteRgb(index) : color;
        css.append(
                String.format(
                        Locale.ROOT,
                        "%s:#%02x%02x%02x;",
                        property,
                        TerminalColor.red(rgb),
                        TerminalColor.green(rgb),
                        TerminalColor.blue(rgb)));
    }

    /// Controls and characters that reorder text, drawn as what they are.
    private static String visible(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints()
                .forEach(c -> {
                    boolean hidden =
                            Character.isISOControl(c) || Character.getType(c) == Character.FORMAT;
                    if (hidden && c != '\n' && c != '\t') {
                        shown.append(String.format(Locale.ROOT, "<U+%04X>", c));
                    } else {
                        shown.appendCodePoint(c);
                    }
                });
        return shown.toString();
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
