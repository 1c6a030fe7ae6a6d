package dev.countersign.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/// Reads index entries by number, a block at a time, forwards or backwards. The blocks are small at
/// first, since most recordings are. Confined to one thread.
final class EntryCursor {

    /// The largest block, in entries.
    static final int BLOCK = 1024;

    private static final int FIRST_BLOCK = 16;
    private static final int GROWTH = 8;

    private final PositionalFile index;
    private byte[] bytes = new byte[0];
    private ByteBuffer buffer = ByteBuffer.wrap(bytes);
    private int block;
    private long first = -1;
    private int count;

    EntryCursor(PositionalFile index) {
        this.index = index;
    }

    /// Empty where there is no whole, valid entry.
    Optional<IndexEntry> at(long number) throws IOException {
        boolean inBlock = first >= 0 && number >= first && number < first + count;
        if (!inBlock) {
            growBlock();
            first = number / block * block;
            long position = IndexEntry.HEADER_SIZE + first * IndexEntry.SIZE;
            count = index.read(bytes, 0, bytes.length, position) / IndexEntry.SIZE;
        }
        int place = (int) (number - first);
        return place < count
                ? IndexEntry.decode(buffer, place * IndexEntry.SIZE)
                : Optional.empty();
    }

    private void growBlock() {
        int wanted = block == 0 ? FIRST_BLOCK : Math.min(BLOCK, block * GROWTH);
        if (wanted != block) {
            block = wanted;
            bytes = new byte[block * IndexEntry.SIZE];
            buffer = ByteBuffer.wrap(bytes);
        }
    }

    /// Forgets the block: what could not be read may be there now.
    void forget() {
        first = -1;
        block = 0;
        bytes = new byte[0];
        buffer = ByteBuffer.wrap(bytes);
    }
}
