package dev.countersign.ansi;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/// Bytes of one stream to the text that an agent reads.
///
/// Control sequences of every kind are dropped, and every control character but tab, newline and
/// carriage return; CRLF (and CR CR LF, as a pseudo-terminal makes of it) becomes LF, a lone CR
/// stays; what is not UTF-8 becomes U+FFFD. A sequence that is not terminated ends at the next
/// newline (or after 1 Mi characters), so that nothing can be hidden behind it for ever. Sanitizing
/// a sanitized text changes nothing.
///
/// Memory is constant, the result independent of how the bytes are cut. Confined to its caller.
public final class OutputSanitizer {

    /// More carriage returns in a row than this are shown, whatever follows.
    private static final int MAX_PENDING = 1024;

    private final TerminalDecoder decoder = new TerminalDecoder(new TextSink());
    private StringBuilder output = new StringBuilder(0);
    private int pendingCarriageReturns;

    /// The text of all these bytes.
    public static String sanitize(byte[] bytes) {
        StringBuilder text = new StringBuilder(bytes.length);
        OutputSanitizer sanitizer = new OutputSanitizer();
        sanitizer.accept(bytes, 0, bytes.length, text);
        sanitizer.finish(text);
        return text.toString();
    }

    /// Appends the text of a chunk to `text`. A character, sequence or CRLF that the chunk cuts is
    /// kept back until the next one.
    public void accept(byte[] bytes, int offset, int length, StringBuilder text) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        output = text;
        decoder.accept(bytes, offset, offset + length);
    }

    /// Appends what was kept back: the stream has ended.
    public void finish(StringBuilder text) {
        output = text;
        decoder.finish();
        flushCarriageReturns();
    }

    private void flushCarriageReturns() {
        if (pendingCarriageReturns > 0) {
            output.repeat('\r', pendingCarriageReturns);
            pendingCarriageReturns = 0;
        }
    }

    private void holdCarriageReturn() {
        if (pendingCarriageReturns == MAX_PENDING) {
            output.append('\r');
            return;
        }
        pendingCarriageReturns++;
    }

    private final class TextSink implements TerminalDecoder.Sink {

        @Override
        public void ascii(byte[] bytes, int from, int to) {
            flushCarriageReturns();
            output.append(new String(bytes, from, to - from, StandardCharsets.US_ASCII));
        }

        @Override
        public void character(int codePoint) {
            flushCarriageReturns();
            output.appendCodePoint(codePoint);
        }

        @Override
        public void control(int control) {
            switch (control) {
                case '\n' -> {
                    pendingCarriageReturns = 0;
                    output.append('\n');
                }
                case '\r' -> holdCarriageReturn();
                case '\t' -> {
                    flushCarriageReturns();
                    output.append('\t');
                }
                default -> {}
            }
        }

        @Override
        public void controlSequence(char finalByte, SequenceParameters parameters) {}

        @Override
        public void systemCommand(String payload) {}
    }
}
