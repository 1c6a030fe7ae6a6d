package dev.countersign.recording;

/// The CRC32C of a whole, put together from those of its parts, so that no byte is read twice.
///
/// A checksum is a polynomial over the numbers 0 and 1, kept with its highest power in the lowest
/// bit. What a part adds to a checksum is that checksum times x to the power of the part's bits,
/// plus the part's own: for 'a' and 'bc', `CRC(abc) = CRC(a) · x^16 + CRC(bc)`, modulo the CRC's
/// polynomial. Not safe for several threads.
final class JoinedChecksum {

    /// Castagnoli's polynomial, without its highest power.
    private static final int POLYNOMIAL = 0x82F6_3B78;

    private static final int ONE = 1 << 31;

    /// x to the power of 8, 16, 32, …: one byte, two bytes, four bytes, ….
    private static final int[] POWERS = powers();

    private int value;

    /// Adds a part.
    ///
    /// @param checksum its CRC32C
    /// @param length how many bytes it has
    void add(int checksum, int length) {
        int shifted = value;
        int rest = length;
        for (int power = 0; rest != 0; power++) {
            if ((rest & 1) != 0) {
                shifted = product(POWERS[power], shifted);
            }
            rest >>>= 1;
        }
        value = shifted ^ checksum;
    }

    int value() {
        return value;
    }

    private static int[] powers() {
        int[] powers = new int[Integer.SIZE];
        powers[0] = ONE >>> Byte.SIZE;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = product(powers[i - 1], powers[i - 1]);
        }
        return powers;
    }

    private static int product(int left, int right) {
        int product = 0;
        int times = right;
        for (int rest = left; rest != 0; rest <<= 1) {
            if (rest < 0) {
                product ^= times;
            }
            times = (times & 1) == 0 ? times >>> 1 : (times >>> 1) ^ POLYNOMIAL;
        }
        return product;
    }
}
