package dev.countersign.ansi;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The quick way for the lines that nearly all output is made of: printable ASCII, tabs, colours,
/// and a newline in the same chunk. Whatever else is in a line, the line is refused and nothing has
/// happened. Confined to its caller.
final class PlainLines {
    private static final int ESCAPE = 0x1B;
    private static final int TAB = 8;

    /// Numbers of a sequence that are taken apart here; a longer one refuses its line.
    private static final int LONGEST_SEQUENCE = 64;

    private final SequenceParameters parameters = new SequenceParameters();
    private byte[] text = new byte[256];
    private int length;
    private int[] starts = new int[16];
    private long[] styles = new long[16];
    private int runs;
    private @Nullable StyledLine line;
    private long style;

    /// The line that [#read] read.
    StyledLine line() {
        if (line == null) {
            throw new IllegalStateException("no line was read");
        }
        return line;
    }

    /// The style behind the line that was read.
    long style() {
        return style;
    }

    /// Reads one line. Returns the index after its newline, or -1 where it is none of these lines.
    int read(byte[] bytes, int from, int to, long styleBefore) {
        int next = ByteScan.endOfPrintable(bytes, from, to);
        if (next == to || next - from > StyledLineParser.MAX_COLUMNS) {
            return -1;
        }
        if (styleBefore == Style.DEFAULT) {
            int end = afterNewline(bytes, next, to);
            if (end > 0) {
                // The commonest of all: its bytes are its text.
                line = StyledLine.plain(string(bytes, from, next - from));
                style = styleBefore;
                return end;
            }
        }
        return readStyled(bytes, from, next, to, styleBefore);
    }

    private int readStyled(byte[] bytes, int from, int firstEnd, int to, long styleBefore) {
        length = 0;
        runs = 0;
        style = styleBefore;
        int start = from;
        int end = firstEnd;
        while (true) {
            if (end > start && !append(bytes, start, end)) {
                return -1;
            }
            if (end == to) {
                return -1;
            }
            int after =
                    switch (bytes[end]) {
                        case ESCAPE -> sequence(bytes, end, to);
                        case '\t' -> tab() ? end + 1 : -1;
                        case '\n', '\r' -> {
                            int behind = afterNewline(bytes, end, to);
                            if (behind > 0) {
                                finish();
                            }
                            yield behind > 0 ? -behind - 1 : -1;
                        }
                        default -> -1;
                    };
            if (after < 0) {
                return after == -1 ? -1 : -after - 1;
            }
            start = after;
            end = ByteScan.endOfPrintable(bytes, start, to);
        }
    }

    private static int afterNewline(byte[] bytes, int at, int to) {
        if (bytes[at] == '\n') {
            return at + 1;
        }
        boolean both = bytes[at] == '\r' && at + 1 < to && bytes[at + 1] == '\n';
        return both ? at + 2 : -1;
    }

    private boolean append(byte[] bytes, int start, int end) {
        int count = end - start;
        if (length + count > StyledLineParser.MAX_COLUMNS) {
            return false;
        }
        change(style);
        room(count);
        System.arraycopy(bytes, start, text, length, count);
        length += count;
        return true;
    }

    private boolean tab() {
        int count = TAB - length % TAB;
        if (length + count > StyledLineParser.MAX_COLUMNS) {
            return false;
        }
        change(Style.DEFAULT);
        room(count);
        Arrays.fill(text, length, length + count, (byte) ' ');
        length += count;
        return true;
    }

    private void room(int count) {
        if (length + count > text.length) {
            text = Arrays.copyOf(text, Math.max(2 * text.length, length + count));
        }
    }

    private void change(long to) {
        if (runs > 0 && styles[runs - 1] == to) {
            return;
        }
        if (runs == starts.length) {
            starts = Arrays.copyOf(starts, 2 * runs);
            styles = Arrays.copyOf(styles, 2 * runs);
        }
        starts[runs] = length;
        styles[runs] = to;
        runs++;
    }

    /// Takes a sequence of colours. Returns the index behind it, or -1.
    private int sequence(byte[] bytes, int at, int to) {
        if (at + 10 <= to && bytes[at + 1] == '[') {
            long eight = ByteScan.eight(bytes, at + 2);
            int count = SgrEffect.length(eight);
            if (count >= 0) {
                style = SgrEffect.of(eight, count).apply(style);
                return at + 3 + count;
            }
        }
        return longSequence(bytes, at, to);
    }

    private int longSequence(byte[] bytes, int at, int to) {
        if (at + 2 >= to || bytes[at + 1] != '[') {
            return -1;
        }
        parameters.clear();
        int last = Math.min(to, at + LONGEST_SEQUENCE);
        for (int next = at + 2; next < last; next++) {
            byte each = bytes[next];
            if (each == 'm' && !parameters.isPrivate()) {
                style = GraphicRendition.apply(style, parameters);
                return next + 1;
            }
            if (each < 0x30 || each >= 0x40) {
                return -1;
            }
            parameters.accept((char) each);
        }
        return -1;
    }

    private void finish() {
        if (length == 0) {
            line = StyledLine.EMPTY;
            return;
        }
        String whole = string(text, 0, length);
        if (runs == 1 && styles[0] == Style.DEFAULT) {
            line = StyledLine.plain(whole);
            return;
        }
        StyleRun[] all = new StyleRun[runs];
        for (int run = 0; run < runs; run++) {
            all[run] = new StyleRun(starts[run], styles[run]);
        }
        line = new StyledLine(whole, List.of(all), List.of(), 0);
    }

    /// One byte for each character, whatever is in them.
    private static String string(byte[] bytes, int start, int count) {
        return new String(bytes, start, count, StandardCharsets.ISO_8859_1);
    }
}
