package dev.countersign.ui.output;

import java.util.Optional;

/// A part of a line that is drawn in another ink, for the eye only.
///
/// @param start UTF-16 index into the text of the line, inclusive
/// @param end exclusive
/// @param target where it leads when the person asks, for paths and addresses
record Accent(int start, int end, Kind kind, Optional<LinkTarget> target) {
    enum Kind {
        ERROR,
        WARNING,
        LINK,
        PASSED,
        FAILED,
        ADDED,
        REMOVED,
        HUNK,
        QUIET
    }

    Accent {
        if (start < 0 || end <= start) {
            throw new IllegalArgumentException("range: " + start + ".." + end);
        }
    }

    static Accent of(int start, int end, Kind kind) {
        return new Accent(start, end, kind, Optional.empty());
    }
}
