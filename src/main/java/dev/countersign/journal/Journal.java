package dev.countersign.journal;

import dev.countersign.toolcall.ToolCallId;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BiConsumer;
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

    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int LARGEST_BATCH = 256;

    private final Path folder;
    private final JournalFiles files;
    private final CallLedger ledger = new CallLedger(CALLS_IN_MEMORY, TEXT_IN_MEMORY);
    private final BlockingQueue<Append> appends = new LinkedBlockingQueue<>();
    private final List<BiConsumer<SupervisionEvent, CallRecord>> listeners =
            new CopyOnWriteArrayList<>();
    private final SecureRandom salts = new SecureRandom();
    private final Thread writer;
    private final Optional<String> damage;

    private long sequence;
    private volatile String head = JournalLine.GENESIS;
    private volatile Optional<String> failure = Optional.empty();

    /// Guarded by appends.
    private boolean closed;

    /// What a thread waits for: one event, written or failed. An append without an event ends the
    /// writer.
    private record Append(Optional<SupervisionEvent> event, CompletableFuture<Void> done) {}

    private Journal(Path folder) throws IOException {
        this.folder = folder;
        List<Path> segments = JournalFiles.segments(folder);
        if (!segments.isEmpty()) {
            cutTornTail(segments.getLast());
        }
        this.damage = readAll(segments);
        if (!segments.isEmpty()) {
            dropTextsWithoutLine(segments.getLast());
        }
        this.files = new JournalFiles(folder);
        this.writer = Thread.ofPlatform().name("journal-writer").daemon().unstarted(this::write);
    }

    /// Opens the journal in a folder, creating it where there is none, and reads it. Blocks.
    public static Journal open(Path folder) throws JournalException {
        try {
            Journal journal = new Journal(folder);
            journal.writer.start();
            return journal;
        } catch (IOException e) {
            throw new JournalException(
                    "The journal in %s cannot be opened: %s".formatted(folder, e.getMessage()), e);
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
                JournalFiles.textsBeside(segment),
                line -> JSON.readTree(line).path("seq").asLong() > sequence);
    }

    /// Folds all segments and tells the first thing that is wrong with them, if anything is.
    private Optional<String> readAll(List<Path> segments) throws IOException {
        Optional<String> wrong = Optional.empty();
        for (Path segment : segments) {
            Optional<String> here = read(segment);
            wrong = wrong.isPresent() ? wrong : here;
        }
        return wrong;
    }

    private Optional<String> read(Path segment) throws IOException {
        Optional<String> wrong = Optional.empty();
        int lineNumber = 0;
        try (BufferedReader lines = JournalFiles.reader(segment);
                TextReader texts = new TextReader(JournalFiles.textsBeside(segment))) {
            String text;
            while ((text = lines.readLine()) != null) {
                lineNumber++;
                Optional<String> here = readLine(text, texts);
                if (wrong.isEmpty() && here.isPresent()) {
                    wrong =
                            Optional.of(
                                    "%s line %d: %s"
                                            .formatted(
                                                    segment.getFileName(), lineNumber, here.get()));
                }
            }
        }
        return wrong;
    }

    private Optional<String> readLine(String text, TextReader texts) throws IOException {
        try {
            JournalLine line = JournalLine.decode(text);
            boolean chained = line.previous().equals(head) && line.sequence() == sequence + 1;
            sequence = line.sequence();
            head = line.hash();
            JournalEntry entry = texts.entry(line);
            ledger.apply(EventCodec.decode(entry));
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
        CompletableFuture<Void> done = new CompletableFuture<>();
        if (!enqueue(new Append(Optional.of(event), done))) {
            throw new JournalException("The journal is closed.");
        }
        try {
            done.join();
        } catch (CompletionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw new JournalException(
                    "The journal cannot be written: " + cause.getMessage(), cause);
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
            failure = Optional.of(String.valueOf(e.getMessage()));
            batch.forEach(append -> append.done().completeExceptionally(e));
            return;
        }
        failure = Optional.empty();
        events.forEach(this::publish);
        batch.forEach(append -> append.done().complete(null));
    }

    private void writeEvents(List<SupervisionEvent> events) throws IOException {
        StringBuilder texts = new StringBuilder();
        StringBuilder lines = new StringBuilder();
        long nextSequence = sequence;
        String nextHead = head;
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
        }
        if (files.size() > SEGMENT_BYTES) {
            files.roll();
        }
        files.append(
                texts.toString(), lines.toString(), events.stream().anyMatch(Journal::isDurable));
        sequence = nextSequence;
        head = nextHead;
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
                    SupervisionEvent.RulesChanged _ ->
                    true;
            case SupervisionEvent.Received _,
                    SupervisionEvent.Edited _,
                    SupervisionEvent.Assessed _,
                    SupervisionEvent.Queued _,
                    SupervisionEvent.Started _,
                    SupervisionEvent.Backgrounded _,
                    SupervisionEvent.Steered _,
                    SupervisionEvent.DryRun _,
                    SupervisionEvent.Reported _,
                    SupervisionEvent.Answered _ ->
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
            return readCall(id);
        } catch (IOException e) {
            throw new JournalException("The journal cannot be read: " + e.getMessage(), e);
        }
    }

    private Optional<CallRecord> readCall(ToolCallId id) throws IOException {
        CallLedger one = new CallLedger(1, Long.MAX_VALUE);
        String mark = "\"call\":\"" + id.digits() + "\"";
        for (Path segment : JournalFiles.segments(folder)) {
            try (BufferedReader lines = JournalFiles.reader(segment);
                    TextReader texts = new TextReader(JournalFiles.textsBeside(segment))) {
                String text;
                while ((text = lines.readLine()) != null) {
                    if (text.contains(mark)) {
                        one.apply(EventCodec.decode(texts.entry(JournalLine.decode(text))));
                    }
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

    /// Why the newest events could not be kept, empty while they can.
    public Optional<String> failure() {
        return failure;
    }

    /// The first thing that was wrong with the journal when it was opened, empty when it was
    /// intact.
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
        try {
            files.close();
        } catch (IOException e) {
            throw new JournalException("The journal cannot be closed: " + e.getMessage(), e);
        }
    }

    /// Reads the texts that stand beside a segment, in step with its lines.
    private static final class TextReader implements AutoCloseable {
        private final Optional<BufferedReader> reader;
        private Optional<ObjectNode> ahead = Optional.empty();

        TextReader(Path file) throws IOException {
            this.reader =
                    Files.exists(file) ? Optional.of(JournalFiles.reader(file)) : Optional.empty();
        }

        /// The entry of a line, with its texts; a text that is gone or was changed reads as
        /// deleted.
        JournalEntry entry(JournalLine line) throws IOException {
            ObjectNode digests =
                    line.facts().path("texts") instanceof ObjectNode node
                            ? node
                            : JSON.createObjectNode();
            Map<String, String> texts = new HashMap<>();
            if (digests.isEmpty()) {
                return new JournalEntry(line.facts(), texts);
            }
            ObjectNode kept = seek(line.sequence()).orElseGet(JSON::createObjectNode);
            String salt = kept.path("salt").asString("");
            digests.properties()
                    .forEach(digest -> {
                        String name = digest.getKey();
                        String text = kept.path("texts").path(name).asString(EventCodec.DELETED);
                        boolean genuine =
                                JournalLine.textDigest(salt, name, text)
                                        .equals(digest.getValue().asString());
                        texts.put(name, genuine ? text : EventCodec.DELETED);
                    });
            return new JournalEntry(line.facts(), texts);
        }

        private Optional<ObjectNode> seek(long sequence) throws IOException {
            while (ahead.isEmpty() || ahead.get().path("seq").asLong() < sequence) {
                String text = reader.isPresent() ? reader.get().readLine() : null;
                if (text == null) {
                    return Optional.empty();
                }
                ahead = JSON.readTree(text) instanceof ObjectNode node ? Optional.of(node) : ahead;
            }
            return ahead.filter(node -> node.path("seq").asLong() == sequence);
        }

        @Override
        public void close() throws IOException {
            if (reader.isPresent()) {
                reader.get().close();
            }
        }
    }
}
