package dev.countersign.ansi;

import org.jspecify.annotations.Nullable;

/// What `ESC [ numbers m` does to any style: keeps some bits and sets others. Looked up by the
/// bytes of the numbers, since programs use few of them.
///
/// Every attribute and colour is bits of a style that are set or cleared, so that two styles tell
/// the whole: what becomes of none of the bits, and what of all of them.
///
/// @param key the bytes between `[` and `m`, the first one lowest
/// @param kept bits that stay (or are set)
/// @param set bits that are set
record SgrEffect(long key, long kept, long set) {
    /// Longer sequences are taken apart each time.
    static final int LONGEST_KEY = 7;

    private static final int SLOTS = 512;
    private static final long ALL = (1L << Style.BITS) - 1;
    private static final long FINALS = 0x4040_4040_4040_4040L;
    private static final long KINDS = 0xF0F0_F0F0_F0F0_F0F0L;
    private static final long NUMBERS = 0x3030_3030_3030_3030L;

    /// Shared by all threads without a lock: an entry is immutable, and one that another thread
    /// does not see yet is only made again.
    private static final @Nullable SgrEffect[] TABLE = new SgrEffect[SLOTS];

    long apply(long style) {
        return (style & kept) | set;
    }

    /// How many bytes the sequence after `ESC [` has up to its `m`, or -1 where it is no short one
    /// of numbers alone.
    ///
    /// @param eight the bytes after `ESC [`
    static int length(long eight) {
        int at = Long.numberOfTrailingZeros(eight & FINALS) >>> 3;
        if (at > LONGEST_KEY || (byte) (eight >>> (8 * at)) != 'm') {
            return -1;
        }
        long mask = mask(at);
        return (eight & KINDS & mask) == (NUMBERS & mask) ? at : -1;
    }

    /// @param length as [#length] told
    static SgrEffect of(long eight, int length) {
        long key = eight & mask(length);
        int slot = (int) ((key * 0x9E37_79B9_7F4A_7C15L) >>> 55);
        SgrEffect known = TABLE[slot];
        if (known != null && known.key == key) {
            return known;
        }
        SgrEffect made = make(key, length);
        TABLE[slot] = made;
        return made;
    }

    private static long mask(int length) {
        return (1L << (8 * length)) - 1;
    }

    private static SgrEffect make(long key, int length) {
        SequenceParameters parameters = new SequenceParameters();
        for (int index = 0; index < length; index++) {
            parameters.accept((char) ((key >>> (8 * index)) & 0xFF));
        }
        if (parameters.isPrivate()) {
            return new SgrEffect(key, ALL, 0);
        }
        return new SgrEffect(
                key,
                GraphicRendition.apply(ALL, parameters),
                GraphicRendition.apply(0, parameters));
    }
}
