package dev.countersign.ui.output;

import java.util.Optional;

/// What is selected of an output: from where the pointer went down to where it is.
///
/// @param anchor where it began
/// @param caret where it is now; may lie before the anchor
record Selection(Place anchor, Place caret) {
    /// A place between two columns of a line.
    record Place(long line, int column) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            int byLine = Long.compare(line, other.line);
            return byLine != 0 ? byLine : Integer.compare(column, other.column);
        }
    }

    /// Columns of one line, `end` exclusive.
    record Range(int start, int end) {}

    Place first() {
        return anchor.compareTo(caret) <= 0 ? anchor : caret;
    }

    Place last() {
        return anchor.compareTo(caret) <= 0 ? caret : anchor;
    }

    boolean isEmpty() {
        return anchor.equals(caret);
    }

    /// Which columns of a line are in it.
    Optional<Range> of(long line) {
        if (isEmpty() || line < first().line() || line > last().line()) {
            return Optional.empty();
        }
        int start = line == first().line() ? first().column() : 0;
        int end = line == last().line() ? last().column() : Integer.MAX_VALUE;
        return Optional.of(new Range(start, end));
    }
}
