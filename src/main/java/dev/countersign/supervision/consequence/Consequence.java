package dev.countersign.supervision.consequence;

import java.util.List;
import java.util.Optional;

/// One thing that a command would do.
///
/// @param sentence in plain words, with counts and sizes: 'Would remove 3 files, 12 KiB'
/// @param count how many files, commits, processes or packages; 0 where that is not known
/// @param items the largest or first of them, bounded
/// @param note what is to be known about it: 'as of the last fetch'
public record Consequence(
        Kind kind, String sentence, long count, List<Item> items, Optional<String> note) {
    public Consequence {
        items = List.copyOf(items);
        if (count < 0) {
            throw new IllegalArgumentException("count is negative: " + count);
        }
    }

    /// What sort of thing it is, the gravest first.
    public enum Kind {
        /// Commits that nothing would reach any more, here or at the other end of a push.
        COMMITS_DROPPED,
        FILES_REMOVED,
        FILES_OVERWRITTEN,
        /// Changes that no commit holds yet.
        CHANGES_LOST,
        PROCESSES_ENDED,
        /// Files that would be written to in part, or whose owner or mode would change.
        FILES_CHANGED,
        PACKAGES_INSTALLED,
        /// Something that cannot be found out by looking.
        NOT_KNOWN;

        boolean losesSomething() {
            return compareTo(FILES_CHANGED) < 0;
        }
    }

    /// One file, commit, process or package.
    ///
    /// @param text a path, the subject of a commit, a command line
    /// @param detail a size, a date; empty where there is none
    public record Item(String text, String detail) {}

    static Consequence notKnown(String sentence) {
        return new Consequence(Kind.NOT_KNOWN, sentence, 0, List.of(), Optional.empty());
    }
}
