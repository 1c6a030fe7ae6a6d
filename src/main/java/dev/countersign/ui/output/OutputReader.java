package dev.countersign.ui.output;

import dev.countersign.recording.LineIndex;
import dev.countersign.recording.RecordedLine;
import dev.countersign.recording.Recording;
import dev.countersign.recording.RecordingTotals;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Follows one recording on a thread of its own and reads the lines that somebody looks at.
///
/// Starts a daemon thread; [#close] ends it. Safe on any thread.
final class OutputReader implements AutoCloseable {
    /// The lines of a text that is copied at most; more does not fit a clipboard's purpose.
    static final int MOST_COPIED = 200_000;

    private static final Logger LOG = LoggerFactory.getLogger(OutputReader.class);
    private static final long LOOK_AGAIN_MILLIS = 60;

    /// What is looked at.
    ///
    /// @param follow whether the newest lines are wanted, whatever `first` says
    record Wish(boolean follow, long first, int rows) {}

    /// What can be drawn.
    ///
    /// @param problem what went wrong with reading, where something did
    record Page(
            long first,
            List<RecordedLine> lines,
            long lineCount,
            RecordingTotals totals,
            boolean complete,
            Optional<String> problem) {
        Page {
            lines = List.copyOf(lines);
        }

        static Page nothing(Optional<String> problem) {
            return new Page(0, List.of(), 0, RecordingTotals.NONE, false, problem);
        }
    }

    /// Lines to be put on the clipboard.
    private record Copying(long first, long last, Consumer<List<RecordedLine>> answer) {}

    private final Path folder;
    private final Consumer<Page> listener;
    private final Thread thread;
    private final Object lock = new Object();

    // Guarded by lock.
    private Wish wish = new Wish(true, 0, 1);
    private Optional<Copying> copying = Optional.empty();
    private boolean wishIsNew = true;

    /// Starts following.
    ///
    /// @param listener hears each new page, on the reader's thread
    OutputReader(Path folder, Consumer<Page> listener) {
        this.folder = folder;
        this.listener = listener;
        thread =
                Thread.ofPlatform()
                        .daemon()
                        .name("output-reader-" + folder.getFileName())
                        .unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    void look(Wish now) {
        synchronized (lock) {
            if (!now.equals(wish)) {
                wish = now;
                wishIsNew = true;
                lock.notifyAll();
            }
        }
    }

    /// Reads lines to copy them; at most [#MOST_COPIED].
    ///
    /// @param answer hears them on the reader's thread
    void read(long first, long last, Consumer<List<RecordedLine>> answer) {
        synchronized (lock) {
            copying = Optional.of(new Copying(first, last, answer));
            lock.notifyAll();
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    private void run() {
        try (Recording recording = openPatiently()) {
            follow(recording, new LineIndex(recording));
        } catch (ClosedByInterruptException e) {
            // Closed in the middle of a read: nobody looks any more.
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            LOG.warn("the output in {} cannot be read", folder, e);
            listener.accept(Page.nothing(Optional.of("The recorded output cannot be read.")));
        } catch (InterruptedException e) {
            // Closed: nobody looks any more.
            Thread.currentThread().interrupt();
        }
    }

    /// The folder is named before its files are made.
    private Recording openPatiently() throws IOException, InterruptedException {
        for (int attempt = 0; ; attempt++) {
            try {
                return Recording.open(folder);
            } catch (NoSuchFileException e) {
                if (attempt == 50) {
                    throw e;
                }
                Thread.sleep(LOOK_AGAIN_MILLIS);
            }
        }
    }

    private void follow(Recording recording, LineIndex index)
            throws IOException, InterruptedException {
        boolean first = true;
        while (!Thread.interrupted()) {
            boolean grown = index.refresh();
            Wish now;
            boolean asked;
            Optional<Copying> wanted;
            synchronized (lock) {
                now = wish;
                asked = wishIsNew;
                wishIsNew = false;
                wanted = copying;
                copying = Optional.empty();
            }
            if (wanted.isPresent()) {
                answer(index, wanted.get());
            }
            if (grown || asked || first) {
                listener.accept(page(recording, index, now));
                first = false;
            }
            synchronized (lock) {
                if (!wishIsNew && copying.isEmpty()) {
                    lock.wait(recording.isComplete() ? 0 : LOOK_AGAIN_MILLIS);
                }
            }
        }
    }

    private static Page page(Recording recording, LineIndex index, Wish wish) throws IOException {
        long count = index.lineCount();
        long last = Math.max(0, count - wish.rows());
        long from = wish.follow() ? last : Math.clamp(wish.first(), 0, last);
        return new Page(
                from,
                index.lines(from, wish.rows()),
                count,
                recording.totals(),
                recording.isComplete(),
                Optional.empty());
    }

    private static void answer(LineIndex index, Copying copying) throws IOException {
        long count = Math.min(MOST_COPIED, copying.last() - copying.first() + 1);
        copying.answer().accept(index.lines(copying.first(), (int) count));
    }
}
