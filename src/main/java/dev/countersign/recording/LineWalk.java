package dev.countersign.recording;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/// Cuts recorded bytes into display lines; see [LineIndex] for where those end. Confined to one
/// thread.
final class LineWalk {

    /// A line that goes on for longer is shown as several.
    static final int MAX_LINE_BYTES = 1 << 20;

    private static final int PIECE = 64 * 1024;

    interface Sink {
        /// A line starts with the byte at `offset` of the output, which is in this entry.
        void startLine(IndexEntry entry, long entryNumber, long offset);

        /// Takes bytes of the line up to its newline, which it includes. Returns the index after
        /// the newline, or -1 where there was none.
        int take(byte[] bytes, int from, int to);

        /// The line ends, by a newline or because another stream or too many bytes cut it.
        void endLine(boolean newline);

        /// All up to this offset was handed over. Returns whether to go on from there.
        default boolean reached(long entryNumber, long offset) {
            return true;
        }

        /// Whether no further line is wanted, so that the walk ends here for good.
        default boolean isDone() {
            return false;
        }
    }

    private final Recording recording;
    private final Set<StreamKind> streams;
    private final Sink sink;
    private final EntryCursor cursor;
    private final byte[] piece = new byte[PIECE];
    private Optional<StreamKind> open = Optional.empty();
    private long lineBytes;

    LineWalk(Recording recording, Set<StreamKind> streams, Sink sink) {
        this.recording = recording;
        this.streams = streams;
        this.sink = sink;
        this.cursor = recording.cursor();
    }

    /// What could not be read before may be there now.
    void refresh() {
        cursor.forget();
    }

    /// Walks on from an offset in an entry. Ends at `endOffset`, before `endEntry`, or when the
    /// sink is done.
    void walk(long fromEntry, long fromOffset, long endEntry, long endOffset) throws IOException {
        boolean goOn = true;
        for (long number = fromEntry; number < endEntry && goOn; number++) {
            IndexEntry entry = recording.entry(cursor, number);
            long from = Math.max(entry.offset(), fromOffset);
            long to = Math.min(entry.end(), endOffset);
            if (from >= endOffset) {
                return;
            }
            goOn =
                    streams.contains(entry.stream())
                            ? walkEntry(entry, number, from, to)
                            : sink.reached(number + 1, to);
        }
    }

    private boolean walkEntry(IndexEntry entry, long number, long from, long to)
            throws IOException {
        if (open.isPresent() && open.get() != entry.stream()) {
            endLine(false);
        }
        long[] position = {from};
        return recording.readEntry(
                entry,
                from,
                to,
                piece,
                (stream, time, bytes, offset, length) -> {
                    walkPiece(entry, number, position[0], bytes, length);
                    position[0] += length;
                    boolean ended = position[0] == entry.end();
                    return sink.reached(ended ? number + 1 : number, position[0]) && !sink.isDone();
                });
    }

    private void walkPiece(IndexEntry entry, long number, long position, byte[] bytes, int length) {
        int next = 0;
        while (next < length && !sink.isDone()) {
            if (open.isEmpty()) {
                open = Optional.of(entry.stream());
                lineBytes = 0;
                sink.startLine(entry, number, position + next);
            }
            int limit = (int) Math.min(length, next + MAX_LINE_BYTES - lineBytes);
            int end = sink.take(bytes, next, limit);
            if (end >= 0) {
                next = end;
                endLine(true);
                continue;
            }
            lineBytes += limit - next;
            next = limit;
            if (lineBytes == MAX_LINE_BYTES) {
                endLine(false);
            }
        }
    }

    private void endLine(boolean newline) {
        open = Optional.empty();
        sink.endLine(newline);
    }
}
