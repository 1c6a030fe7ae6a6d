package dev.countersign.recording;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/// Counts newlines, eight bytes at a time and several of these at once: every byte of output goes
/// by here. Pure; safe on any thread.
final class NewlineCount {
    private static final ValueLayout.OfLong EIGHT_BYTES = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfByte ONE_BYTE = ValueLayout.JAVA_BYTE;
    private static final long NEWLINES = 0x0A0A0A0A0A0A0A0AL;
    private static final long LOW_BITS = 0x7F7F7F7F7F7F7F7FL;
    private static final long EVERY_OTHER_BYTE = 0x00FF00FF00FF00FFL;
    private static final long SUM_OF_SHORTS = 0x0001000100010001L;

    /// A byte counts no further than 255.
    private static final int EIGHTS_PER_SUM = 248;

    private NewlineCount() {}

    /// How many of the bytes between position and limit are newlines.
    static int of(ByteBuffer bytes) {
        MemorySegment segment = MemorySegment.ofBuffer(bytes);
        int length = bytes.remaining();
        int eights = length / Long.BYTES;
        int count = 0;
        for (int first = 0; first < eights; first += EIGHTS_PER_SUM) {
            count += sumOfBytes(newlines(segment, first, Math.min(eights, first + EIGHTS_PER_SUM)));
        }
        for (int place = eights * Long.BYTES; place < length; place++) {
            count += segment.get(ONE_BYTE, place) == '\n' ? 1 : 0;
        }
        return count;
    }

    /// Counts for each of the eight bytes by itself, so that the loop has no step that the compiler
    /// cannot take for many at once. Adding 0x7F carries into the top bit of every byte that is not
    /// zero.
    private static long newlines(MemorySegment segment, int from, int to) {
        long counts = 0;
        for (int eight = from; eight < to; eight++) {
            long zeroWhereNewline =
                    segment.get(EIGHT_BYTES, (long) eight * Long.BYTES) ^ NEWLINES;
            long nonZero =
                    ((zeroWhereNewline & LOW_BITS) + LOW_BITS) | zeroWhereNewline | LOW_BITS;
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
