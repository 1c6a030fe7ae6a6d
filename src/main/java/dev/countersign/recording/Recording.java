package dev.countersign.recording;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/// Reads a recording: while it grows, when it has ended, and after a crash.
///
/// What it knows is as old as its last [#refresh]. Safe for several threads. Shares nothing but the
/// files with the writer. Memory is a few blocks, however much there is to read. Every method that
/// throws `IOException` blocks on the disk.
public final class Recording implements Closeable {

    private static final int PIECE = 64 * 1024;

    /// What is known to be there: replaced as a whole by [#refresh].
    private record Extent(
            long entries,
            long indexed,
            long end,
            long lastNanos,
            RecordingTotals totals,
            boolean complete,
            int checksum) {

        static final Extent NONE = new Extent(0, 0, 0, 0, RecordingTotals.NONE, false, 0);
    }

    private final Path folder;
    private final Instant startedAt;
    private final PositionalFile output;
    private final PositionalFile index;

    /// Chunks that no index entry tells of, found by [#recover].
    private volatile List<IndexEntry> recovered = List.of();

    private volatile Extent extent = Extent.NONE;

    private final Object refreshing = new Object();

    // Guarded by refreshing.
    private final EntryCursor newEntries;
    private final StreamCounter stdout = new StreamCounter();
    private final StreamCounter stderr = new StreamCounter();

    private Recording(Path folder, Instant startedAt, PositionalFile output, PositionalFile index) {
        this.folder = folder;
        this.startedAt = startedAt;
        this.output = output;
        this.index = index;
        this.newEntries = new EntryCursor(index);
    }

    /// Opens a recording that may still grow, and refreshes it once. What has no index entry counts
    /// as being written just now, and is not there yet. Throws `NoSuchFileException` where there is
    /// no recording, or its writer has only begun to make one; `IOException` where its index is not
    /// one of ours.
    public static Recording open(Path folder) throws IOException {
        return open(folder, false);
    }

    private static Recording open(Path folder, boolean writerIsGone) throws IOException {
        PositionalFile output = PositionalFile.openForReading(RecordingFiles.output(folder));
        PositionalFile index = null;
        try {
            index = PositionalFile.openForReading(RecordingFiles.index(folder));
            Instant startedAt = readStart(folder, index, writerIsGone);
            Recording recording = new Recording(folder, startedAt, output, index);
            recording.refresh();
            return recording;
        } catch (IOException | RuntimeException e) {
            output.close();
            if (index != null) {
                index.close();
            }
            throw e;
        }
    }

    /// Opens a recording whose writer is known to be gone. Where it was not finished, bytes that no
    /// index entry tells of are read too: as of the last known time, and as standard output unless
    /// a damaged end of the index says otherwise. Writes nothing.
    public static Recording recover(Path folder) throws IOException {
        Recording recording = open(folder, true);
        try {
            if (!recording.isComplete()) {
                recording.readUnindexed();
            }
            return recording;
        } catch (IOException | RuntimeException e) {
            recording.close();
            throw e;
        }
    }

    private static Instant readStart(Path folder, PositionalFile index, boolean writerIsGone)
            throws IOException {
        byte[] header = new byte[IndexEntry.HEADER_SIZE];
        int length = index.read(header, 0, header.length, 0);
        if (writerIsGone && length < header.length) {
            // The crash came before the header: the file itself tells best when that was.
            return Files.getLastModifiedTime(RecordingFiles.index(folder)).toInstant();
        }
        if (length < header.length) {
            throw new NoSuchFileException(
                    RecordingFiles.index(folder).toString(), null, "its header is not written yet");
        }
        return IndexEntry.startOf(ByteBuffer.wrap(header, 0, length))
                .orElseThrow(
                        () -> new IOException("not an index of a recording we know: " + folder));
    }

    /// How many bytes of output lie in a folder, without opening it; 0 where there is no recording.
    public static long outputBytes(Path folder) throws IOException {
        Path file = RecordingFiles.output(folder);
        return Files.exists(file) ? Files.size(file) : 0;
    }

    public Path folder() {
        return folder;
    }

    /// Takes the files of a recording away, if there are any; whoever has them open reads on.
    public static void delete(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    public Instant startedAt() {
        return startedAt;
    }

    /// Looks for what was recorded since. Returns whether there is anything new.
    public boolean refresh() throws IOException {
        synchronized (refreshing) {
            Extent before = extent;
            if (before.complete() || !recovered.isEmpty()) {
                return false;
            }
            newEntries.forget();
            long outputSize = output.size();
            Extent now = before;
            while (!now.complete()) {
                Optional<IndexEntry> next = newEntries.at(now.entries());
                if (next.isEmpty() || !follows(now, next.get(), outputSize)) {
                    break;
                }
                now = with(now, next.get());
            }
            extent = now;
            return !now.equals(before);
        }
    }

    private static boolean follows(Extent extent, IndexEntry entry, long outputSize) {
        return entry.offset() == extent.end()
                && entry.nanos() >= extent.lastNanos()
                && entry.end() <= outputSize;
    }

    private Extent with(Extent extent, IndexEntry entry) {
        if (entry.kind() == IndexEntry.Kind.END) {
            return new Extent(
                    extent.entries(),
                    extent.indexed(),
                    extent.end(),
                    entry.nanos(),
                    extent.totals(),
                    true,
                    entry.checksum());
        }
        switch (entry.stream()) {
            case STDOUT -> stdout.add(entry);
            case STDERR -> stderr.add(entry);
            case CONSOLE -> {}
        }
        return new Extent(
                extent.entries() + 1,
                extent.indexed() + 1,
                entry.end(),
                entry.nanos(),
                new RecordingTotals(stdout.totals(), stderr.totals()),
                false,
                0);
    }

    private void readUnindexed() throws IOException {
        synchronized (refreshing) {
            Extent known = extent;
            long rest = output.size() - known.end();
            if (rest <= 0) {
                return;
            }
            // An entry that is there but claims more than there is still knows its stream.
            StreamKind stream =
                    newEntries
                            .at(known.entries())
                            .filter(entry -> entry.kind() == IndexEntry.Kind.CHUNK)
                            .filter(entry -> entry.offset() == known.end())
                            .map(IndexEntry::stream)
                            .orElse(StreamKind.STDOUT);
            List<IndexEntry> found = new ArrayList<>();
            Extent now = known;
            byte[] bytes = new byte[1 << 20];
            while (rest > 0) {
                int length = output.read(bytes, 0, (int) Math.min(rest, bytes.length), now.end());
                if (length == 0) {
                    break;
                }
                IndexEntry entry = unindexed(stream, now, bytes, length);
                found.add(entry);
                Extent next = with(now, entry);
                now =
                        new Extent(
                                next.entries(),
                                known.indexed(),
                                next.end(),
                                next.lastNanos(),
                                next.totals(),
                                false,
                                0);
                rest -= length;
            }
            recovered = List.copyOf(found);
            extent = now;
        }
    }

    private static IndexEntry unindexed(
            StreamKind stream, Extent before, byte[] bytes, int length) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, length);
        return new IndexEntry(
                IndexEntry.Kind.CHUNK,
                stream,
                before.lastNanos(),
                before.end(),
                length,
                NewlineCount.of(ByteBuffer.wrap(bytes, 0, length)),
                bytes[length - 1] != '\n',
                (int) checksum.getValue());
    }

    /// Whether the run was recorded to its end. A recording that does not grow and is not complete
    /// was cut by a crash.
    public boolean isComplete() {
        return extent.complete();
    }

    public RecordingTotals totals() {
        return extent.totals();
    }

    /// From the start to the last that is known.
    public Duration duration() {
        return Duration.ofNanos(extent.lastNanos());
    }

    /// How many bytes the streams and the console itself wrote together, as far as is known.
    long endOffset() {
        return extent.end();
    }

    /// The position after all that is known now.
    public ReadPosition end() {
        return new ReadPosition(extent.entries());
    }

    /// When the command printed something, nearest after (or before) a time; empty where it did
    /// not.
    public Optional<Duration> outputBeside(Duration time, boolean forwards) throws IOException {
        EntryCursor cursor = new EntryCursor(index);
        long low = 0;
        long high = extent.entries();
        while (low < high) {
            long middle = (low + high) >>> 1;
            int order = Duration.ofNanos(entry(cursor, middle).nanos()).compareTo(time);
            if (order < 0 || (forwards && order == 0)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        long number = forwards ? low : low - 1;
        if (number < 0 || number >= extent.entries()) {
            return Optional.empty();
        }
        return Optional.of(Duration.ofNanos(entry(cursor, number).nanos()));
    }

    /// Hands to `visitor` what the streams wrote from a position up to what is known now, in
    /// arrival order. Returns the position that it came to: the end, also when the visitor stopped
    /// early.
    public ReadPosition read(ReadPosition from, Set<StreamKind> streams, ChunkVisitor visitor)
            throws IOException {
        ReadPosition end = end();
        byte[] piece = new byte[PIECE];
        EntryCursor cursor = new EntryCursor(index);
        for (long number = from.entries(); number < end.entries(); number++) {
            IndexEntry entry = entry(cursor, number);
            if (streams.contains(entry.stream())
                    && !readEntry(entry, entry.offset(), entry.end(), piece, visitor)) {
                break;
            }
        }
        return end;
    }

    /// As [#read], and stops after the chunk with which `maximumBytes` are reached. Returns the
    /// position after the last chunk that was read.
    public ReadPosition readSome(
            ReadPosition from, Set<StreamKind> streams, int maximumBytes, ChunkVisitor visitor)
            throws IOException {
        long end = end().entries();
        long read = 0;
        byte[] piece = new byte[PIECE];
        EntryCursor cursor = new EntryCursor(index);
        long number = from.entries();
        while (number < end && read < maximumBytes) {
            IndexEntry entry = entry(cursor, number);
            number++;
            if (streams.contains(entry.stream())) {
                readEntry(entry, entry.offset(), entry.end(), piece, visitor);
                read += entry.length();
            }
        }
        return new ReadPosition(number);
    }

    /// As [#read], of one stream between two positions, without its first `skip` bytes there.
    void readStream(
            StreamKind stream, ReadPosition from, ReadPosition to, long skip, ChunkVisitor visitor)
            throws IOException {
        byte[] piece = new byte[PIECE];
        EntryCursor cursor = new EntryCursor(index);
        long toSkip = skip;
        for (long number = from.entries(); number < to.entries(); number++) {
            IndexEntry entry = entry(cursor, number);
            if (entry.stream() != stream) {
                continue;
            }
            if (toSkip >= entry.length()) {
                toSkip -= entry.length();
                continue;
            }
            if (!readEntry(entry, entry.offset() + toSkip, entry.end(), piece, visitor)) {
                return;
            }
            toSkip = 0;
        }
    }

    /// Whether the bytes are those that were written, by the checksums of the chunks and, where the
    /// recording is complete, of the whole. Reads everything.
    public boolean isIntact() throws IOException {
        CRC32C whole = new CRC32C();
        Extent known = extent;
        byte[] piece = new byte[PIECE];
        EntryCursor cursor = new EntryCursor(index);
        for (long number = 0; number < known.entries(); number++) {
            IndexEntry entry = entry(cursor, number);
            CRC32C chunk = new CRC32C();
            boolean counts = entry.stream() != StreamKind.CONSOLE;
            readEntry(
                    entry,
                    entry.offset(),
                    entry.end(),
                    piece,
                    (stream, time, bytes, offset, length) -> {
                        chunk.update(bytes, offset, length);
                        if (counts) {
                            whole.update(bytes, offset, length);
                        }
                        return true;
                    });
            if ((int) chunk.getValue() != entry.checksum()) {
                return false;
            }
        }
        return !known.complete() || (int) whole.getValue() == known.checksum();
    }

    /// Gives the descriptors back until something is read again, which then opens the files anew.
    public void rest() throws IOException {
        output.rest();
        index.rest();
    }

    @Override
    public void close() throws IOException {
        try (output) {
            index.close();
        }
    }

    EntryCursor cursor() {
        return new EntryCursor(index);
    }

    IndexEntry entry(EntryCursor cursor, long number) throws IOException {
        Extent known = extent;
        if (number >= known.indexed()) {
            return recovered.get((int) (number - known.indexed()));
        }
        return cursor.at(number)
                .orElseThrow(
                        () -> new IOException("index entry " + number + " is gone: " + folder));
    }

    /// Hands a part of an entry to the visitor, piece by piece. Returns whether it wants more.
    boolean readEntry(IndexEntry entry, long from, long to, byte[] piece, ChunkVisitor visitor)
            throws IOException {
        Duration time = Duration.ofNanos(entry.nanos());
        long position = from;
        while (position < to) {
            int wanted = (int) Math.min(piece.length, to - position);
            int length = output.read(piece, 0, wanted, position);
            if (length == 0) {
                throw new IOException("output is shorter than its index says: " + folder);
            }
            if (!visitor.chunk(entry.stream(), time, piece, 0, length)) {
                return false;
            }
            position += length;
        }
        return true;
    }
}
