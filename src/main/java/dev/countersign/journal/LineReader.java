package dev.countersign.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/// Reads the whole lines of a file from an offset on, and tells where they are. A last line without
/// its newline is not there yet.
///
/// Confined to its caller's thread.
final class LineReader implements Closeable {
    /// The longest command, every byte of it escaped, several times over.
    static final int LONGEST_LINE = 64 << 20;

    private static final int BLOCK = 128 * 1024;

    private final FileChannel channel;
    private byte[] buffer = new byte[BLOCK];
    private int start;
    private int end;
    private long bufferOffset;
    private int lineStart;
    private int lineEnd;

    LineReader(Path file, long offset) throws IOException {
        this.channel = FileChannel.open(file, StandardOpenOption.READ);
        this.bufferOffset = offset;
    }

    /// Moves to the next line. Returns whether there is one.
    boolean next() throws IOException {
        int scanned = start;
        while (true) {
            for (int i = scanned; i < end; i++) {
                if (buffer[i] == '\n') {
                    lineStart = start;
                    lineEnd = i;
                    start = i + 1;
                    return true;
                }
            }
            int seen = end - start;
            if (!fill()) {
                return false;
            }
            scanned = start + seen;
        }
    }

    private boolean fill() throws IOException {
        if (start > 0) {
            System.arraycopy(buffer, start, buffer, 0, end - start);
            bufferOffset += start;
            end -= start;
            start = 0;
        }
        if (end == buffer.length) {
            if (end >= LONGEST_LINE) {
                throw new IOException("a line is longer than %,d bytes".formatted(LONGEST_LINE));
            }
            buffer = Arrays.copyOf(buffer, 2 * buffer.length);
        }
        int read =
                channel.read(ByteBuffer.wrap(buffer, end, buffer.length - end), bufferOffset + end);
        end += Math.max(0, read);
        return read > 0;
    }

    /// Where the line begins, in bytes from the start of the file.
    long lineOffset() {
        return bufferOffset + lineStart;
    }

    /// Where the next line begins; valid until the next one is asked for.
    long offset() {
        return bufferOffset + start;
    }

    /// The line without its newline.
    String text() {
        return new String(buffer, lineStart, lineEnd - lineStart, StandardCharsets.UTF_8);
    }

    /// The line's own bytes, valid until the next one is asked for.
    ByteBuffer bytes() {
        return ByteBuffer.wrap(buffer, lineStart, lineEnd - lineStart);
    }

    /// The number that the line begins with, `{"seq":N,`; -1 where it does not begin so.
    long sequence() {
        byte[] prefix = SEQUENCE_PREFIX;
        if (lineEnd - lineStart < prefix.length
                || !Arrays.equals(
                        buffer, lineStart, lineStart + prefix.length, prefix, 0, prefix.length)) {
            return -1;
        }
        long number = 0;
        int i = lineStart + prefix.length;
        for (; i < lineEnd && buffer[i] >= '0' && buffer[i] <= '9' && number < MOST; i++) {
            number = number * 10 + (buffer[i] - '0');
        }
        return i == lineStart + prefix.length ? -1 : number;
    }

    private static final long MOST = Long.MAX_VALUE / 100;
    private static final byte[] SEQUENCE_PREFIX = "{\"seq\":".getBytes(StandardCharsets.US_ASCII);

    /// The digits of the call that the line's event is of; empty where there are none.
    String call() {
        int last = Math.min(lineEnd, lineStart + FACTS_AT_THE_START) - CALL.length - 8;
        for (int i = lineStart; i <= last; i++) {
            if (buffer[i] == CALL[0]
                    && Arrays.equals(buffer, i, i + CALL.length, CALL, 0, CALL.length)) {
                return new String(buffer, i + CALL.length, 8, StandardCharsets.US_ASCII);
            }
        }
        return "";
    }

    private static final int FACTS_AT_THE_START = 128;
    private static final byte[] CALL = "\"call\":\"".getBytes(StandardCharsets.US_ASCII);

    /// Whether the bytes stand somewhere in the line.
    boolean contains(byte[] wanted) {
        int last = lineEnd - wanted.length;
        for (int i = lineStart; i <= last; i++) {
            if (buffer[i] == wanted[0]
                    && Arrays.equals(buffer, i, i + wanted.length, wanted, 0, wanted.length)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
