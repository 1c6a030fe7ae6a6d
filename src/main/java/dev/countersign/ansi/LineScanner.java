package dev.countersign.ansi;

/// Finds line ends and the state at them, without building lines: what a line index is made of.
///
/// Reads the same language as [StyledLineParser] and ends every line where that does. Outside of
/// sequences only newline, ESC and the first byte of a C1 character matter, which makes it several
/// times faster. Confined to its caller.
public final class LineScanner {

    private static final byte ESCAPE = 0x1B;

    private final TerminalDecoder decoder = new TerminalDecoder(new StateSink());
    private ParserState state;
    private long style;
    private String link;

    public LineScanner(ParserState start) {
        this.state = start;
        this.style = start.style();
        this.link = start.link();
    }

    /// Scans up to the next line end. Returns the index after its newline, or -1 when the bytes end
    /// before it; all bytes are then taken in and scanning goes on with the next chunk.
    public int nextLine(byte[] bytes, int from, int to) {
        int next = from;
        while (next < to) {
            if (decoder.isIdle()) {
                int end = ByteScan.endOfText(bytes, next, to);
                if (end == to) {
                    int partial = startOfLastCharacter(bytes, next, to);
                    decoder.accept(bytes, partial, to);
                    return -1;
                }
                next = end;
                if (bytes[next] == '\n') {
                    return next + 1;
                }
                int after = colours(bytes, next, to);
                if (after > 0) {
                    next = after;
                    continue;
                }
            }
            next = decoder.acceptUntilIdle(bytes, next, to);
            if (bytes[next - 1] == '\n') {
                return next;
            }
        }
        return -1;
    }

    /// The state now; at a line end that of the line that follows.
    public ParserState state() {
        if (state.style() != style || !state.link().equals(link)) {
            state = new ParserState(style, link);
        }
        return state;
    }

    /// Whether no character or sequence is under way, so that [#state] is all there is to carry.
    public boolean isIdle() {
        return decoder.isIdle();
    }

    /// A short cut for what nearly every sequence is. Returns the index behind it, or -1.
    private int colours(byte[] bytes, int at, int to) {
        if (bytes[at] != ESCAPE || at + 10 > to || bytes[at + 1] != '[') {
            return -1;
        }
        long eight = ByteScan.eight(bytes, at + 2);
        int count = SgrEffect.length(eight);
        if (count < 0) {
            return -1;
        }
        style = SgrEffect.of(eight, count).apply(style);
        return at + 3 + count;
    }

    /// Where the last character begins, if it may not be whole yet; else the end. No text needs it,
    /// but [#isIdle] does.
    private static int startOfLastCharacter(byte[] bytes, int from, int to) {
        for (int index = to - 1; index >= Math.max(from, to - 3) && bytes[index] < 0; index--) {
            if ((bytes[index] & 0xC0) == 0xC0) {
                return index;
            }
        }
        return to;
    }

    private final class StateSink implements TerminalDecoder.Sink {

        @Override
        public void ascii(byte[] bytes, int from, int to) {}

        @Override
        public void character(int codePoint) {}

        @Override
        public void control(int control) {}

        @Override
        public void controlSequence(char finalByte, SequenceParameters parameters) {
            if (finalByte == 'm') {
                style = GraphicRendition.apply(style, parameters);
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
