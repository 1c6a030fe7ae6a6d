package dev.countersign.ui.output;

import dev.countersign.ansi.TerminalScreen.Modes;
import dev.countersign.ansi.TerminalScreen.Picture;
import dev.countersign.recording.LineIndex;
import dev.countersign.recording.OutputActivity;
import dev.countersign.recording.RecordedLine;
import dev.countersign.recording.Recording;
import dev.countersign.recording.RecordingTotals;
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
    private static final long OPEN_AGAIN_MILLIS = 33;
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
    /// @param first the first row on the screen; 0 while it follows, so that new lines alone change
    ///   nothing of what is wanted
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
        Wish {
            first = follow ? 0 : first;
        }

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
                Thread.sleep(OPEN_AGAIN_MILLIS);
            }
        }
    }

    private void follow(Recording recording, LineIndex index)
            throws IOException, InterruptedException {
        OutputFollower follower = new OutputFollower(recording, index, masks, listener);
        while (!Thread.currentThread().isInterrupted()) {
            Wish wanted;
            boolean asked;
            synchronized (lock) {
                wanted = wish;
                asked = wishIsNew;
                wishIsNew = false;
            }
            long millis = follower.look(wanted, asked);
            if (millis > 0) {
                // An early return only means one look more.
                wishes.tryAcquire(millis, TimeUnit.MILLISECONDS);
                wishes.drainPermits();
            }
        }
    }
}
