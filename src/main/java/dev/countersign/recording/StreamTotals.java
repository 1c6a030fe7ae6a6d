package dev.countersign.recording;

/// How much one stream has written.
///
/// @param lines newlines, and one more where the last line has none
public record StreamTotals(long bytes, long lines) {

    public static final StreamTotals NONE = new StreamTotals(0, 0);

    public StreamTotals {
        if (bytes < 0 || lines < 0) {
            throw new IllegalArgumentException("negative: " + bytes + " bytes, " + lines);
        }
    }
}
