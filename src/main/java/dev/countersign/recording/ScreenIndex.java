package dev.countersign.recording;

import dev.countersign.ansi.TerminalScreen;
import dev.countersign.recording.TerminalSizes.Size;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// The screen of a recorded pseudo-terminal, as it is now and as it was at any time. It keeps a
/// screen now and then to begin from, ever farther apart, so that memory is bounded and going to a
/// time reads a part only. Confined to one thread; blocks on the disk.
public final class ScreenIndex {
    private static final Set<StreamKind> STREAMS = EnumSet.of(StreamKind.STDOUT, StreamKind.STDERR);
    private static final int PIECE = 64 * 1024;
    private static final long FIRST_APART = 128 * 1024;

    /// How many screens are kept, and how many cells they may have together.
    private static final int MOST_KEPT = 32;

    private static final long MOST_CELLS = 1_000_000;

    /// A screen and how far the recording had come when it looked like that.
    ///
    /// @param entry the next index entry
    /// @param sizes how many of the sizes it has taken
    private record Kept(TerminalScreen screen, long entry, long offset, int sizes) {
        Kept copy() {
            return new Kept(screen.copy(), entry, offset, sizes);
        }
    }

    private final Recording recording;
    private final EntryCursor cursor;
    private final byte[] piece = new byte[PIECE];
    private final List<Kept> kept = new ArrayList<>();
    private List<Size> sizes = List.of();
    private long sizesLength;
    private Kept newest;

    /// Where [#at] came to, and the time it was for.
    private Kept visited;

    private long visitedNanos;
    private long apart = FIRST_APART;

    public ScreenIndex(Recording recording) throws IOException {
        this.recording = recording;
        this.cursor = recording.cursor();
        readSizes();
        newest = start();
        visited = start();
    }

    /// Takes in what the recording knows by its own last refresh, about `bytes` of it at most.
    /// Returns whether there was anything new.
    public boolean refresh(long bytes) throws IOException {
        cursor.forget();
        int known = sizes.size();
        readSizes();
        long before = newest.entry();
        long stop = newest.offset() + bytes;
        while (isBehind() && newest.offset() < stop && !Thread.currentThread().isInterrupted()) {
            newest = next(newest);
            keepNowAndThen();
        }
        boolean caughtUp = !isBehind();
        if (caughtUp) {
            // Its newest size holds although nothing was printed since.
            newest = sized(newest, Long.MAX_VALUE);
        }
        return newest.entry() != before || sizes.size() != known;
    }

    /// Whether the recording is known to hold more than [#refresh] took in so far.
    public boolean isBehind() {
        return newest.entry() < recording.end().entries();
    }

    /// Whether anything was put elsewhere than at the end so far; see [TerminalScreen#isAddressed].
    public boolean isAddressed() {
        return newest.screen().isAddressed();
    }

    /// What the program wants of keys and pasting now.
    public TerminalScreen.Modes modes() {
        return newest.screen().modes();
    }

    /// As far as [#refresh] came.
    public TerminalScreen.Picture now() {
        return newest.screen().picture();
    }

    /// As it was at a time.
    public TerminalScreen.Picture at(Duration time) throws IOException {
        long nanos = time.toNanos();
        long end = entriesUpTo(nanos);
        Kept from = nanos >= visitedNanos && visited.entry() <= end ? visited : start();
        visitedNanos = nanos;
        for (Kept each : kept) {
            if (each.entry() <= end && each.entry() > from.entry()) {
                from = each.copy();
            }
        }
        Kept reached = from;
        while (reached.entry() < end && !Thread.currentThread().isInterrupted()) {
            reached = next(reached);
        }
        visited = sized(reached, nanos);
        return visited.screen().picture();
    }

    /// How many entries had arrived by then.
    private long entriesUpTo(long nanos) throws IOException {
        long low = 0;
        long high = newest.entry();
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (recording.entry(cursor, middle).nanos() <= nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private Kept start() {
        Size first = sizes.isEmpty() ? Size.STANDARD : sizes.getFirst();
        boolean fromStart = first.at().isZero();
        return new Kept(
                fromStart
                        ? new TerminalScreen(first.columns(), first.rows())
                        : new TerminalScreen(
                                TerminalSizes.STANDARD_COLUMNS, TerminalSizes.STANDARD_ROWS),
                0,
                0,
                fromStart && !sizes.isEmpty() ? 1 : 0);
    }

    /// The screen after one more entry; the same object, gone on.
    private Kept next(Kept from) throws IOException {
        IndexEntry entry = recording.entry(cursor, from.entry());
        Kept at = sized(from, entry.nanos());
        if (STREAMS.contains(entry.stream())) {
            recording.readEntry(
                    entry,
                    entry.offset(),
                    entry.end(),
                    piece,
                    (_, _, bytes, offset, length) -> {
                        at.screen().accept(bytes, offset, length);
                        return true;
                    });
        }
        return new Kept(at.screen(), from.entry() + 1, entry.end(), at.sizes());
    }

    private Kept sized(Kept from, long nanos) {
        int taken = from.sizes();
        while (taken < sizes.size() && sizes.get(taken).at().toNanos() <= nanos) {
            from.screen().resize(sizes.get(taken).columns(), sizes.get(taken).rows());
            taken++;
        }
        return new Kept(from.screen(), from.entry(), from.offset(), taken);
    }

    private void keepNowAndThen() {
        long since = newest.offset() - (kept.isEmpty() ? 0 : kept.getLast().offset());
        if (since < apart || !newest.screen().isIdle()) {
            return;
        }
        long cells = kept.stream().mapToLong(each -> each.screen().cells()).sum();
        boolean full = kept.size() >= MOST_KEPT || cells + newest.screen().cells() > MOST_CELLS;
        if (full) {
            for (int index = kept.size() - 1; index >= 0; index -= 2) {
                kept.remove(index);
            }
            apart *= 2;
            return;
        }
        kept.add(newest.copy());
    }

    private void readSizes() throws IOException {
        long length = TerminalSizes.length(recording.folder());
        if (length != sizesLength) {
            sizes = TerminalSizes.read(recording.folder());
            sizesLength = length;
        }
    }
}
