package dev.countersign.recording;

import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.zip.CRC32C;

/// One entry of `output.index`: a chunk as it arrived, or the end of the recording.
///
/// The file is a header of [#HEADER_SIZE] bytes (magic, version, entry size, start as epoch second
/// and nanosecond, checksum of these) and entries of [#SIZE] bytes, all big-endian: time, offset,
/// length, newlines, checksum of the bytes, stream, kind, flags, checksum of the entry. Checksums
/// are CRC32C. The end entry has the end of the output as offset and the checksum of all that the
/// command wrote.
///
/// @param nanos since the start of the run; never smaller than that of the entry before
/// @param offset in `output`
/// @param newlines how many of the bytes are newlines
/// @param openLine whether the last byte is not a newline
record IndexEntry(
        Kind kind,
        StreamKind stream,
        long nanos,
        long offset,
        int length,
        int newlines,
        boolean openLine,
        int checksum) {

    enum Kind {
        CHUNK(1),
        END(2);

        private final byte code;

        Kind(int code) {
            this.code = (byte) code;
        }
    }

    static final int SIZE = 36;
    static final int HEADER_SIZE = 32;

    /// "COUNTREC" in ASCII.
    private static final long MAGIC = 0x434F_554E_5452_4543L;

    private static final int VERSION = 1;
    private static final short OPEN_LINE = 1;

    long end() {
        return offset + length;
    }

    void encode(ByteBuffer target) {
        int start = target.position();
        target.putLong(nanos)
                .putLong(offset)
                .putInt(length)
                .putInt(newlines)
                .putInt(checksum)
                .put(stream.code())
                .put(kind.code)
                .putShort(openLine ? OPEN_LINE : 0);
        target.putInt(checksum(target, start, SIZE - Integer.BYTES));
    }

    /// Empty where the bytes are torn or are no entry.
    static Optional<IndexEntry> decode(ByteBuffer source, int start) {
        int check = source.getInt(start + SIZE - Integer.BYTES);
        if (check != checksum(source, start, SIZE - Integer.BYTES)) {
            return Optional.empty();
        }
        Optional<StreamKind> stream = StreamKind.ofCode(source.get(start + 28));
        byte kindCode = source.get(start + 29);
        long nanos = source.getLong(start);
        long offset = source.getLong(start + 8);
        int length = source.getInt(start + 16);
        if (stream.isEmpty() || nanos < 0 || offset < 0 || length < 0) {
            return Optional.empty();
        }
        for (Kind kind : Kind.values()) {
            if (kind.code == kindCode) {
                return Optional.of(
                        new IndexEntry(
                                kind,
                                stream.get(),
                                nanos,
                                offset,
                                length,
                                source.getInt(start + 20),
                                (source.getShort(start + 30) & OPEN_LINE) != 0,
                                source.getInt(start + 24)));
            }
        }
        return Optional.empty();
    }

    static ByteBuffer header(Instant startedAt) {
        ByteBuffer header = ByteBuffer.allocate(HEADER_SIZE);
        header.putLong(MAGIC)
                .putInt(VERSION)
                .putInt(SIZE)
                .putLong(startedAt.getEpochSecond())
                .putInt(startedAt.getNano());
        header.putInt(checksum(header, 0, HEADER_SIZE - Integer.BYTES));
        return header.flip();
    }

    /// When the run started; empty where this is no header of this version.
    static Optional<Instant> startOf(ByteBuffer header) {
        boolean known =
                header.limit() >= HEADER_SIZE
                        && header.getLong(0) == MAGIC
                        && header.getInt(8) == VERSION
                        && header.getInt(12) == SIZE
                        && header.getInt(28) == checksum(header, 0, HEADER_SIZE - Integer.BYTES);
        if (!known) {
            return Optional.empty();
        }
        try {
            return Optional.of(Instant.ofEpochSecond(header.getLong(16), header.getInt(24)));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static int checksum(ByteBuffer bytes, int start, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate().limit(start + length).position(start));
        return (int) crc.getValue();
    }
}
