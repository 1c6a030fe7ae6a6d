package dev.countersign.journal;

import dev.countersign.settings.OwnerOnly;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The append-only truth about every call.
///
/// Owns one thread that writes, so that events of all threads stand in one order; what is decided
/// and what has ended is on the disk (fsync) before [#append] returns. Safe on any thread.
public final class Journal implements AutoCloseable {
    /// A new segment is begun behind this many bytes.
    static final long SEGMENT_BYTES = 64L << 20;

    /// Calls held whole in memory; older ones are read from the disk when somebody asks.
    static final int CALLS_IN_MEMORY = 5_000;

    /// Characters of text that these may hold together: one long command and its answer weigh as
    /// much as hundreds of short ones.
    static final long TEXT_IN_MEMORY = 50_000_000;

    /// A journal of at most so many bytes is read and checked whole when it is opened.
    static final long READ_WHOLLY = 8L << 20;

    /// Of ended calls so many are folded anew when a long journal is opened; a start has to be
    /// quick.
    private static final int ENDED_CALLS_AT_START = 1_000;

    private static final int EVENTS_BETWEEN_CHECKPOINTS = 3_000;
    private static final int EVENTS_BETWEEN_NEWS = 5_000;

    /// The rest of a long journal is looked through once the start of the console is over.
    private static final Duration VERIFY_AFTER = Duration.ofSeconds(15);

    private static final Pattern SEQUENCE = Pattern.compile("\\{\"seq\":(\\d{1,18})");

    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int LARGEST_BATCH = 256;

    private final Path folder;
    private final boolean readWholly;
    private final TextRemoval removal;
    private final JournalFiles files;
    private final CallLedger ledger = new CallLedger(CALLS_IN_MEMORY, TEXT_IN_MEMORY);
    private final BlockingQueue<Append> appends = new LinkedBlockingQueue<>();
    private final List<BiConsumer<SupervisionEvent, CallRecord>> listeners =
            new CopyOnWriteArrayList<>();
    private final List<Runnable> healthListeners = new CopyOnWriteArrayList<>();
    private final SecureRandom salts = new SecureRandom();
    private final Thread writer;
    private final Map<ToolCallId, JournalPosition> arrivals = new HashMap<>();
    private volatile Optional<String> damage;
    private long lastLine;
    private long checkpointed;

    private long sequence;
    private volatile String head = JournalLine.GENESIS;
    private volatile JournalPosition position;
    private volatile Optional<String> failure = Optional.empty();

    private volatile OlderCalls olderCalls = _ -> Optional.empty();

    /// Guarded by appends.
    private boolean closed;

    /// Finds calls that are no longer in memory quicker than by reading everything.
    interface OlderCalls {
        Optional<CallRecord> find(ToolCallId id) throws JournalException;
    }

    void askForOlderCalls(OlderCalls calls) {
        olderCalls = calls;
    }

    /// What a thread waits for: one event, written or failed. An append without an event ends the
    /// writer.
    private record Append(Optional<SupervisionEvent> event, CompletableFuture<Void> done) {}

    private Journal(
            Path folder, JournalDisk disk, long readWhollyUpTo, StoredHistory.Progress progress)
            throws IOException {
        this.folder = folder;
        OwnerOnly.createFolders(folder);
        JournalFormat.check(folder);
        List<Path> segments = JournalFiles.segments(folder);
        if (!segments.isEmpty()) {
            cutTornTail(segments.getLast());
        }
        Optional<Checkpoint> checkpoint =
                JournalFiles.bytes(folder) <= readWhollyUpTo
                        ? Optional.empty()
                        : Checkpoint.read(folder).filter(known -> known.fits(folder));
        this.damage = checkpoint.isPresent() ? readFrom(checkpoint.get()) : readAll(progress);
        this.readWholly = checkpoint.isEmpty();
        if (!segments.isEmpty()) {
            dropTextsWithoutLine(segments.getLast());
        }
        this.files = new JournalFiles(folder, disk);
        this.removal = new TextRemoval(folder);
        removal.removeIntended();
        this.position = files.position(sequence, head);
        this.writer = Thread.ofPlatform().name("journal-writer").daemon().unstarted(this::write);
    }

    /// Opens the journal in a folder, creating it where there is none, and reads it. Blocks.
    ///
    /// Of a long journal only what came since its last checkpoint is checked at once, the rest by a
    /// thread of its own, see [#damage].
    public static Journal open(Path folder) throws JournalException {
        return open(folder, (done, all) -> {});
    }

    /// As [#open(Path)]. Where all of a long journal has to be read, since it has no checkpoint
    /// that fits, it is told how far that has come; on this thread.
    public static Journal open(Path folder, StoredHistory.Progress progress)
            throws JournalException {
        return open(folder, JournalDisk.real(), READ_WHOLLY, VERIFY_AFTER, progress);
    }

    static Journal open(Path folder, JournalDisk disk, long readWhollyUpTo)
            throws JournalException {
        return open(folder, disk, readWhollyUpTo, Duration.ZERO, (done, all) -> {});
    }

    private static Journal open(
            Path folder,
            JournalDisk disk,
            long readWhollyUpTo,
            Duration verifyAfter,
            StoredHistory.Progress progress)
            throws JournalException {
        try {
            Journal journal = new Journal(folder, disk, readWhollyUpTo, progress);
            journal.writer.start();
            if (!journal.readWholly) {
                journal.startVerifying(verifyAfter);
            }
            return journal;
        } catch (JournalException e) {
            throw e;
        } catch (IOException e) {
            throw new JournalException(
                    "The journal in %s cannot be opened: %s".formatted(folder, e.getMessage()), e);
        }
    }

    private void startVerifying(Duration after) {
        Executor later =
                CompletableFuture.delayedExecutor(
                        after.toMillis(),
                        TimeUnit.MILLISECONDS,
                        work -> Thread.ofPlatform().name("journal-verify").daemon().start(work));
        later.execute(this::verify);
    }

    private void verify() {
        if (isClosed()) {
            return;
        }
        try {
            Verification found =
                    JournalVerifier.verify(folder, Optional.empty(), (done, all) -> {});
            if (damage.isEmpty() && !found.faults().isEmpty()) {
                Verification.Fault first = found.faults().getFirst();
                damage =
                        Optional.of(
                                "%s line %d: %s"
                                        .formatted(first.file(), first.line(), first.words()));
                LOG.error("the journal was changed: {}", damage.get());
                healthListeners.forEach(Runnable::run);
            }
        } catch (JournalException e) {
            LOG.warn("the journal could not be looked through: {}", e.getMessage());
        }
    }

    private static void cutTornTail(Path segment) throws IOException {
        long torn = JournalFiles.cutTornTail(segment);
        JournalFiles.cutTornTail(JournalFiles.textsBeside(segment));
        if (torn > 0) {
            LOG.warn("cut {} bytes of an unfinished line off {}", torn, segment.getFileName());
        }
    }

    /// A crash may have kept texts whose line was not written; their numbers are given anew.
    private void dropTextsWithoutLine(Path segment) throws IOException {
        JournalFiles.cutLastLinesWhile(
                JournalFiles.textsBeside(segment), line -> sequenceOf(line) > sequence);
    }

    private static long sequenceOf(String line) {
        Matcher number = SEQUENCE.matcher(line);
        return number.lookingAt() ? Long.parseLong(number.group(1)) : 0;
    }

    /// Folds what the calls in memory need and what came since, without looking at the rest.
    private Optional<String> readFrom(Checkpoint checkpoint) throws IOException {
        ledger.remember(checkpoint.calls());
        Optional<String> wrong = Optional.empty();
        try (JournalReader reader = new JournalReader(folder, checkpoint.from())) {
            while (reader.next()) {
                if (reader.raw().sequence() > checkpoint.end().sequence()) {
                    Optional<String> here = readLine(reader);
                    wrong = wrong.isPresent() ? wrong : here;
                } else if (isHeld(checkpoint, reader.raw().call())) {
                    readLine(reader);
                }
                if (reader.raw().sequence() == checkpoint.end().sequence()) {
                    sequence = checkpoint.end().sequence();
                    head = checkpoint.end().head();
                    lastLine = checkpoint.lastLine();
                }
            }
        }
        checkpointed = checkpoint.end().sequence();
        return wrong;
    }

    private static boolean isHeld(Checkpoint checkpoint, String digits) {
        return !digits.isEmpty()
                && checkpoint.held().contains(Integer.parseUnsignedInt(digits, 16));
    }

    /// Folds all lines and tells the first thing that is wrong with them, if anything is.
    private Optional<String> readAll(StoredHistory.Progress progress) throws IOException {
        Optional<String> wrong = Optional.empty();
        long all = JournalFiles.lastSequence(folder);
        try (JournalReader reader = JournalReader.ofAll(folder)) {
            while (reader.next()) {
                Optional<String> here = readLine(reader);
                if (sequence % EVENTS_BETWEEN_NEWS == 0) {
                    progress.at(Math.min(sequence, all), all);
                }
                if (wrong.isEmpty() && here.isPresent()) {
                    wrong =
                            Optional.of(
                                    "%s line %d: %s"
                                            .formatted(
                                                    reader.segment().getFileName(),
                                                    reader.lineNumber(),
                                                    here.get()));
                }
            }
        }
        return wrong;
    }

    private Optional<String> readLine(JournalReader reader) throws IOException {
        try {
            JournalLine line = JournalLine.decode(reader.raw().text());
            boolean chained = line.previous().equals(head) && line.sequence() == sequence + 1;
            sequence = line.sequence();
            head = line.hash();
            SupervisionEvent event = EventCodec.decode(reader.entry(line));
            if (event instanceof SupervisionEvent.Received) {
                arrivals.put(event.id(), reader.at(line));
            }
            lastLine = reader.raw().lineOffset();
            ledger.apply(event);
            return chained
                    ? Optional.empty()
                    : Optional.of("it does not follow the line before it");
        } catch (JacksonException | DateTimeException e) {
            return Optional.of("its content cannot be read");
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /// Appends an event and returns when it is written, for decisions and ends when it is on the
    /// disk.
    ///
    /// @throws JournalException when it could not be kept; then it has not happened
    public void append(SupervisionEvent event) throws JournalException {
        begin(event).await();
    }

    /// As [#append], but does not wait: for events that something else is done beside, or that one
    /// waits for together with a later one. Those of one thread keep their order.
    public PendingAppend begin(SupervisionEvent event) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        return enqueue(new Append(Optional.of(event), done))
                ? new PendingAppend(done)
                : PendingAppend.failed(new JournalException("The journal is closed."));
    }

    /// Deletes: records that these calls are deleted, then overwrites their texts where everything
    /// is to go. The chain stays whole. Blocks for as long as reading the journal takes.
    ///
    /// @throws JournalException when it could not be recorded, or not all texts be overwritten yet;
    ///   what was recorded is then done at the next opening
    public void delete(List<SupervisionEvent.Deleted> deletions) throws JournalException {
        Set<ToolCallId> whole = new HashSet<>();
        for (SupervisionEvent.Deleted deletion : deletions) {
            if (deletion.what() == Deletion.EVERYTHING) {
                whole.add(deletion.id());
            }
        }
        try {
            if (!whole.isEmpty()) {
                removal.intend(whole);
            }
            for (SupervisionEvent.Deleted deletion : deletions) {
                append(deletion);
            }
            removal.removeIntended();
        } catch (JournalException e) {
            throw e;
        } catch (IOException e) {
            throw new JournalException("Texts could not be deleted: " + e.getMessage(), e);
        }
    }

    /// Nothing can be queued behind the append that ends the writer: nobody would ever complete it.
    private boolean enqueue(Append append) {
        synchronized (appends) {
            if (closed) {
                return false;
            }
            closed = append.event().isEmpty();
            appends.add(append);
            return true;
        }
    }

    private boolean isClosed() {
        synchronized (appends) {
            return closed;
        }
    }

    private void write() {
        List<Append> batch = new ArrayList<>();
        boolean ending = false;
        while (!ending) {
            try {
                batch.add(appends.take());
            } catch (InterruptedException e) {
                // Only close() ends this thread, by an append without an event.
                LOG.warn("journal writer interrupted, going on", e);
                continue;
            }
            appends.drainTo(batch, LARGEST_BATCH - 1);
            ending = batch.stream().anyMatch(append -> append.event().isEmpty());
            write(batch);
            batch.clear();
        }
    }

    private void write(List<Append> batch) {
        List<SupervisionEvent> events =
                batch.stream().flatMap(append -> append.event().stream()).toList();
        try {
            if (!events.isEmpty()) {
                writeEvents(events);
            }
        } catch (IOException | RuntimeException e) {
            LOG.error("{} events could not be kept: {}", events.size(), e.toString());
            fails(Optional.of(String.valueOf(e.getMessage())));
            batch.forEach(append -> append.done().completeExceptionally(e));
            return;
        }
        fails(Optional.empty());
        events.forEach(this::publish);
        if (sequence - checkpointed >= EVENTS_BETWEEN_CHECKPOINTS) {
            checkpoint();
        }
        batch.forEach(append -> append.done().complete(null));
    }

    private void fails(Optional<String> words) {
        if (!failure.equals(words)) {
            failure = words;
            healthListeners.forEach(Runnable::run);
        }
    }

    private void writeEvents(List<SupervisionEvent> events) throws IOException {
        StringBuilder texts = new StringBuilder();
        StringBuilder lines = new StringBuilder();
        if (files.size() > SEGMENT_BYTES) {
            files.roll();
        }
        JournalPosition before = files.position(sequence, head);
        long nextSequence = sequence;
        String nextHead = head;
        int lastLength = 0;
        for (SupervisionEvent event : events) {
            JournalEntry entry = EventCodec.encode(event);
            nextSequence++;
            ObjectNode facts = entry.facts();
            if (!entry.texts().isEmpty()) {
                texts.append(textsLine(nextSequence, entry, facts)).append('\n');
            }
            JournalLine.Encoded line = JournalLine.encode(nextSequence, facts, nextHead);
            lines.append(line.text()).append('\n');
            nextHead = line.hash();
            lastLength = line.text().getBytes(StandardCharsets.UTF_8).length + 1;
        }
        files.append(
                texts.toString(), lines.toString(), events.stream().anyMatch(Journal::isDurable));
        sequence = nextSequence;
        head = nextHead;
        position = files.position(sequence, head);
        lastLine = position.line() - lastLength;
        for (SupervisionEvent event : events) {
            if (event instanceof SupervisionEvent.Received) {
                arrivals.put(event.id(), before);
            }
        }
    }

    /// Remembers how far everything has come, now and then and at the end.
    private void checkpoint() {
        checkpointed = sequence;
        Set<Integer> held = new HashSet<>();
        JournalPosition from = position;
        List<CallRecord> records = ledger.records();
        int old = records.size() - ENDED_CALLS_AT_START;
        for (int i = 0; i < records.size(); i++) {
            CallRecord record = records.get(i);
            if (i < old && record.status().isFinal()) {
                continue;
            }
            JournalPosition arrival = arrivals.getOrDefault(record.id(), JournalPosition.START);
            held.add(CallLedger.number(record.id()));
            from = arrival.sequence() < from.sequence() ? arrival : from;
        }
        arrivals.keySet().removeIf(id -> ledger.find(id).isEmpty());
        try {
            new Checkpoint(position, lastLine, from, ledger.numbers(), held).write(folder);
        } catch (IOException e) {
            // Without one the next opening reads more, that is all.
            LOG.warn("no checkpoint of the journal could be written: {}", e.toString());
        }
    }

    /// Adds the texts' digests to the facts and tells the line that holds the texts themselves.
    private String textsLine(long number, JournalEntry entry, ObjectNode facts) {
        byte[] random = new byte[16];
        salts.nextBytes(random);
        String salt = HexFormat.of().formatHex(random);
        ObjectNode digests = facts.putObject("texts");
        ObjectNode line = JSON.createObjectNode();
        line.put("seq", number).put("salt", salt);
        ObjectNode texts = line.putObject("texts");
        entry.texts().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(text -> {
                    digests.put(
                            text.getKey(),
                            JournalLine.textDigest(salt, text.getKey(), text.getValue()));
                    texts.put(text.getKey(), text.getValue());
                });
        return JSON.writeValueAsString(line);
    }

    /// Decisions and ends are acknowledged to somebody, so they must outlive a power cut.
    private static boolean isDurable(SupervisionEvent event) {
        return switch (event) {
            case SupervisionEvent.Decided _,
                    SupervisionEvent.SentBack _,
                    SupervisionEvent.HandedOver _,
                    SupervisionEvent.Finished _,
                    SupervisionEvent.RulesChanged _,
                    SupervisionEvent.Noted _,
                    SupervisionEvent.Deleted _ ->
                    true;
            case SupervisionEvent.Received _,
                    SupervisionEvent.Edited _,
                    SupervisionEvent.Assessed _,
                    SupervisionEvent.Queued _,
                    SupervisionEvent.Started _,
                    SupervisionEvent.Backgrounded _,
                    SupervisionEvent.Steered _,
                    SupervisionEvent.RehearsalStarted _,
                    SupervisionEvent.RehearsalEnded _,
                    SupervisionEvent.RehearsalDiscarded _,
                    SupervisionEvent.DryRun _,
                    SupervisionEvent.Reported _,
                    SupervisionEvent.Answered _,
                    SupervisionEvent.Starred _ ->
                    false;
        };
    }

    private void publish(SupervisionEvent event) {
        Optional<CallRecord> record = ledger.apply(event);
        if (record.isEmpty()) {
            return;
        }
        for (BiConsumer<SupervisionEvent, CallRecord> listener : listeners) {
            try {
                listener.accept(event, record.get());
            } catch (RuntimeException e) {
                LOG.error("a journal listener failed on {}", event.id(), e);
            }
        }
    }

    /// Hears every event from now on, in order, on the writer's thread, before its [#append]
    /// returns. A listener must not append.
    ///
    /// @return ends the subscription when run
    public Runnable subscribe(BiConsumer<SupervisionEvent, CallRecord> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /// Is told, on a thread of the journal, when [#failure] or [#damage] changed. Must not block.
    public void onHealthChange(Runnable listener) {
        healthListeners.add(listener);
    }

    /// The newest calls, oldest first; those that still go on are always among them.
    public List<CallRecord> calls() {
        return ledger.records();
    }

    /// A call by its id, from memory or, for one long past, from the disk. May block.
    public Optional<CallRecord> find(ToolCallId id) throws JournalException {
        Optional<CallRecord> record = ledger.find(id);
        if (record.isPresent() || !ledger.contains(id)) {
            return record;
        }
        try {
            Optional<CallRecord> indexed = olderCalls.find(id);
            return indexed.isPresent() ? indexed : readCall(id);
        } catch (IOException e) {
            throw new JournalException("The journal cannot be read: " + e.getMessage(), e);
        }
    }

    private Optional<CallRecord> readCall(ToolCallId id) throws IOException {
        CallLedger one = new CallLedger(1, Long.MAX_VALUE);
        byte[] mark = JournalReader.markOf(id.digits());
        try (JournalReader reader = JournalReader.ofAll(folder)) {
            while (reader.next()) {
                if (reader.raw().contains(mark)) {
                    one.apply(
                            EventCodec.decode(
                                    reader.entry(JournalLine.decode(reader.raw().text()))));
                }
            }
        }
        return one.find(id);
    }

    /// Whether there ever was a call of this id.
    public boolean contains(ToolCallId id) {
        return ledger.contains(id);
    }

    /// How many calls were ever kept.
    public int callCount() {
        return ledger.size();
    }

    /// The newest hash. Kept elsewhere, it proves later that nothing was cut off the end.
    public String head() {
        return head;
    }

    /// The place behind the last event that was kept.
    JournalPosition position() {
        return position;
    }

    /// Why the newest events could not be kept, empty while they can.
    public Optional<String> failure() {
        return failure;
    }

    /// The first thing that was found wrong with the journal, empty while nothing was. Of a long
    /// journal it may take some seconds after the opening to show.
    public Optional<String> damage() {
        return damage;
    }

    /// Writes what is still waiting and closes the files. Blocks.
    @Override
    public void close() throws JournalException {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        if (!enqueue(new Append(Optional.empty(), ended))) {
            return;
        }
        ended.join();
        checkpoint();
        try {
            files.close();
        } catch (IOException e) {
            throw new JournalException("The journal cannot be closed: " + e.getMessage(), e);
        }
    }
}
