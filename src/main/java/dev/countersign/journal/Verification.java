package dev.countersign.journal;

import java.util.List;
import java.util.Optional;

/// What looking through the whole journal came to.
///
/// @param lines how many lines there are
/// @param head the hash of the last of them: kept elsewhere, it proves later that this is the whole
///   and unchanged journal
/// @param faults where it was changed, in the order of the files
/// @param moreFaults how many more there are than are told
/// @param unfinished whether its last line is cut off, as a crash leaves it; it was never
///   acknowledged
/// @param outside what a head that was kept elsewhere says; empty where none was given
public record Verification(
        long lines,
        String head,
        List<Fault> faults,
        long moreFaults,
        boolean unfinished,
        Optional<OutsideHead> outside) {
    /// One change and its place.
    ///
    /// @param file the segment's or text file's name
    /// @param line counted from 1; 0 where it is about the whole file
    /// @param sequence the number of the event that it is about; 0 where it is not known
    /// @param words what is wrong, as a sentence without its full stop
    public record Fault(Kind kind, String file, long line, long sequence, String words) {}

    /// What was done to the journal.
    public enum Kind {
        /// A line is not as it was written.
        CHANGED,
        /// Lines are not there any more.
        MISSING,
        /// A line stands in another place than it was written in.
        MOVED,
        /// A line was made anew, with a hash that fits it: those behind it do not follow.
        REWRITTEN,
        /// A text beside a line is not the one that was written.
        TEXT_CHANGED,
        /// A text beside a line is gone and no deletion was recorded.
        TEXT_MISSING
    }

    /// What became of the line whose hash was kept elsewhere.
    public sealed interface OutsideHead {
        /// It is there; so nothing up to it was changed.
        ///
        /// @param sequence its number
        /// @param linesAfter how many came since
        record Found(long sequence, long linesAfter) implements OutsideHead {}

        /// It is not there: lines were cut off the end, or the journal was made anew.
        record Missing() implements OutsideHead {}
    }

    public Verification {
        faults = List.copyOf(faults);
    }

    /// Whether nothing was found. Without a head from outside this does not rule out that the
    /// journal was cut at its end or made anew as a whole.
    public boolean isIntact() {
        return faults.isEmpty()
                && !outside.filter(OutsideHead.Missing.class::isInstance).isPresent();
    }
}
