package dev.countersign.ui.output;

import dev.countersign.ansi.TerminalScreen.Picture;
import dev.countersign.recording.LineIndex;
import dev.countersign.recording.RecordedLine;
import dev.countersign.recording.StreamKind;
import dev.countersign.ui.output.OutputReader.Opened;
import dev.countersign.ui.output.SearchQuery.TooCostly;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What goes through a whole output: searching, copying, finding the next error. Each starts a
/// daemon thread that ends with its work, with a new one of its kind, and with [#close]. Safe on
/// any thread; answers come on the thread of the work.
final class ReaderTasks implements AutoCloseable {
    /// The lines of a text that is copied at most; more does not fit a clipboard's purpose.
    static final int MOST_COPIED_LINES = 200_000;

    static final long MOST_COPIED_CHARACTERS = 16_000_000;

    private static final Logger LOG = LoggerFactory.getLogger(ReaderTasks.class);
    private static final long REPORT_EACH_NANOS = 100_000_000;
    private static final long LOOK_AGAIN_MILLIS = 150;
    private static final int BACKWARDS_STEP = 4_096;
    private static final int STACK_BYTES = 4 << 20;

    /// How a search stands.
    ///
    /// @param searched how many lines it has looked at
    /// @param done whether it has seen all there is, though more may still be printed
    /// @param problem why it gave up, where it did
    record Progress(
            SearchHits hits,
            long searched,
            long lineCount,
            boolean done,
            Optional<String> problem) {}

    /// What [#next] looks for.
    enum Landmark {
        STDERR,
        ERROR
    }

    /// @param whole whether it is all that was selected, not only what may be copied at most
    record Copied(List<RecordedLine> lines, boolean whole) {
        Copied {
            lines = List.copyOf(lines);
        }
    }

    private enum Kind {
        SEARCH,
        JUMP,
        MARK,
        COPY
    }

    private interface Work {
        void run(Opened opened) throws IOException, InterruptedException;
    }

    private final Supplier<UnaryOperator<RecordedLine>> masks;
    private final CompletableFuture<Opened> opened = new CompletableFuture<>();

    // Guarded by this.
    private final Map<Kind, Thread> threads = new EnumMap<>(Kind.class);
    private boolean closed;

    ReaderTasks(Supplier<UnaryOperator<RecordedLine>> masks) {
        this.masks = masks;
    }

    void opened(Opened now) {
        opened.complete(now);
    }

    /// Searches everything, and what is printed from then on.
    void search(SearchQuery query, Consumer<Progress> listener) {
        start(Kind.SEARCH, now -> search(now, query, listener));
    }

    void endSearch() {
        end(Kind.SEARCH);
    }

    /// Finds the nearest landmark behind (or before) a line.
    ///
    /// @param answer hears its line, or that there is none
    void next(Landmark landmark, long line, boolean forwards, Consumer<Optional<Long>> answer) {
        start(
                Kind.JUMP,
                now -> {
                    Optional<Long> found =
                            switch (landmark) {
                                case STDERR ->
                                        now.index().nextOf(StreamKind.STDERR, line, forwards);
                                case ERROR ->
                                        forwards
                                                ? errorAfter(now.index(), line)
                                                : errorBefore(now.index(), line);
                            };
                    if (!Thread.currentThread().isInterrupted()) {
                        answer.accept(found);
                    }
                });
    }

    /// Finds when something was printed, nearest to a time.
    void outputBeside(Duration time, boolean forwards, Consumer<Optional<Duration>> answer) {
        start(Kind.JUMP, now -> answer.accept(now.recording().outputBeside(time, forwards)));
    }

    /// Finds when the first error was printed, once the recording is complete.
    void firstError(Consumer<Optional<Duration>> answer) {
        start(
                Kind.MARK,
                now -> {
                    while (!now.recording().isComplete() || now.index().isBehind()) {
                        Thread.sleep(LOOK_AGAIN_MILLIS);
                    }
                    Optional<Long> line = errorAfter(now.index(), -1);
                    if (!Thread.currentThread().isInterrupted()) {
                        answer.accept(
                                line.isPresent()
                                        ? now.index().timeOf(line.get())
                                        : Optional.empty());
                    }
                });
    }

    /// Reads the lines of a selection, as far as they may be copied.
    void copy(long first, long last, Consumer<Copied> answer) {
        start(
                Kind.COPY,
                now -> {
                    List<RecordedLine> lines = new ArrayList<>();
                    long[] characters = {0};
                    UnaryOperator<RecordedLine> mask = masks.get();
                    now.index()
                            .visit(
                                    LineMask.before(first),
                                    last + 1,
                                    now.index().now(),
                                    line -> {
                                        RecordedLine shown = mask.apply(line);
                                        if (line.number() < first) {
                                            return true;
                                        }
                                        characters[0] += line.line().text().length();
                                        if (lines.size() == MOST_COPIED_LINES
                                                || (characters[0] > MOST_COPIED_CHARACTERS
                                                        && !lines.isEmpty())
                                                || Thread.currentThread().isInterrupted()) {
                                            return false;
                                        }
                                        lines.add(shown);
                                        return true;
                                    });
                    long wanted = Math.min(last + 1, now.index().lineCount()) - first;
                    if (!Thread.currentThread().isInterrupted()) {
                        answer.accept(new Copied(lines, lines.size() >= wanted));
                    }
                });
    }

    /// Reads the rows of a selection of a terminal's screen.
    void copy(Picture screen, long first, long last, Consumer<Copied> answer) {
        start(
                Kind.COPY,
                _ -> {
                    List<RecordedLine> lines = new ArrayList<>();
                    UnaryOperator<RecordedLine> mask = masks.get();
                    for (int row = 0; row <= last && row < screen.lines().size(); row++) {
                        RecordedLine line =
                                mask.apply(
                                        new RecordedLine(
                                                row,
                                                screen.lines().get(row),
                                                StreamKind.STDOUT,
                                                Duration.ZERO));
                        if (row >= first) {
                            lines.add(line);
                        }
                    }
                    answer.accept(new Copied(lines, true));
                });
    }

    @Override
    public synchronized void close() {
        closed = true;
        threads.values().forEach(Thread::interrupt);
    }

    private synchronized void start(Kind kind, Work work) {
        end(kind);
        if (closed) {
            return;
        }
        // A matcher recurses; it is to fail by its own limit, not by that of a small stack.
        Thread thread =
                new Thread(
                        null,
                        () -> run(work),
                        "output-" + kind.name().toLowerCase(Locale.ROOT),
                        STACK_BYTES);
        thread.setDaemon(true);
        threads.put(kind, thread);
        thread.start();
    }

    private synchronized void end(Kind kind) {
        Thread before = threads.remove(kind);
        if (before != null) {
            before.interrupt();
        }
    }

    private void run(Work work) {
        try {
            work.run(opened.get());
        } catch (InterruptedException | ClosedByInterruptException _) {
            Thread.currentThread().interrupt();
        } catch (ClosedChannelException _) {
            // The reader was closed in the meantime: nobody waits for the answer.
            LOG.debug("closed while at work");
        } catch (IOException e) {
            LOG.warn("the recorded output cannot be read: {}", e.getMessage());
        } catch (ExecutionException e) {
            LOG.warn("the recorded output was not opened", e);
        }
    }

    // Searching.

    private void search(Opened now, SearchQuery query, Consumer<Progress> listener)
            throws IOException, InterruptedException {
        Search search = new Search(now.index(), query, listener);
        while (!Thread.currentThread().isInterrupted()) {
            boolean whole = now.recording().isComplete() && !now.index().isBehind();
            if (!search.pass(whole) || whole) {
                return;
            }
            Thread.sleep(LOOK_AGAIN_MILLIS);
        }
    }

    private final class Search {
        private final LineIndex index;
        private final SearchQuery query;
        private final Consumer<Progress> listener;
        private final SearchHits hits = new SearchHits();

        /// Sees the last line again when it has grown, which changes nothing for those before.
        private final UnaryOperator<RecordedLine> mask = masks.get();

        private Optional<String> problem = Optional.empty();
        private long next;
        private long seen = -1;
        private long seenBytes = -1;
        private long reportedAt = System.nanoTime();

        Search(LineIndex index, SearchQuery query, Consumer<Progress> listener) {
            this.index = index;
            this.query = query;
            this.listener = listener;
        }

        /// Looks at what is new. Returns whether it can go on.
        ///
        /// @param whole whether the last line will not grow any more
        boolean pass(boolean whole) throws IOException {
            LineIndex.Moment now = index.now();
            if (now.offset() == seenBytes && !whole) {
                return true;
            }
            hits.dropFrom(next);
            index.visit(
                    next,
                    now.lines(),
                    now,
                    line -> {
                        boolean goOn = look(line);
                        long time = System.nanoTime();
                        if (time - reportedAt > REPORT_EACH_NANOS) {
                            reportedAt = time;
                            report(now.lines(), false);
                        }
                        return goOn && !Thread.currentThread().isInterrupted();
                    });
            if (Thread.currentThread().isInterrupted()) {
                return false;
            }
            seenBytes = now.offset();
            next = whole ? now.lines() : Math.max(0, now.lines() - 1);
            report(now.lines(), problem.isEmpty());
            return problem.isEmpty();
        }

        private boolean look(RecordedLine line) {
            seen = line.number();
            try {
                int found = query.hits(mask.apply(line).line().text()).size();
                if (found > 0) {
                    hits.add(line.number(), found);
                }
                return true;
            } catch (TooCostly _) {
                problem =
                        Optional.of(
                                String.format(
                                        Locale.ENGLISH,
                                        "The pattern takes too long on line %,d; the search ended"
                                                + " there.",
                                        line.number() + 1));
                return false;
            }
        }

        private void report(long lineCount, boolean done) {
            listener.accept(new Progress(hits, seen + 1, lineCount, done, problem));
        }
    }

    // Errors.

    private static Optional<Long> errorAfter(LineIndex index, long line) throws IOException {
        OutputHighlighter highlighter = new OutputHighlighter();
        long from = Math.max(0, line + 1 - OutputHighlighter.LINES_BEFORE);
        long[] found = {-1};
        index.visit(
                from,
                Long.MAX_VALUE,
                index.now(),
                each -> {
                    boolean error =
                            OutputHighlighter.isError(highlighter.accents(each.line().text()));
                    if (error && each.number() > line) {
                        found[0] = each.number();
                    }
                    return found[0] < 0 && !Thread.currentThread().isInterrupted();
                });
        return found[0] < 0 ? Optional.empty() : Optional.of(found[0]);
    }

    private static Optional<Long> errorBefore(LineIndex index, long line) throws IOException {
        long[] found = {-1};
        long end = line;
        while (end > 0 && found[0] < 0 && !Thread.currentThread().isInterrupted()) {
            long start = Math.max(0, end - BACKWARDS_STEP);
            OutputHighlighter highlighter = new OutputHighlighter();
            index.visit(
                    Math.max(0, start - OutputHighlighter.LINES_BEFORE),
                    end,
                    index.now(),
                    each -> {
                        boolean error =
                                OutputHighlighter.isError(highlighter.accents(each.line().text()));
                        if (error && each.number() >= start) {
                            found[0] = each.number();
                        }
                        return true;
                    });
            end = start;
        }
        return found[0] < 0 ? Optional.empty() : Optional.of(found[0]);
    }
}
