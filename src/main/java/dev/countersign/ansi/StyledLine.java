package dev.countersign.ansi;

import java.util.List;

/// One line as a person sees it: text without control characters, and how it looks.
///
/// @param text tabs as spaces, at most [StyledLineParser#MAX_COLUMNS] columns
/// @param runs ascending; the first starts at 0; none where the text is empty
/// @param links ascending, not overlapping
/// @param omittedColumns how many columns more the line had than are kept
public record StyledLine(
        String text, List<StyleRun> runs, List<Hyperlink> links, long omittedColumns) {

    /// A line without a character.
    public static final StyledLine EMPTY = new StyledLine("", List.of(), List.of(), 0);

    private static final List<StyleRun> PLAIN_RUNS = List.of(new StyleRun(0, Style.DEFAULT));

    public StyledLine {
        runs = List.copyOf(runs);
        links = List.copyOf(links);
        if (omittedColumns < 0) {
            throw new IllegalArgumentException("omittedColumns: " + omittedColumns);
        }
    }

    /// A line in the default style.
    public static StyledLine plain(String text) {
        return text.isEmpty() ? EMPTY : new StyledLine(text, PLAIN_RUNS, List.of(), 0);
    }

    /// The same line with other characters of the same places, as when secrets in it are masked.
    ///
    /// @param other as long as the text
    public StyledLine withText(String other) {
        if (other.length() != text.length()) {
            throw new IllegalArgumentException("text must keep its length: " + text.length());
        }
        return other.equals(text) ? this : new StyledLine(other, runs, links, omittedColumns);
    }

    /// Where the run ends: at the next run or at the end of the text.
    public int endOfRun(int run) {
        return run + 1 < runs.size() ? runs.get(run + 1).start() : text.length();
    }
}
