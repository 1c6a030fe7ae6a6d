package dev.countersign.recording;

/// How far a reader of a [Recording] has come, in all streams at once. Opaque; made by recordings.
///
/// @param entries index entries that were read
public record ReadPosition(long entries) {

    /// Nothing read.
    public static final ReadPosition START = new ReadPosition(0);

    public ReadPosition {
        if (entries < 0) {
            throw new IllegalArgumentException("entries: " + entries);
        }
    }
}
