package dev.countersign.journal;

import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The index over a journal that is being written: its own thread opens it, catches up with what a
/// crash or an older version left out, and follows the journal from then on.
///
/// What is not in the journal is not in the index, so it can always be made anew. Safe on any
/// thread; the questions block, at first until the index is open.
public final class HistoryIndex implements History, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryIndex.class);

    /// What comes in so short a time is taken in together: a call has half a dozen events, and each
    /// transaction costs as much as all of them.
    private static final Duration TOGETHER = Duration.ofMillis(100);

    private final Journal journal;
    private final IndexPlaces places;
    private final UnaryOperator<String> mask;
    private final CompletableFuture<IndexSearch> search = new CompletableFuture<>();
    private final Thread thread;
    private final Runnable unsubscribe;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /// Somebody waits for it, or it is to be closed.
    private final Condition together = lock.newCondition();

    // Guarded by lock.
    private boolean news = true;
    private boolean closing;
    private long indexed;

    /// How many wait for it to be current.
    private int awaited;

    private Optional<String> problem = Optional.empty();

    private HistoryIndex(Journal journal, IndexPlaces places, UnaryOperator<String> mask) {
        this.journal = journal;
        this.places = places;
        this.mask = mask;
        this.thread = Thread.ofPlatform().name("history-index").daemon().unstarted(this::follow);
        this.unsubscribe = journal.subscribe((event, record) -> tellNews());
    }

    /// Starts the index of a journal; returns at once.
    ///
    /// @param mask hides secrets in what is searched and shown, character for character
    public static HistoryIndex start(
            Journal journal, IndexPlaces places, UnaryOperator<String> mask) {
        HistoryIndex index = new HistoryIndex(journal, places, mask);
        journal.askForOlderCalls(index::olderCall);
        index.thread.start();
        return index;
    }

    private void tellNews() {
        lock.lock();
        try {
            news = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void follow() {
        try (IndexBuild build = IndexBuild.open(places, mask)) {
            IndexSearch open = build.search();
            try (open) {
                search.complete(open);
                while (awaitNews()) {
                    catchUp(build.writer());
                }
            }
        } catch (IOException | SQLException | RuntimeException e) {
            fail(e);
        }
    }

    private void catchUp(IndexWriter writer) throws IOException, SQLException {
        long target = journal.position().sequence();
        boolean more = writer.position().sequence() < target;
        while (more && !isClosing()) {
            writer.advance(target);
            arrived(writer.position().sequence());
            more = writer.position().sequence() < target;
        }
        arrived(writer.position().sequence());
    }

    private void arrived(long sequence) {
        lock.lock();
        try {
            indexed = sequence;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private boolean isClosing() {
        lock.lock();
        try {
            return closing;
        } finally {
            lock.unlock();
        }
    }

    /// Waits for news and, unless somebody waits for them, for what comes just behind them; false
    /// when the index is to be closed.
    private boolean awaitNews() {
        lock.lock();
        try {
            while (!news && !closing) {
                changed.awaitUninterruptibly();
            }
            letComeTogether();
            news = false;
            return !closing;
        } finally {
            lock.unlock();
        }
    }

    private void letComeTogether() {
        try {
            // At the opening nothing more is to come.
            long rest = indexed == 0 ? 0 : TOGETHER.toNanos();
            while (rest > 0 && awaited == 0 && !closing) {
                rest = together.awaitNanos(rest);
            }
        } catch (InterruptedException e) {
            // Nobody interrupts this thread; only close() ends it.
            LOG.debug("interrupted while news come together, going on", e);
        }
    }

    private void fail(Exception e) {
        String sentence =
                e instanceof JournalException known
                        ? known.sentence()
                        : "The index of history cannot be kept: " + e.getMessage();
        LOG.error("{}", sentence, e);
        lock.lock();
        try {
            problem = Optional.of(sentence);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        search.completeExceptionally(new JournalException(sentence, e));
    }

    /// Waits until everything is indexed that is in the journal now, or until that cannot be.
    ///
    /// @return whether it is
    public boolean awaitCurrent(Duration limit) throws InterruptedException {
        long wanted = journal.position().sequence();
        long rest = TimeUnit.NANOSECONDS.convert(limit);
        lock.lock();
        try {
            awaited++;
            together.signalAll();
            while (indexed < wanted && problem.isEmpty() && rest > 0) {
                rest = changed.awaitNanos(rest);
            }
            return indexed >= wanted;
        } finally {
            awaited--;
            lock.unlock();
        }
    }

    private IndexSearch search() throws JournalException {
        try {
            return search.join();
        } catch (CompletionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw cause instanceof JournalException known
                    ? new JournalException(known.sentence(), known)
                    : new JournalException("The index of history cannot be opened.", cause);
        }
    }

    private Optional<CallRecord> olderCall(ToolCallId id) throws JournalException {
        return search.isDone() ? story(id).map(CallStory::record) : Optional.empty();
    }

    @Override
    public HistoryPage search(HistoryQuery query, Optional<Long> before, int limit)
            throws JournalException {
        return search().search(query, before, limit);
    }

    @Override
    public long count(HistoryQuery query) throws JournalException {
        return search().count(query);
    }

    @Override
    public HistoryChoices choices() throws JournalException {
        return search().choices();
    }

    @Override
    public Optional<HistoryHit> find(ToolCallId id) throws JournalException {
        return search().find(id);
    }

    @Override
    public Optional<CallStory> story(ToolCallId id) throws JournalException {
        return search().story(id);
    }

    @Override
    public List<LaneSpan> lanes(Instant from, Instant until) throws JournalException {
        return search().lanes(from, until);
    }

    @Override
    public List<DaySum> days(Instant from, Instant until, ZoneId zone) throws JournalException {
        return search().days(from, until, zone);
    }

    @Override
    public List<DecisionCount> deciders(Instant from, Instant until) throws JournalException {
        return search().deciders(from, until);
    }

    @Override
    public List<PastCall> pastCalls(int limit) throws JournalException {
        return search().pastCalls(limit);
    }

    @Override
    public List<KeptRun> endedBefore(Instant time, int limit) throws JournalException {
        return search().endedBefore(time, limit);
    }

    @Override
    public List<KeptRun> oldestOutputs(int limit) throws JournalException {
        return search().oldestOutputs(limit);
    }

    @Override
    public long keptOutputBytes() throws JournalException {
        return search().keptOutputBytes();
    }

    @Override
    public List<ToolCallId> deleted() throws JournalException {
        return search().deleted();
    }

    @Override
    public IndexState state() {
        long kept = journal.position().sequence();
        lock.lock();
        try {
            return new IndexState(indexed, kept, problem);
        } finally {
            lock.unlock();
        }
    }

    /// Ends the thread and closes the files; what is not indexed yet will be at the next start.
    /// Blocks for some milliseconds.
    @Override
    public void close() {
        unsubscribe.run();
        lock.lock();
        try {
            closing = true;
            changed.signalAll();
            together.signalAll();
        } finally {
            lock.unlock();
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
