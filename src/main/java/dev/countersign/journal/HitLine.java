package dev.countersign.journal;

import java.util.List;

/// A line of a call's texts in which words of the query stand.
///
/// @param number the line's number in that text, from 0; for output as the viewer counts
/// @param text the line, cut to some hundred characters around the first mark
/// @param marks ascending, not overlapping
public record HitLine(Where where, long number, String text, List<Mark> marks) {
    /// Which of a call's texts it is.
    public enum Where {
        COMMAND,
        SUMMARY,
        OUTPUT,
        NOTE,
        REASON
    }

    /// From `start` to `end`, UTF-16 indices into the text.
    public record Mark(int start, int end) {}

    public HitLine {
        marks = List.copyOf(marks);
    }
}
