package dev.countersign.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/// Reads index entries by number, a block at a time, forwards or backwards. Confined to one thread.
final class EntryCursor {

    static final int BLOCK = 1024;

    private final PositionalFile index;
    private final byte[] bytes = new byte[BLOCK * IndexEntry.SIZE];
    private final ByteBuffer buffer = ByteBuffer.wrap(bytes);
    private long first = -1;
    private int count;

    EntryCursor(PositionalFile index) {
        this.index = index;
    }

    /// Empty where there is no whole, valid entry.
    Optional<IndexEntry> at(long number) throws IOException {
        boolean inBlock = first >= 0 && number >= first && number < first + count;
        if (!inBlock) {
            first = number / BLOCK * BLOCK;
            long position = IndexEntry.HEADER_SIZE + first * IndexEntry.SIZE;
            count = index.read(bytes, 0, bytes.length, position) / IndexEntry.SIZE;
        }
        int place = (int) (number - first);
        return place < count
                ? IndexEntry.decode(buffer, place * IndexEntry.SIZE)
                : Optional.empty();
    }

    /// Forgets the block: what could not be read may be there now.
    void forget() {
        first = -1;
    }
}
