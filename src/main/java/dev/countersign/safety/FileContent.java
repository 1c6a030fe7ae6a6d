package dev.countersign.safety;

/// What a file holds.
///
/// @param sha256 of all of it, in hexadecimal
/// @param size in bytes
/// @param text its beginning, at most [#LONGEST_TEXT] bytes of it, read as UTF-8
public record FileContent(String sha256, long size, String text) {
    /// Larger files are not looked at, in bytes.
    public static final long LARGEST = 16L << 20;

    /// More of a file than this is not shown, in bytes.
    public static final int LONGEST_TEXT = 128 << 10;

    /// Whether the text is all of it.
    public boolean isWhole() {
        return size <= LONGEST_TEXT;
    }
}
