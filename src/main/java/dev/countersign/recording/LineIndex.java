package dev.countersign.recording;

import dev.countersign.ansi.LineScanner;
import dev.countersign.ansi.ParserState;
import dev.countersign.ansi.StyledLine;
import dev.countersign.ansi.StyledLineParser;
import dev.countersign.recording.Checkpoints.Checkpoint;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A recording as lines, by number and by time, while it grows.
///
/// Lines are in arrival order. A line ends at its newline, where the other stream begins to write
/// (two streams never share a line; what follows is a line of its own), and after 1 MiB. Colours
/// and links go on within each stream, whatever the other one does.
///
/// A background thread calls [#refresh]; any thread may then ask for lines. Both block on the disk;
/// neither waits for the other or for the writer. Memory is less than a byte a line.
public final class LineIndex {

    private static final int LINES_APART = 64;
    private static final int BYTES_APART = 256 * 1024;

    /// Where a stream is in the middle of a character or sequence there is no checkpoint, but for
    /// no longer than this; that sequence then ends there.
    private static final int MAX_LINES_APART = 4096;

    private static final int MAX_BYTES_APART = 8 << 20;

    /// How far the lines are known: everything before `offset`, which is in or before `entry`.
    private record Extent(long lines, long entry, long offset) {}

    private final Recording recording;
    private final Set<StreamKind> streams;
    private final Checkpoints checkpoints = new Checkpoints();
    private volatile Extent extent = new Extent(0, 0, 0);

    private final Object refreshing = new Object();

    // Guarded by refreshing.
    private final Indexer indexer = new Indexer();
    private final LineWalk walk;

    /// Indexes what all streams wrote, the console's own lines included.
    public LineIndex(Recording recording) {
        this(recording, StreamKind.all());
    }

    /// Indexes some streams as if there were no others.
    public LineIndex(Recording recording, Set<StreamKind> streams) {
        this.recording = recording;
        this.streams = EnumSet.copyOf(streams);
        this.walk = new LineWalk(recording, this.streams, indexer);
    }

    /// Refreshes the recording and takes in what is new; lines can be asked for while it does.
    /// Returns whether there was anything. An interrupt ends it early, without loss: the next
    /// refresh goes on there.
    public boolean refresh() throws IOException {
        synchronized (refreshing) {
            recording.refresh();
            walk.refresh();
            Extent before = extent;
            walk.walk(before.entry(), before.offset(), recording.end().entries(), Long.MAX_VALUE);
            return !extent.equals(before);
        }
    }

    /// How many lines are known, the one under construction included.
    public long lineCount() {
        return extent.lines();
    }

    /// The lines from number `from` (counted from 0) that are known, at most `count`.
    public List<RecordedLine> lines(long from, int count) throws IOException {
        Extent known = extent;
        if (from < 0 || count < 0) {
            throw new IllegalArgumentException("lines " + from + ", " + count);
        }
        List<RecordedLine> lines = new ArrayList<>();
        long end = Math.min(known.lines(), from + count);
        long next = from;
        while (next < end) {
            int place = checkpoints.ofLine(next);
            long after = readBlock(place, known, next, end, lines);
            if (after <= next) {
                throw new IOException("line " + next + " is gone: " + recording.folder());
            }
            next = after;
        }
        return lines;
    }

    /// When the line's first byte arrived; empty where there is no such line.
    public Optional<Duration> timeOf(long line) throws IOException {
        if (line < 0 || line >= lineCount()) {
            return Optional.empty();
        }
        return Optional.of(lines(line, 1).getFirst().sinceStart());
    }

    /// The last line that had begun at this time; empty where none had.
    public Optional<Long> lineAt(Duration sinceStart) throws IOException {
        Extent known = extent;
        long end = Math.min(offsetAt(sinceStart, known), known.offset());
        Checkpoint block = checkpoints.at(checkpoints.beforeOffset(end));
        LineCounter counter = new LineCounter();
        new LineWalk(recording, streams, counter)
                .walk(block.entry(), block.offset(), recording.end().entries(), end);
        long line = block.line() + counter.started - 1;
        return line < 0 ? Optional.empty() : Optional.of(line);
    }

    /// The end of the last entry that had arrived at this time.
    private long offsetAt(Duration sinceStart, Extent known) throws IOException {
        EntryCursor cursor = recording.cursor();
        long low = 0;
        long high = recording.end().entries();
        while (low < high) {
            long middle = (low + high) >>> 1;
            IndexEntry entry = recording.entry(cursor, middle);
            if (Duration.ofNanos(entry.nanos()).compareTo(sinceStart) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == 0 ? 0 : Math.min(known.offset(), recording.entry(cursor, low - 1).end());
    }

    /// Reads the wanted lines of a block of lines between two checkpoints. Returns the next line.
    private long readBlock(int place, Extent known, long from, long end, List<RecordedLine> target)
            throws IOException {
        Checkpoint start = checkpoints.at(place);
        boolean last = place + 1 == checkpoints.count();
        long blockEnd = last ? known.offset() : checkpoints.at(place + 1).offset();
        long endOffset = Math.min(blockEnd, known.offset());
        BlockReader reader = new BlockReader(start, from, end, target);
        new LineWalk(recording, streams, reader)
                .walk(start.entry(), start.offset(), recording.end().entries(), endOffset);
        reader.finish();
        return reader.line;
    }

    /// Counts lines and sets checkpoints while new bytes go by.
    private final class Indexer implements LineWalk.Sink {

        private final Map<StreamKind, LineScanner> scanners = new EnumMap<>(StreamKind.class);
        private StreamKind current = StreamKind.STDOUT;
        private Checkpoint last = Checkpoint.START;
        private long lines;

        Indexer() {
            for (StreamKind stream : StreamKind.values()) {
                scanners.put(stream, new LineScanner(ParserState.INITIAL));
            }
        }

        @Override
        public void startLine(IndexEntry entry, long entryNumber, long offset) {
            long sinceLines = lines - last.line();
            long sinceBytes = offset - last.offset();
            boolean due = sinceLines >= LINES_APART || sinceBytes >= BYTES_APART;
            boolean overdue = sinceLines >= MAX_LINES_APART || sinceBytes >= MAX_BYTES_APART;
            if (due && (overdue || scanners.values().stream().allMatch(LineScanner::isIdle))) {
                setCheckpoint(entryNumber, offset);
            }
            current = entry.stream();
            lines++;
        }

        private void setCheckpoint(long entry, long offset) {
            last =
                    new Checkpoint(
                            lines,
                            entry,
                            offset,
                            stateOf(StreamKind.STDOUT),
                            stateOf(StreamKind.STDERR));
            checkpoints.add(last);
            // Those who read begin anew here, too.
            scanners.replaceAll((stream, scanner) -> new LineScanner(scanner.state()));
        }

        private ParserState stateOf(StreamKind stream) {
            return scannerOf(stream).state();
        }

        private LineScanner scannerOf(StreamKind stream) {
            return scanners.computeIfAbsent(stream, s -> new LineScanner(ParserState.INITIAL));
        }

        @Override
        public int take(byte[] bytes, int from, int to) {
            return scannerOf(current).nextLine(bytes, from, to);
        }

        @Override
        public void endLine(boolean newline) {}

        @Override
        public boolean reached(long entryNumber, long offset) {
            extent = new Extent(lines, entryNumber, offset);
            return !Thread.currentThread().isInterrupted();
        }
    }

    /// Parses a block from its checkpoint on and keeps the lines that are wanted.
    private static final class BlockReader implements LineWalk.Sink {

        private final Map<StreamKind, StyledLineParser> parsers = new EnumMap<>(StreamKind.class);
        private final long from;
        private final long end;
        private final List<RecordedLine> target;
        private StreamKind stream = StreamKind.STDOUT;
        private Duration time = Duration.ZERO;
        private StyledLine ended = StyledLine.EMPTY;
        private boolean open;
        private long line;

        BlockReader(Checkpoint start, long from, long end, List<RecordedLine> target) {
            parsers.put(StreamKind.STDOUT, new StyledLineParser(start.stdout()));
            parsers.put(StreamKind.STDERR, new StyledLineParser(start.stderr()));
            this.line = start.line();
            this.from = from;
            this.end = end;
            this.target = target;
        }

        private StyledLineParser parser() {
            return parsers.computeIfAbsent(stream, s -> new StyledLineParser());
        }

        @Override
        public void startLine(IndexEntry entry, long entryNumber, long offset) {
            stream = entry.stream();
            time = Duration.ofNanos(entry.nanos());
            open = true;
        }

        @Override
        public int take(byte[] bytes, int start, int to) {
            int next = start;
            while (next < to && bytes[next] != '\n') {
                next++;
            }
            boolean newline = next < to;
            int lineEnd = newline ? next + 1 : to;
            parser().accept(bytes, start, lineEnd - start, styled -> ended = styled);
            return newline ? lineEnd : -1;
        }

        @Override
        public void endLine(boolean newline) {
            add(newline ? ended : parser().breakLine());
            open = false;
        }

        /// The line under construction is shown as far as it has come.
        void finish() {
            if (open && !isDone()) {
                add(parser().currentLine());
            }
        }

        private void add(StyledLine styled) {
            if (line >= from && line < end) {
                target.add(new RecordedLine(line, styled, stream, time));
            }
            line++;
        }

        @Override
        public boolean isDone() {
            return line >= end;
        }
    }

    /// Counts the lines that start.
    private static final class LineCounter implements LineWalk.Sink {

        private long started;

        @Override
        public void startLine(IndexEntry entry, long entryNumber, long offset) {
            started++;
        }

        @Override
        public int take(byte[] bytes, int from, int to) {
            for (int index = from; index < to; index++) {
                if (bytes[index] == '\n') {
                    return index + 1;
                }
            }
            return -1;
        }

        @Override
        public void endLine(boolean newline) {}
    }
}
