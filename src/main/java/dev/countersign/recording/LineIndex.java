package dev.countersign.recording;

import dev.countersign.ansi.ByteScan;
import dev.countersign.ansi.LineScanner;
import dev.countersign.ansi.ParserState;
import dev.countersign.ansi.StyledLine;
import dev.countersign.ansi.StyledLineParser;
import dev.countersign.recording.Checkpoints.Checkpoint;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
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

    /// How many bytes of the end [#newest] reads: what a person sees at a time is far less.
    private static final int NEWEST_BYTES = 64 * 1024;

    /// How far the lines are known: everything before `offset`, which is in or before `entry`.
    private record Extent(long lines, long entry, long offset) {}

    /// How far the output had come at some time. Opaque; made by [#momentAt] and [#now].
    ///
    /// @param lines how many lines had begun
    public record Moment(long lines, long offset) {}

    /// Where a line begins.
    private record Place(long entry, long offset) {}

    /// The end of an output that is not known yet up to there.
    ///
    /// @param lineCount how many lines there are in all, by the newlines that were counted when
    ///   they were written
    public record Newest(List<RecordedLine> lines, long lineCount) {
        public Newest {
            lines = List.copyOf(lines);
        }
    }

    /// Hears lines in their order.
    @FunctionalInterface
    public interface LineVisitor {
        /// Returns whether to go on.
        boolean line(RecordedLine line);
    }

    private final Recording recording;
    private final Set<StreamKind> streams;
    private final Checkpoints checkpoints;
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
        this(recording, streams, Checkpoints.MOST);
    }

    LineIndex(Recording recording, Set<StreamKind> streams, int mostCheckpoints) {
        this.recording = recording;
        this.checkpoints = new Checkpoints(mostCheckpoints);
        this.streams = EnumSet.copyOf(streams);
        this.walk = new LineWalk(recording, this.streams, indexer);
    }

    /// Refreshes the recording and takes in what is new; lines can be asked for while it does.
    /// Returns whether there was anything. An interrupt ends it early, without loss: the next
    /// refresh goes on there.
    public boolean refresh() throws IOException {
        return refresh(Long.MAX_VALUE);
    }

    /// As [#refresh()], but ends after about `bytes` more; [#isBehind] tells whether more is there.
    public boolean refresh(long bytes) throws IOException {
        synchronized (refreshing) {
            recording.refresh();
            walk.refresh();
            Extent before = extent;
            indexer.stopAt =
                    bytes > Long.MAX_VALUE - before.offset()
                            ? Long.MAX_VALUE
                            : before.offset() + bytes;
            walk.walk(before.entry(), before.offset(), recording.end().entries(), Long.MAX_VALUE);
            return !extent.equals(before);
        }
    }

    /// Whether the recording is known to hold more than [#refresh] took in so far.
    public boolean isBehind() {
        return extent.entry() < recording.end().entries();
    }

    /// How many bytes were taken in so far.
    public long bytes() {
        return extent.offset();
    }

    /// How many recorded bytes are not taken in yet, by the recording's own last refresh.
    public long bytesBehind() {
        return Math.max(0, recording.endOffset() - extent.offset());
    }

    /// How many lines are known, the one under construction included.
    public long lineCount() {
        return extent.lines();
    }

    /// All that is known.
    public Moment now() {
        Extent known = extent;
        return new Moment(known.lines(), known.offset());
    }

    /// What was there at this time.
    public Moment momentAt(Duration sinceStart) throws IOException {
        Extent known = extent;
        long end = Math.min(offsetAt(sinceStart, known), known.offset());
        return new Moment(linesBefore(end), end);
    }

    /// The lines from number `from` (counted from 0) that are known, at most `count`.
    public List<RecordedLine> lines(long from, int count) throws IOException {
        return lines(from, count, now());
    }

    /// As [#lines(long, int)], as they were at a moment: nothing that came later is in them.
    public List<RecordedLine> lines(long from, int count, Moment moment) throws IOException {
        if (count < 0) {
            throw new IllegalArgumentException("count: " + count);
        }
        List<RecordedLine> lines = new ArrayList<>();
        visit(from, from + count, moment, lines::add);
        return lines;
    }

    /// Hands the lines from number `from` up to `end` (exclusive) to the visitor, one at a time, so
    /// that memory is one line however many there are.
    public void visit(long from, long end, Moment moment, LineVisitor visitor) throws IOException {
        if (from < 0) {
            throw new IllegalArgumentException("from: " + from);
        }
        long last = Math.min(moment.lines(), end);
        BlockReader reader = new BlockReader(from, last, visitor);
        long next = from;
        while (next < last && !reader.stopped) {
            long after = readBlock(checkpoints.ofLine(next), moment, reader);
            if (after <= next && !reader.stopped) {
                throw new IOException("line " + next + " is gone: " + recording.folder());
            }
            next = after;
        }
    }

    /// The newest lines, at most `count`, whether all before them are known or not. For the eye
    /// while more arrives than can be taken in: numbers may be off by the lines that two streams
    /// cut in two, and a colour that began far before them is not seen.
    public Newest newest(int count) throws IOException {
        long endEntry = recording.end().entries();
        long end = recording.endOffset();
        long start = Math.max(0, end - NEWEST_BYTES);
        EntryCursor cursor = recording.cursor();
        long first = endEntry;
        while (first > 0
                && (first == endEntry || recording.entry(cursor, first).offset() > start)) {
            first--;
        }
        Deque<RecordedLine> lines = new ArrayDeque<>();
        BlockReader reader =
                new BlockReader(
                        0,
                        Long.MAX_VALUE,
                        line -> {
                            lines.addLast(line);
                            if (lines.size() > count + 1) {
                                lines.removeFirst();
                            }
                            return true;
                        });
        reader.begin(new Checkpoint(0, first, start, ParserState.INITIAL, ParserState.INITIAL));
        new LineWalk(recording, streams, reader).walk(first, start, endEntry, end);
        reader.finish();
        // The first one is the rest of a line, but where there is nothing before it.
        if (lines.size() > count || (start > 0 && lines.size() > 1)) {
            lines.removeFirst();
        }
        long lineCount = Math.max(recording.totals().lines(), Math.max(lines.size(), lineCount()));
        return new Newest(numbered(lines, lineCount - lines.size()), lineCount);
    }

    private static List<RecordedLine> numbered(Collection<RecordedLine> lines, long first) {
        List<RecordedLine> numbered = new ArrayList<>();
        for (RecordedLine line : lines) {
            long number = first + numbered.size();
            numbered.add(new RecordedLine(number, line.line(), line.stream(), line.sinceStart()));
        }
        return numbered;
    }

    /// The nearest line of a stream after (or before) a line; empty where there is none. An
    /// interrupt ends it early, with none.
    public Optional<Long> nextOf(StreamKind stream, long line, boolean forwards)
            throws IOException {
        if (!forwards) {
            return line <= 0 ? Optional.empty() : lastBefore(stream, placeOf(line));
        }
        Extent known = extent;
        if (line + 1 >= known.lines()) {
            return Optional.empty();
        }
        Place start = line < 0 ? new Place(0, 0) : placeOf(line + 1);
        EntryCursor cursor = recording.cursor();
        long end = recording.end().entries();
        for (long number = start.entry(); number < end && goesOn(number); number++) {
            IndexEntry entry = recording.entry(cursor, number);
            if (entry.offset() >= known.offset()) {
                return Optional.empty();
            }
            if (entry.stream() == stream && entry.length() > 0 && entry.end() > start.offset()) {
                return Optional.of(lineOfByte(Math.max(entry.offset(), start.offset())));
            }
        }
        return Optional.empty();
    }

    private Optional<Long> lastBefore(StreamKind stream, Place start) throws IOException {
        EntryCursor cursor = recording.cursor();
        for (long number = start.entry(); number >= 0 && goesOn(number); number--) {
            IndexEntry entry = recording.entry(cursor, number);
            if (entry.stream() == stream && entry.length() > 0 && entry.offset() < start.offset()) {
                return Optional.of(lineOfByte(Math.min(entry.end(), start.offset()) - 1));
            }
        }
        return Optional.empty();
    }

    private static boolean goesOn(long number) {
        return number % 4096 != 0 || !Thread.currentThread().isInterrupted();
    }

    private Place placeOf(long line) throws IOException {
        Checkpoint start = checkpoints.ofLine(line).start();
        StartFinder finder = new StartFinder(start.line(), line);
        new LineWalk(recording, streams, finder)
                .walk(start.entry(), start.offset(), recording.end().entries(), extent.offset());
        return finder.found.orElseThrow(
                () -> new IOException("line " + line + " is gone: " + recording.folder()));
    }

    private long lineOfByte(long offset) throws IOException {
        return linesBefore(offset + 1) - 1;
    }

    /// How many lines begin before an offset.
    private long linesBefore(long offset) throws IOException {
        if (offset <= 0) {
            return 0;
        }
        Checkpoint block = checkpoints.beforeOffset(offset);
        LineCounter counter = new LineCounter();
        new LineWalk(recording, streams, counter)
                .walk(block.entry(), block.offset(), recording.end().entries(), offset);
        return block.line() + counter.started;
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
        long line = momentAt(sinceStart).lines() - 1;
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
    private long readBlock(Checkpoints.Span span, Moment moment, BlockReader reader)
            throws IOException {
        Checkpoint start = span.start();
        long blockEnd = span.end().map(Checkpoint::offset).orElse(moment.offset());
        reader.begin(start);
        new LineWalk(recording, streams, reader)
                .walk(
                        start.entry(),
                        start.offset(),
                        recording.end().entries(),
                        Math.min(blockEnd, moment.offset()));
        reader.finish();
        return reader.line;
    }

    /// Counts lines and sets checkpoints while new bytes go by.
    private final class Indexer implements LineWalk.Sink {

        private final Map<StreamKind, LineScanner> scanners = new EnumMap<>(StreamKind.class);
        private StreamKind current = StreamKind.STDOUT;
        private Checkpoint last = Checkpoint.START;
        private long lines;
        private long stopAt = Long.MAX_VALUE;

        Indexer() {
            for (StreamKind stream : StreamKind.values()) {
                scanners.put(stream, new LineScanner(ParserState.INITIAL));
            }
        }

        @Override
        public void startLine(IndexEntry entry, long entryNumber, long offset) {
            long sinceLines = lines - last.line();
            long sinceBytes = offset - last.offset();
            long apart = (long) LINES_APART * checkpoints.distance();
            boolean due = sinceLines >= apart || sinceBytes >= BYTES_APART;
            if (due) {
                long most = Math.max(MAX_LINES_APART, apart);
                boolean overdue = sinceLines >= most || sinceBytes >= MAX_BYTES_APART;
                boolean idle = scanners.values().stream().allMatch(LineScanner::isIdle);
                if (idle || overdue) {
                    setCheckpoint(entryNumber, offset, idle);
                }
            }
            current = entry.stream();
            lines++;
        }

        private void setCheckpoint(long entry, long offset, boolean idle) {
            last =
                    new Checkpoint(
                            lines,
                            entry,
                            offset,
                            stateOf(StreamKind.STDOUT),
                            stateOf(StreamKind.STDERR));
            checkpoints.add(last, idle);
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
            return offset < stopAt && !Thread.currentThread().isInterrupted();
        }
    }

    /// Parses a block from its checkpoint on and keeps the lines that are wanted.
    private static final class BlockReader implements LineWalk.Sink {

        private final Map<StreamKind, StyledLineParser> parsers = new EnumMap<>(StreamKind.class);
        private final long from;
        private final long end;
        private final LineVisitor target;
        private boolean stopped;
        private StreamKind stream = StreamKind.STDOUT;
        private Duration time = Duration.ZERO;
        private StyledLine ended = StyledLine.EMPTY;
        private boolean open;
        private long line;

        BlockReader(long from, long end, LineVisitor target) {
            this.from = from;
            this.end = end;
            this.target = target;
        }

        void begin(Checkpoint start) {
            parsers.clear();
            parsers.put(StreamKind.STDOUT, new StyledLineParser(start.stdout()));
            parsers.put(StreamKind.STDERR, new StyledLineParser(start.stderr()));
            line = start.line();
            open = false;
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
            int next = ByteScan.newline(bytes, start, to);
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
            if (line >= from && line < end && !stopped) {
                stopped = !target.line(new RecordedLine(line, styled, stream, time));
            }
            line++;
        }

        @Override
        public boolean isDone() {
            return stopped || line >= end;
        }
    }

    /// Finds where a line starts.
    private static final class StartFinder implements LineWalk.Sink {

        private final long wanted;
        private long line;
        private Optional<Place> found = Optional.empty();

        StartFinder(long first, long wanted) {
            this.line = first;
            this.wanted = wanted;
        }

        @Override
        public void startLine(IndexEntry entry, long entryNumber, long offset) {
            if (line == wanted && found.isEmpty()) {
                found = Optional.of(new Place(entryNumber, offset));
            }
            line++;
        }

        @Override
        public int take(byte[] bytes, int from, int to) {
            return newlineIn(bytes, from, to);
        }

        @Override
        public void endLine(boolean newline) {}

        @Override
        public boolean isDone() {
            return found.isPresent();
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
            return newlineIn(bytes, from, to);
        }

        @Override
        public void endLine(boolean newline) {}
    }

    private static int newlineIn(byte[] bytes, int from, int to) {
        int found = ByteScan.newline(bytes, from, to);
        return found < to ? found + 1 : -1;
    }
}
