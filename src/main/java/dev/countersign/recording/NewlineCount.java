package dev.countersign.recording;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/// Counts newlines, many bytes at once: every byte of output goes by here. Pure; safe on any
/// thread.
final class NewlineCount {
    private static final long NEWLINES = 0x0A0A0A0A0A0A0A0AL;
    private static final long LOW_BITS = 0x7F7F7F7F7F7F7F7FL;
    private static final long EVERY_OTHER_BYTE = 0x00FF00FF00FF00FFL;
    private static final long SUM_OF_SHORTS = 0x0001000100010001L;

    /// So many eights of bytes are counted together: a byte counts no further than 255.
    private static final int BLOCK = 248;

    private NewlineCount() {}

    /// How many of the bytes between position and limit are newlines.
    ///
    /// Bytes outside of the heap are copied into an array block by block: only for loops over
    /// arrays does the compiler always find vector instructions, which are far quicker than the
    /// copy is slow.
    static int of(ByteBuffer bytes) {
        LongBuffer eights = bytes.duplicate().order(ByteOrder.nativeOrder()).asLongBuffer();
        long[] block = new long[Math.min(BLOCK, eights.remaining())];
        int count = 0;
        while (eights.hasRemaining()) {
            int length = Math.min(BLOCK, eights.remaining());
            eights.get(block, 0, length);
            count += sumOfBytes(newlines(block, length));
        }
        for (int i = bytes.limit() - bytes.remaining() % Long.BYTES; i < bytes.limit(); i++) {
            count += bytes.get(i) == '\n' ? 1 : 0;
        }
        return count;
    }

    /// Counts for each of the eight bytes by itself. Adding 0x7F carries into the top bit of every
    /// byte that is not zero.
    private static long newlines(long[] block, int length) {
        long counts = 0;
        for (int i = 0; i < length; i++) {
            long zeroWhereNewline = block[i] ^ NEWLINES;
            long nonZero = ((zeroWhereNewline & LOW_BITS) + LOW_BITS) | zeroWhereNewline | LOW_BITS;
            counts += ~nonZero >>> 7;
        }
        return counts;
    }

    /// The sum of a number's eight bytes.
    private static int sumOfBytes(long counts) {
        long pairs = (counts & EVERY_OTHER_BYTE) + ((counts >>> 8) & EVERY_OTHER_BYTE);
        return (int) ((pairs * SUM_OF_SHORTS) >>> 48);
    }
}
