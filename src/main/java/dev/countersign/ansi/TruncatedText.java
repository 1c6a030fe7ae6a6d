package dev.countersign.ansi;

/// What an agent reads of an output, and how much there was.
///
/// Lines end at newlines; a last line without one counts. Bytes are those of UTF-8.
///
/// @param text what is shown; whole characters, the policy's limit at most (plus the `[snip]` line)
/// @param truncated whether something is missing
/// @param limit the limit in words; where it was reached, the one that was reached
/// @param shownLines lines in `text`, without the `[snip]` line
/// @param shownBytes bytes of `text`, without the `[snip]` line
/// @param partialLine whether a line is shown in part
/// @param totalLines lines of the whole output
/// @param totalBytes bytes of the whole output
public record TruncatedText(
        String text,
        boolean truncated,
        TruncationPolicy policy,
        String limit,
        long shownLines,
        long shownBytes,
        boolean partialLine,
        long totalLines,
        long totalBytes) {

    /// The same with totals that are known better, as when only the end of a file was read.
    public TruncatedText withTotals(long lines, long bytes) {
        return new TruncatedText(
                text, truncated, policy, limit, shownLines, shownBytes, partialLine, lines, bytes);
    }
}
