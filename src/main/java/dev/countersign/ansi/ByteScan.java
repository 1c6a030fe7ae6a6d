package dev.countersign.ansi;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Finds bytes that matter, eight at a time. Pure.
///
/// `(x - ONES * n) & ~x & HIGHS` has the high bit of the first byte set that is smaller than n (n
/// at most 0x80); later ones may be set wrongly by what was borrowed, so only the first one counts.
public final class ByteScan {
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGHS = 0x8080_8080_8080_8080L;
    private static final long SPACES = ONES * 0x20;
    private static final long DELETES = 0x7F7F_7F7F_7F7F_7F7FL;
    private static final long NEWLINES = ONES * '\n';
    private static final long ESCAPES = ONES * 0x1B;
    private static final long C1_LEADS = 0xC2C2_C2C2_C2C2_C2C2L;

    private ByteScan() {}

    /// The eight bytes at an index, the first one lowest.
    static long eight(byte[] bytes, int index) {
        return (long) LONGS.get(bytes, index);
    }

    /// The index of the first byte that is not from 0x20 to 0x7E, or `to`.
    static int endOfPrintable(byte[] bytes, int from, int to) {
        int next = from;
        while (next + 8 <= to) {
            long x = eight(bytes, next);
            long found = (x | ((x - SPACES) & ~x) | zeroes(x ^ DELETES)) & HIGHS;
            if (found != 0) {
                return next + (Long.numberOfTrailingZeros(found) >>> 3);
            }
            next += 8;
        }
        while (next < to && bytes[next] >= 0x20 && bytes[next] != 0x7F) {
            next++;
        }
        return next;
    }

    /// The index of the first newline, or `to`.
    public static int newline(byte[] bytes, int from, int to) {
        int next = from;
        while (next + 8 <= to) {
            long found = zeroes(eight(bytes, next) ^ NEWLINES) & HIGHS;
            if (found != 0) {
                return next + (Long.numberOfTrailingZeros(found) >>> 3);
            }
            next += 8;
        }
        while (next < to && bytes[next] != '\n') {
            next++;
        }
        return next;
    }

    /// The index of the first newline, ESC or first byte of a C1 character, or `to`.
    static int endOfText(byte[] bytes, int from, int to) {
        int next = from;
        while (next + 8 <= to) {
            long x = eight(bytes, next);
            long found =
                    (zeroes(x ^ NEWLINES) | zeroes(x ^ ESCAPES) | zeroes(x ^ C1_LEADS)) & HIGHS;
            if (found != 0) {
                return next + (Long.numberOfTrailingZeros(found) >>> 3);
            }
            next += 8;
        }
        while (next < to
                && bytes[next] != '\n'
                && bytes[next] != 0x1B
                && bytes[next] != (byte) 0xC2) {
            next++;
        }
        return next;
    }

    /// Has the high bit of the first byte set that is zero.
    private static long zeroes(long x) {
        return (x - ONES) & ~x;
    }
}
