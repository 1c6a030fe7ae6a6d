package dev.countersign.journal;

/// A place between two lines of the journal.
///
/// @param segment the number of the segment's file; 0 before the first
/// @param line the offset in it, in bytes
/// @param text the offset in the file of texts beside it, in bytes
/// @param sequence of the line before; 0 at the start
/// @param head the hash of the line before
record JournalPosition(int segment, long line, long text, long sequence, String head) {
    static final JournalPosition START = new JournalPosition(0, 0, 0, 0, JournalLine.GENESIS);
}
