package dev.countersign.supervision;

/// The sanitized text of one stream as an agent is shown it.
///
/// @param text without control sequences, cut to the limit
/// @param totalLines lines of the stream up to now (of what is new, for an incremental read)
/// @param totalBytes bytes of the stream up to now
/// @param limit what it was cut to, in words: `2,000 lines or 50 KiB`
/// @param partialLine whether the first or last shown line is a part of a longer one
public record OutputText(
        String text,
        boolean truncated,
        String policy,
        String limit,
        long shownLines,
        long shownBytes,
        boolean partialLine,
        long totalLines,
        long totalBytes) {
    public static OutputText empty() {
        return new OutputText("", false, "tail", "", 0, 0, false, 0, 0);
    }
}
