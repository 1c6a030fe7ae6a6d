package dev.countersign.ansi;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/// Rewrites recorded output so that a person's own terminal may show it.
///
/// What [StyledLineParser] shows stays: text, colours and attributes, tabs, carriage return and
/// backspace, erase-line. Everything else that a terminal could obey (clipboard, title, queries,
/// cursor addressing, links) is dropped, so that nothing is done to the terminal and it sends
/// nothing back. One filter for each stream; confined to its caller.
public final class TerminalFilter {
    private final TerminalDecoder decoder = new TerminalDecoder(new FilterSink());
    private ByteArrayOutputStream target = new ByteArrayOutputStream();
    private long style = Style.DEFAULT;
    private long shown = Style.DEFAULT;

    /// Takes a chunk; what is left of it is written to `out`.
    public void accept(byte[] bytes, int offset, int length, ByteArrayOutputStream out) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        target = out;
        decoder.accept(bytes, offset, offset + length);
    }

    /// Ends the stream: an unfinished character becomes U+FFFD, the style is the default again.
    public void finish(ByteArrayOutputStream out) {
        target = out;
        decoder.finish();
        style = Style.DEFAULT;
        showStyle();
    }

    private void showStyle() {
        if (style != shown) {
            target.writeBytes(SgrText.sequence(style).getBytes(StandardCharsets.US_ASCII));
            shown = style;
        }
    }

    private final class FilterSink implements TerminalDecoder.Sink {
        @Override
        public void ascii(byte[] bytes, int from, int to) {
            showStyle();
            target.write(bytes, from, to - from);
        }

        @Override
        public void character(int codePoint) {
            showStyle();
            target.writeBytes(Character.toString(codePoint).getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void control(int control) {
            switch (control) {
                case '\n', '\r', '\b', '\t' -> {
                    // A newline in a colour would paint the rest of the row behind it.
                    if (control == '\n' && Style.background(shown) != TerminalColor.DEFAULT) {
                        target.writeBytes(
                                SgrText.sequence(Style.DEFAULT)
                                        .getBytes(StandardCharsets.US_ASCII));
                        shown = Style.DEFAULT;
                    }
                    target.write(control);
                }
                default -> {}
            }
        }

        @Override
        public void controlSequence(char finalByte, SequenceParameters parameters) {
            switch (finalByte) {
                case 'm' -> style = GraphicRendition.apply(style, parameters);
                case 'K' -> {
                    int mode = parameters.value(0, 0);
                    if (mode >= 0 && mode <= 2) {
                        target.writeBytes(
                                ("\u001b[" + mode + "K").getBytes(StandardCharsets.US_ASCII));
                    }
                }
                default -> {}
            }
        }

        @Override
        public void systemCommand(String payload) {}
    }
}
