package dev.countersign.recording;

import dev.countersign.ansi.StyledLine;
import dev.countersign.ansi.StyledLineParser;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// The end of a stream, as far as its last line may need it. Guarded by its owner's lock.
final class LastLine {

    private static final int KEPT = 1024;

    /// Most jobs print little or nothing.
    private static final int AT_FIRST = 64;

    private byte[] bytes = new byte[0];
    private int length;

    void add(ByteBuffer chunk) {
        int taken = Math.min(chunk.remaining(), KEPT);
        int stay = Math.min(length, KEPT - taken);
        if (stay + taken > bytes.length) {
            bytes = Arrays.copyOf(bytes, stay + taken <= AT_FIRST ? AT_FIRST : KEPT);
        }
        System.arraycopy(bytes, length - stay, bytes, 0, stay);
        chunk.get(chunk.limit() - taken, bytes, stay, taken);
        length = stay + taken;
    }

    byte[] copy() {
        return Arrays.copyOf(bytes, length);
    }

    /// The last line that is not blank, at most [RecordingProgress#MAX_LINE] characters of its end.
    static String of(byte[] bytes) {
        String[] last = {""};
        StyledLineParser parser = new StyledLineParser();
        parser.accept(bytes, 0, bytes.length, line -> last[0] = prefer(line, last[0]));
        String text = prefer(parser.finish(), last[0]);
        int start = Math.max(0, text.length() - RecordingProgress.MAX_LINE);
        if (start > 0 && Character.isLowSurrogate(text.charAt(start))) {
            start++;
        }
        return text.substring(start);
    }

    private static String prefer(StyledLine line, String otherwise) {
        String text = line.text().strip();
        return text.isEmpty() ? otherwise : text;
    }
}
