package dev.countersign.mcp;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.IntSupplier;

/// Cuts a stream of bytes into lines. Holds at most one line of the limit, whatever arrives.
///
/// Not thread-safe: confined to the thread that reads the connection.
final class LineFramer {
    /// The longest limit that can be set.
    static final int LARGEST_LIMIT_BYTES = 16 << 20;

    private static final int INITIAL_BYTES = 4 << 10;

    /// Takes what was found, in order.
    interface Sink {
        /// A line without its newline.
        void line(byte[] line);

        /// A line is longer than the limit. Told once for each such line, when the limit is passed;
        /// the rest of that line is skipped.
        void lineTooLong();
    }

    private final IntSupplier limit;
    private byte[] held = new byte[INITIAL_BYTES];
    private int length;
    private boolean skipping;

    /// @param limit the longest message that is taken now, in bytes without its newline
    LineFramer(IntSupplier limit) {
        this.limit = limit;
    }

    void accept(ByteBuffer bytes, Sink sink) {
        while (bytes.hasRemaining()) {
            int newline = indexOfNewline(bytes);
            int end = newline < 0 ? bytes.limit() : newline;
            hold(bytes, end - bytes.position(), sink);
            if (newline < 0) {
                return;
            }
            bytes.get();
            if (!skipping) {
                sink.line(Arrays.copyOf(held, length));
            }
            startLine();
        }
    }

    private void hold(ByteBuffer bytes, int count, Sink sink) {
        if (skipping) {
            bytes.position(bytes.position() + count);
            return;
        }
        int most = limit.getAsInt();
        if (length + count > most) {
            bytes.position(bytes.position() + count);
            startLine();
            skipping = true;
            sink.lineTooLong();
            return;
        }
        if (length + count > held.length) {
            int grown = Math.max(length + count, held.length * 2);
            held = Arrays.copyOf(held, Math.min(grown, most));
        }
        bytes.get(held, length, count);
        length += count;
    }

    private void startLine() {
        length = 0;
        skipping = false;
        if (held.length > INITIAL_BYTES) {
            // A thousand idle connections must not each keep the memory of one long line.
            held = new byte[INITIAL_BYTES];
        }
    }

    private static int indexOfNewline(ByteBuffer bytes) {
        for (int i = bytes.position(); i < bytes.limit(); i++) {
            if (bytes.get(i) == '\n') {
                return i;
            }
        }
        return -1;
    }
}
