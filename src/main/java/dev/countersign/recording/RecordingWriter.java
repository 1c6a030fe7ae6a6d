package dev.countersign.recording;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.CRC32C;

/// Writes a recording: each chunk into `output` as it arrives, and an entry for it into
/// `output.index`.
///
/// Safe for several threads; their chunks are written whole, one after the other. Every write
/// blocks on the disk. **A write that throws has recorded nothing**: when the disk was full, the
/// same call can be made again once there is room, and nothing is lost or doubled. Interrupts are
/// kept, not obeyed. When bytes reach the device is the system's to choose.
public final class RecordingWriter implements Closeable {

    /// No clock that is right tells more; nanoseconds in a `long` reach three times as far.
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private static final byte[] NEWLINE = {'\n'};

    private final Path folder;
    private final Instant startedAt;
    private final PositionalFile output;
    private final PositionalFile index;
    private final ReentrantLock appending = new ReentrantLock();

    // Guarded by appending.
    private final ByteBuffer entryBuffer = ByteBuffer.allocate(IndexEntry.SIZE);
    private final JoinedChecksum wholeChecksum = new JoinedChecksum();
    private long outputEnd;
    private long indexEnd;
    private long lastNanos;
    private boolean openLine;
    private boolean finished;

    /// Short, never held during a write, so that progress can be asked for at any time.
    private final Object statistics = new Object();

    // Guarded by statistics.
    private final StreamCounter stdout = new StreamCounter();
    private final StreamCounter stderr = new StreamCounter();
    private final LastLine stdoutEnd = new LastLine();
    private final LastLine stderrEnd = new LastLine();
    private LastLine latest = stdoutEnd;
    private Optional<Instant> lastOutputAt = Optional.empty();

    private RecordingWriter(
            Path folder, Instant startedAt, PositionalFile output, PositionalFile index) {
        this.folder = folder;
        this.startedAt = startedAt;
        this.output = output;
        this.index = index;
    }

    /// Makes the folder (mode 0700) and the two files (mode 0600) of a new recording. Throws
    /// `FileAlreadyExistsException` where there is a recording.
    public static RecordingWriter create(Path folder, Instant startedAt) throws IOException {
        RecordingFiles.createFolder(folder);
        PositionalFile output = RecordingFiles.createFile(RecordingFiles.output(folder));
        PositionalFile index = null;
        try {
            index = RecordingFiles.createFile(RecordingFiles.index(folder));
            RecordingWriter writer = new RecordingWriter(folder, startedAt, output, index);
            index.write(IndexEntry.header(startedAt), 0);
            writer.indexEnd = IndexEntry.HEADER_SIZE;
            return writer;
        } catch (IOException | RuntimeException e) {
            output.close();
            if (index != null) {
                index.close();
            }
            throw e;
        }
    }

    /// The file that holds the bytes as the command wrote them.
    public Path outputFile() {
        return RecordingFiles.output(folder);
    }

    /// Records what is between position and limit of the buffer; leaves the buffer as it was.
    ///
    /// @param stream [StreamKind#STDOUT] or [StreamKind#STDERR]
    public void append(StreamKind stream, ByteBuffer bytes, Instant at) throws IOException {
        if (stream == StreamKind.CONSOLE) {
            throw new IllegalArgumentException("use appendConsoleLine");
        }
        if (!bytes.hasRemaining()) {
            return;
        }
        appending.lock();
        try {
            IndexEntry entry = write(stream, bytes, at);
            wholeChecksum.add(entry.checksum(), entry.length());
            count(entry, bytes, at);
        } finally {
            appending.unlock();
        }
    }

    /// As [#append(StreamKind, ByteBuffer, Instant)], for a part of an array.
    public void append(StreamKind stream, byte[] bytes, int offset, int length, Instant at)
            throws IOException {
        append(stream, ByteBuffer.wrap(bytes, offset, length), at);
    }

    /// Adds a line of the console's own, such as `[background process completed]`: on a line of its
    /// own at the end of the file, outside totals and checksum.
    public void appendConsoleLine(String text, Instant at) throws IOException {
        byte[] line = (withoutControls(text) + "\n").getBytes(StandardCharsets.UTF_8);
        appending.lock();
        try {
            ByteBuffer bytes = ByteBuffer.allocate(line.length + 1);
            bytes.put(openLine ? NEWLINE : new byte[0]).put(line).flip();
            write(StreamKind.CONSOLE, bytes, at);
        } finally {
            appending.unlock();
        }
    }

    /// Marks the recording as complete and closes it. Throws, still open, when the mark could not
    /// be written. Further calls do nothing but tell the totals.
    public RecordingTotals finish(Instant at) throws IOException {
        appending.lock();
        try {
            if (!finished) {
                IndexEntry end =
                        new IndexEntry(
                                IndexEntry.Kind.END,
                                StreamKind.CONSOLE,
                                nanosAt(at),
                                outputEnd,
                                0,
                                0,
                                false,
                                wholeChecksum.value());
                // What a failed write left behind its end is no output.
                output.truncate(outputEnd);
                writeEntry(end);
                index.truncate(indexEnd);
                finished = true;
                close();
            }
        } finally {
            appending.unlock();
        }
        return progress().totals();
    }

    /// How far it has come; never waits for the disk.
    public RecordingProgress progress() {
        RecordingTotals totals;
        byte[] end;
        Optional<Instant> at;
        synchronized (statistics) {
            totals = new RecordingTotals(stdout.totals(), stderr.totals());
            end = latest.copy();
            at = lastOutputAt;
        }
        return new RecordingProgress(totals, LastLine.of(end), at);
    }

    /// Closes the files; without [#finish] the recording stays incomplete, as after a crash.
    @Override
    public void close() throws IOException {
        try (output) {
            index.close();
        }
    }

    private IndexEntry write(StreamKind stream, ByteBuffer bytes, Instant at) throws IOException {
        if (finished) {
            throw new IllegalStateException("the recording is finished: " + folder);
        }
        CRC32C checksum = new CRC32C();
        checksum.update(bytes.duplicate());
        boolean open = bytes.get(bytes.limit() - 1) != '\n';
        IndexEntry entry =
                new IndexEntry(
                        IndexEntry.Kind.CHUNK,
                        stream,
                        nanosAt(at),
                        outputEnd,
                        bytes.remaining(),
                        NewlineCount.of(bytes),
                        open,
                        (int) checksum.getValue());
        output.write(bytes, outputEnd);
        writeEntry(entry);
        outputEnd = entry.end();
        openLine = open;
        return entry;
    }

    private void writeEntry(IndexEntry entry) throws IOException {
        entryBuffer.clear();
        entry.encode(entryBuffer);
        index.write(entryBuffer.flip(), indexEnd);
        indexEnd += IndexEntry.SIZE;
        lastNanos = entry.nanos();
    }

    /// A clock that was set back must not make the recording go back in time.
    private long nanosAt(Instant at) {
        Duration since = Duration.between(startedAt, at);
        if (since.isNegative() || since.compareTo(LONGEST) > 0) {
            return lastNanos;
        }
        return Math.max(lastNanos, since.toNanos());
    }

    private void count(IndexEntry entry, ByteBuffer bytes, Instant at) {
        boolean error = entry.stream() == StreamKind.STDERR;
        synchronized (statistics) {
            (error ? stderr : stdout).add(entry);
            latest = error ? stderrEnd : stdoutEnd;
            latest.add(bytes);
            lastOutputAt = Optional.of(at);
        }
    }

    private static String withoutControls(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> Character.isISOControl(c) ? ' ' : c)
                .forEach(plain::appendCodePoint);
        return plain.toString();
    }
}
