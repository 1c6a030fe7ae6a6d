package dev.countersign.ansi;

import java.util.Objects;
import java.util.function.Consumer;

/// Bytes of one stream to styled lines.
///
/// Shown: colours and attributes (SGR), carriage return and backspace as overwriting, erase-line,
/// tabs to the next multiple of 8 columns, hyperlinks as data. Everything else that a terminal
/// could obey is dropped. A line ends at a newline, and with it every unfinished sequence, so that
/// a forgotten terminator hides no more than its own line; colours and an open hyperlink carry on.
///
/// Memory is bounded by the longest line kept, [#MAX_COLUMNS]. Confined to its caller.
public final class StyledLineParser {

    /// Columns of a line that are kept for display; the rest is counted.
    public static final int MAX_COLUMNS = 64 * 1024;

    private static final int TAB = 8;

    private final TerminalDecoder decoder = new TerminalDecoder(new LineSink());
    private final LineCells cells = new LineCells();
    private final PlainLines plain = new PlainLines();
    private long style;
    private String link;
    private ParserState lineStart;
    private Consumer<StyledLine> output = line -> {};

    public StyledLineParser() {
        this(ParserState.INITIAL);
    }

    /// Goes on at the start of a line, in the state that [#state] told there.
    public StyledLineParser(ParserState start) {
        this.style = start.style();
        this.link = start.link();
        this.lineStart = start;
    }

    /// Parses a chunk and hands each line that a newline ended to `lines`.
    public void accept(byte[] bytes, int offset, int length, Consumer<StyledLine> lines) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        output = lines;
        int end = offset + length;
        int next = offset;
        while (next < end) {
            if (cells.isUntouched() && decoder.isIdle() && link.isEmpty()) {
                int after = plain.read(bytes, next, end, style);
                if (after > 0) {
                    style = plain.style();
                    lines.accept(plain.line());
                    startLine();
                    next = after;
                    continue;
                }
            }
            int lineEnd = Math.min(end, ByteScan.newline(bytes, next, end) + 1);
            decoder.accept(bytes, next, lineEnd);
            next = lineEnd;
        }
        output = line -> {};
    }

    /// What the line under construction looks like now; it stays under construction.
    public StyledLine currentLine() {
        return cells.toLine();
    }

    /// Ends the line under construction here, though the stream has sent no newline; a character or
    /// sequence that is under way continues in the next line.
    public StyledLine breakLine() {
        StyledLine line = cells.toLine();
        startLine();
        return line;
    }

    /// Ends the input and tells what the last line looks like; an unfinished character becomes
    /// U+FFFD, an unfinished sequence is dropped.
    public StyledLine finish() {
        decoder.finish();
        return breakLine();
    }

    /// The state at the start of the line under construction.
    public ParserState state() {
        return lineStart;
    }

    private void startLine() {
        cells.clear();
        lineStart =
                lineStart.style() == style && lineStart.link().equals(link)
                        ? lineStart
                        : new ParserState(style, link);
    }

    private final class LineSink implements TerminalDecoder.Sink {

        @Override
        public void ascii(byte[] bytes, int from, int to) {
            cells.putAscii(bytes, from, to, style, link);
        }

        @Override
        public void character(int codePoint) {
            cells.put(codePoint, style, link);
        }

        @Override
        public void control(int control) {
            switch (control) {
                case '\n' -> {
                    output.accept(cells.toLine());
                    startLine();
                }
                case '\r' -> cells.moveToStart();
                case '\b' -> cells.moveBack();
                case '\t' -> cells.moveToTab(TAB);
                default -> {}
            }
        }

        @Override
        public void controlSequence(char finalByte, SequenceParameters parameters) {
            switch (finalByte) {
                case 'm' -> style = GraphicRendition.apply(style, parameters);
                case 'K' -> erase(parameters.value(0, 0));
                default -> {}
            }
        }

        private void erase(int mode) {
            switch (mode) {
                case 0 -> cells.eraseToEnd();
                case 1 -> cells.eraseToCursor();
                case 2 -> cells.eraseAll();
                default -> {}
            }
        }

        @Override
        public void systemCommand(String payload) {
            if (Hyperlink.isHyperlink(payload)) {
                link = Hyperlink.targetOf(payload);
            }
        }
    }
}
