package dev.countersign.ui.output;

import dev.countersign.ansi.TerminalScreen.Modes;
import dev.countersign.ansi.TerminalScreen.Picture;
import dev.countersign.recording.LineIndex;
import dev.countersign.recording.OutputActivity;
import dev.countersign.recording.OutputTimeline;
import dev.countersign.recording.RecordedLine;
import dev.countersign.recording.Recording;
import dev.countersign.recording.RecordingTotals;
import dev.countersign.recording.ScreenIndex;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Follows one recording on a thread of its own and makes pages of the lines that somebody looks
/// at.
///
/// Starts a daemon thread; [#close] ends it and all that it started. Safe on any thread.
final class OutputReader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OutputReader.class);
    private static final long LOOK_AGAIN_MILLIS = 33;

    /// When more goes by between two pages than anybody can read, fewer pages will do: what they
    /// cost is the command's.
    private static final long FLOOD_LOOK_AGAIN_MILLIS = 200;

    /// When the index is so many bytes behind, and the person only watches the end, that is read by
    /// itself; see [LineIndex#newest].
    private static final long FAR_BEHIND = 4L << 20;

    /// While output flows on like that, the index takes a slice a look, and all the rest once it
    /// stops, or somebody wants to see more than the end.
    private static final long FLOWING_NANOS = 500_000_000L;

    private static final int FLOOD_SCREENS = 3;
    private static final long QUIET_LOOK_AGAIN_MILLIS = 200;
    private static final long FOLDED_LOOK_AGAIN_MILLIS = 1_000;
    private static final long QUIET_AFTER_NANOS = 2_000_000_000L;
    private static final long ACTIVITY_APART_NANOS = 250_000_000L;

    /// Indexed between two looks at what the person wants: some 5 ms.
    private static final long SLICE = 8L << 20;

    /// A screen takes longer for each byte.
    private static final long SCREEN_SLICE = 1L << 20;

    private static final int ATTEMPTS_TO_OPEN = 50;

    /// How much of the view is looked at.
    enum Attention {
        /// Its rows are on the screen.
        ROWS,
        /// Only how much there is.
        COUNTS,
        /// Nothing: the reader rests.
        NONE
    }

    /// As what a terminal's output is shown.
    enum Surface {
        /// Line below line.
        LINES,
        /// As the screen of a terminal.
        SCREEN,
        /// As a screen where the program draws on one.
        AUTOMATIC
    }

    /// What is looked at.
    ///
    /// @param follow whether the newest lines are wanted, whatever `first` says
    /// @param first the first row on the screen
    /// @param rows how many fit on it; as many are read before and behind
    /// @param wrapColumns how many columns fit; 0 leaves lines whole
    /// @param at only what was there at this time; empty for all
    /// @param timeline whether it matters when how much was printed
    /// @param surface [Surface#LINES] for what no terminal showed
    record Wish(
            Attention attention,
            boolean follow,
            long first,
            int rows,
            int wrapColumns,
            boolean highlight,
            Optional<SearchQuery> query,
            Optional<Duration> at,
            boolean timeline,
            Optional<RowMap> map,
            Surface surface) {
        /// Whether nothing but the newest lines is looked at.
        boolean isOfEnd() {
            return follow
                    && query.isEmpty()
                    && at.isEmpty()
                    && map.isEmpty()
                    && surface == Surface.LINES;
        }

        /// The same without highlighting, wrapping and search.
        Wish withoutInk() {
            return new Wish(
                    attention,
                    follow,
                    first,
                    rows,
                    0,
                    false,
                    Optional.empty(),
                    at,
                    timeline,
                    map,
                    surface);
        }

        static final Wish FIRST =
                new Wish(
                        Attention.ROWS,
                        true,
                        0,
                        1,
                        0,
                        false,
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        Optional.empty(),
                        Surface.LINES);
    }

    /// What can be drawn.
    ///
    /// @param lines those in view, with some before and behind
    /// @param rowCount how many rows there are in all at this moment
    /// @param totals of the whole recording, whatever moment is shown
    /// @param duration from the start to the last output that is known
    /// @param taken how much of what is recorded was taken in yet, from 0 to 1
    /// @param at the moment that it shows; empty for the end
    /// @param screen what stands on the terminal's screen, where that is shown
    /// @param modes what a terminal's program wants of what is typed
    /// @param problem what went wrong with reading, where something did
    record Page(
            List<PageLine> lines,
            long rowCount,
            RecordingTotals totals,
            Duration duration,
            boolean complete,
            double taken,
            Optional<Duration> at,
            OutputActivity activity,
            Optional<Picture> screen,
            Modes modes,
            Optional<String> problem) {
        Page {
            lines = List.copyOf(lines);
        }

        /// The same rows, with more of what is recorded taken in.
        Page withTaken(double now) {
            return new Page(
                    lines, rowCount, totals, duration, complete, now, at, activity, screen, modes,
                    problem);
        }

        static Page nothing(Optional<String> problem) {
            return new Page(
                    List.of(),
                    0,
                    RecordingTotals.NONE,
                    Duration.ZERO,
                    false,
                    1,
                    Optional.empty(),
                    OutputActivity.NONE,
                    Optional.empty(),
                    Modes.USUAL,
                    problem);
        }
    }

    /// A recording that is open, for those who search and copy.
    record Opened(Recording recording, LineIndex index) {}

    private final Path folder;
    private final Supplier<UnaryOperator<RecordedLine>> masks;
    private final Consumer<Page> listener;
    private final Thread thread;
    private final ReaderTasks tasks;
    private final Semaphore wishes = new Semaphore(0);
    private final Object lock = new Object();

    // Guarded by lock.
    private Wish wish = Wish.FIRST;
    private boolean wishIsNew = true;

    private OutputActivity activity = OutputActivity.NONE;
    private long activityAt;
    private long lastGrowth = System.nanoTime();

    /// Does not start yet.
    ///
    /// @param masks what a person may see of lines that follow each other; same length
    /// @param listener hears each new page, on the reader's thread
    OutputReader(
            Path folder, Supplier<UnaryOperator<RecordedLine>> masks, Consumer<Page> listener) {
        this.folder = folder;
        this.masks = masks;
        this.listener = listener;
        tasks = new ReaderTasks(masks);
        thread =
                Thread.ofPlatform()
                        .daemon()
                        .name("output-reader-" + folder.getFileName())
                        .unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /// Searching, copying and jumping, each on a thread of its own.
    ReaderTasks tasks() {
        return tasks;
    }

    void look(Wish now) {
        synchronized (lock) {
            if (!now.equals(wish)) {
                wish = now;
                wishIsNew = true;
                wishes.release();
            }
        }
    }

    @Override
    public void close() {
        tasks.close();
        thread.interrupt();
    }

    private void run() {
        try (Recording recording = openPatiently()) {
            LineIndex index = new LineIndex(recording);
            tasks.opened(new Opened(recording, index));
            follow(recording, index);
        } catch (ClosedByInterruptException e) {
            // Closed in the middle of a read: nobody looks any more.
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            LOG.warn("the output in {} cannot be read", folder, e);
            listener.accept(Page.nothing(Optional.of("The recorded output cannot be read.")));
        } catch (InterruptedException e) {
            // Closed: nobody looks any more.
            Thread.currentThread().interrupt();
        } finally {
            tasks.close();
        }
    }

    /// The folder is named before its files are made.
    private Recording openPatiently() throws IOException, InterruptedException {
        for (int attempt = 0; ; attempt++) {
            try {
                return Recording.open(folder);
            } catch (NoSuchFileException e) {
                if (attempt == ATTEMPTS_TO_OPEN) {
                    throw e;
                }
                Thread.sleep(LOOK_AGAIN_MILLIS);
            }
        }
    }

    private void follow(Recording recording, LineIndex index)
            throws IOException, InterruptedException {
        PageMaker maker = new PageMaker(recording, index, masks);
        Optional<ScreenIndex> screen = Optional.empty();
        OutputTimeline timeline = new OutputTimeline(recording);
        Optional<Page> last = Optional.empty();
        long shownAt = System.nanoTime() - 1_000_000_000L;
        boolean unshown = false;
        long linesShown = 0;
        while (!Thread.currentThread().isInterrupted()) {
            boolean grown = refresh(recording, index);
            long now = System.nanoTime();
            Wish wanted;
            boolean asked;
            synchronized (lock) {
                wanted = wish;
                asked = wishIsNew;
                wishIsNew = false;
            }
            if (wanted.surface() != Surface.LINES && wanted.attention() != Attention.NONE) {
                screen =
                        Optional.of(screen.isPresent() ? screen.get() : new ScreenIndex(recording));
                grown |= screen.get().refresh(SCREEN_SLICE);
            }
            boolean behind =
                    index.isBehind()
                            || (wanted.surface() != Surface.LINES
                                    && screen.filter(ScreenIndex::isBehind).isPresent());
            boolean ofEnd = wanted.isOfEnd() && index.bytesBehind() > FAR_BEHIND;
            boolean atLeisure = ofEnd && isFlowing(recording, now);
            unshown |= grown || asked || last.isEmpty();
            long lines = Math.max(index.lineCount(), recording.totals().lines());
            boolean flood = lines - linesShown > (long) FLOOD_SCREENS * wanted.rows();
            long apart = flood ? FLOOD_LOOK_AGAIN_MILLIS : LOOK_AGAIN_MILLIS;
            boolean due = asked || last.isEmpty() || now - shownAt >= apart * 1_000_000;
            if (unshown && (due || (!behind && !flood)) && wanted.attention() != Attention.NONE) {
                refreshActivity(timeline, wanted, now, behind);
                Page page =
                        ofEnd
                                ? maker.newest(wanted, activity, atLeisure ? 1 : taken(index))
                                : isBeyond(wanted, index, last)
                                        ? last.orElseThrow().withTaken(taken(index))
                                        : maker.page(wanted, activity, screen);
                listener.accept(page);
                last = Optional.of(page);
                shownAt = now;
                linesShown = lines;
                unshown = false;
            }
            if (!behind || atLeisure || wanted.attention() == Attention.NONE) {
                await(recording.isComplete() && !unshown, wanted, atLeisure);
            }
        }
    }

    /// Takes a slice of what is new in; whether there was anything.
    private boolean refresh(Recording recording, LineIndex index) throws IOException {
        long before = recording.totals().bytes();
        boolean taken = index.refresh(SLICE);
        boolean grown = recording.totals().bytes() != before;
        if (grown) {
            lastGrowth = System.nanoTime();
        }
        return taken || grown;
    }

    private boolean isFlowing(Recording recording, long now) {
        return !recording.isComplete() && now - lastGrowth < FLOWING_NANOS;
    }

    private static double taken(LineIndex index) {
        double all = (double) index.bytes() + index.bytesBehind();
        return all == 0 ? 1 : index.bytes() / all;
    }

    /// Whether what is looked at is shown already, though the index has not come to it: the person
    /// let go of the end while output flooded in.
    private static boolean isBeyond(Wish wanted, LineIndex index, Optional<Page> last) {
        return index.isBehind()
                && wanted.surface() == Surface.LINES
                && wanted.at().isEmpty()
                && wanted.map().isEmpty()
                && wanted.first() + wanted.rows() > index.lineCount()
                && last.filter(page -> page.at().isEmpty() && page.screen().isEmpty())
                        .filter(page -> page.rowCount() > index.lineCount())
                        .isPresent();
    }

    private void refreshActivity(OutputTimeline timeline, Wish wanted, long now, boolean behind)
            throws IOException {
        boolean due = now - activityAt >= ACTIVITY_APART_NANOS || !behind;
        if (wanted.timeline() && due && timeline.refresh()) {
            activity = timeline.activity();
            activityAt = now;
        }
    }

    /// Until something new is wanted, or until it is time to look for more.
    private void await(boolean complete, Wish seen, boolean atLeisure)
            throws InterruptedException {
        long millis =
                switch (seen.attention()) {
                    case NONE -> Long.MAX_VALUE;
                    case COUNTS -> complete ? Long.MAX_VALUE : FOLDED_LOOK_AGAIN_MILLIS;
                    case ROWS ->
                            complete
                                    ? Long.MAX_VALUE
                                    : atLeisure ? FLOOD_LOOK_AGAIN_MILLIS : patience();
                };
        // An early return only means one look more.
        wishes.tryAcquire(millis, TimeUnit.MILLISECONDS);
        wishes.drainPermits();
    }

    private long patience() {
        return System.nanoTime() - lastGrowth < QUIET_AFTER_NANOS
                ? LOOK_AGAIN_MILLIS
                : QUIET_LOOK_AGAIN_MILLIS;
    }
}
