package dev.countersign.journal;

import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/// History as it is on the disk, read without changing anything, whether a console runs or not.
/// Every method blocks.
public final class StoredHistory implements History, AutoCloseable {
    private final IndexSearch search;
    private final IndexState state;

    private StoredHistory(IndexSearch search, IndexState state) {
        this.search = search;
        this.state = state;
    }

    /// Opens the index.
    ///
    /// @throws JournalException when there is none, or it is of another version; says what to do
    public static StoredHistory open(IndexPlaces places, UnaryOperator<String> mask)
            throws JournalException {
        requireJournal(places.journal());
        if (!Files.exists(places.file())) {
            throw new JournalException(
                    "There is no index of history in %s. The console makes it when it starts, or: countersign history reindex"
                            .formatted(places.file().getParent()));
        }
        try {
            Connection connection = IndexDatabase.openForReading(places.file(), places.natives());
            if (IndexDatabase.form(connection) != IndexDatabase.Form.CURRENT) {
                connection.close();
                throw new JournalException(
                        "The index of history is of another version of Countersign. Make it anew:"
                                + " countersign history reindex");
            }
            IndexSearch search =
                    new IndexSearch(connection, places.journal(), new SqliteFullText(), mask);
            long kept = JournalFiles.lastSequence(places.journal());
            return new StoredHistory(
                    search, new IndexState(search.indexed(), kept, Optional.empty()));
        } catch (JournalException e) {
            throw e;
        } catch (IOException | SQLException e) {
            throw new JournalException(
                    "The index of history cannot be read: %s. Make it anew: countersign history reindex"
                            .formatted(e.getMessage()),
                    e);
        }
    }

    /// @throws JournalException when there is none, or a newer program wrote it
    private static void requireJournal(Path journal) throws JournalException {
        if (!Files.isDirectory(journal)) {
            throw new JournalException(
                    "There is no history in %s yet; a console keeps it from its first start on."
                            .formatted(journal.getParent()));
        }
        try {
            JournalFormat.checkForReading(journal);
        } catch (JournalException e) {
            throw e;
        } catch (IOException e) {
            throw new JournalException("The journal cannot be read: " + e.getMessage(), e);
        }
    }

    /// Hears how far a long work has come.
    public interface Progress {
        /// It has come this far.
        ///
        /// @param done events so far
        /// @param all events there are
        void at(long done, long all);
    }

    /// Makes the index anew from the journal. No console may run.
    ///
    /// @return how many events it holds
    /// @throws JournalException when a console runs, or something cannot be read or written
    public static long reindex(IndexPlaces places, UnaryOperator<String> mask, Progress progress)
            throws JournalException {
        requireJournal(places.journal());
        try {
            long all = JournalFiles.lastSequence(places.journal());
            try (IndexBuild build = IndexBuild.openAnew(places, mask)) {
                IndexWriter writer = build.writer();
                progress.at(0, all);
                while (writer.position().sequence() < all) {
                    long before = writer.position().sequence();
                    writer.advance(all);
                    progress.at(writer.position().sequence(), all);
                    if (writer.position().sequence() == before) {
                        break;
                    }
                }
                return writer.position().sequence();
            }
        } catch (JournalException e) {
            throw e;
        } catch (IOException | SQLException e) {
            throw new JournalException("The index of history cannot be made: " + e.getMessage(), e);
        }
    }

    /// Everything that happened to a call, read from the journal alone: all of it, so that no index
    /// is needed. Blocks for as long as that takes.
    public static Optional<CallStory> storyFrom(Path journal, ToolCallId id)
            throws JournalException {
        requireJournal(journal);
        byte[] mark = JournalReader.markOf(id.digits());
        List<CallStory.Step> steps = new ArrayList<>();
        Optional<CallRecord> record = Optional.empty();
        try (JournalReader reader = JournalReader.ofAll(journal)) {
            while (reader.next()) {
                if (!reader.raw().contains(mark)) {
                    continue;
                }
                JournalLine line = JournalLine.decode(reader.raw().text());
                SupervisionEvent event = EventCodec.decode(reader.entry(line));
                if (!event.id().equals(id)) {
                    continue;
                }
                steps.add(new CallStory.Step(line.sequence(), line.hash(), event));
                record =
                        event instanceof SupervisionEvent.Received received
                                ? Optional.of(CallRecord.of(received.call()))
                                : record.map(before -> before.after(event));
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new JournalException("The journal cannot be read: " + e.getMessage(), e);
        }
        return record.map(whole -> new CallStory(whole, steps));
    }

    /// Some calls, read from the journal alone in one pass, so that no index is needed; those that
    /// are not there are left out. Blocks for as long as that takes.
    public static Map<ToolCallId, CallRecord> recordsFrom(Path journal, Set<ToolCallId> ids)
            throws JournalException {
        requireJournal(journal);
        Map<String, ToolCallId> wanted = new HashMap<>();
        ids.forEach(id -> wanted.put(id.digits(), id));
        Map<ToolCallId, CallRecord> records = new HashMap<>();
        try (JournalReader reader = JournalReader.ofAll(journal)) {
            while (reader.next()) {
                if (!wanted.containsKey(reader.raw().call())) {
                    continue;
                }
                SupervisionEvent event =
                        EventCodec.decode(reader.entry(JournalLine.decode(reader.raw().text())));
                if (event instanceof SupervisionEvent.Received received) {
                    records.put(event.id(), CallRecord.of(received.call()));
                } else {
                    records.computeIfPresent(event.id(), (_, before) -> before.after(event));
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new JournalException("The journal cannot be read: " + e.getMessage(), e);
        }
        return records;
    }

    @Override
    public HistoryPage search(HistoryQuery query, Optional<Long> before, int limit)
            throws JournalException {
        return search.search(query, before, limit);
    }

    @Override
    public long count(HistoryQuery query) throws JournalException {
        return search.count(query);
    }

    @Override
    public HistoryChoices choices() throws JournalException {
        return search.choices();
    }

    @Override
    public Optional<HistoryHit> find(ToolCallId id) throws JournalException {
        return search.find(id);
    }

    @Override
    public Optional<CallStory> story(ToolCallId id) throws JournalException {
        return search.story(id);
    }

    @Override
    public List<LaneSpan> lanes(Instant from, Instant until) throws JournalException {
        return search.lanes(from, until);
    }

    @Override
    public List<DaySum> days(Instant from, Instant until, ZoneId zone) throws JournalException {
        return search.days(from, until, zone);
    }

    @Override
    public List<DecisionCount> deciders(Instant from, Instant until) throws JournalException {
        return search.deciders(from, until);
    }

    @Override
    public List<PastCall> pastCalls(int limit) throws JournalException {
        return search.pastCalls(limit);
    }

    @Override
    public List<KeptRun> endedBefore(Instant time, int limit) throws JournalException {
        return search.endedBefore(time, limit);
    }

    @Override
    public List<KeptRun> oldestOutputs(int limit) throws JournalException {
        return search.oldestOutputs(limit);
    }

    @Override
    public long keptOutputBytes() throws JournalException {
        return search.keptOutputBytes();
    }

    @Override
    public List<ToolCallId> deleted() throws JournalException {
        return search.deleted();
    }

    @Override
    public IndexState state() {
        return state;
    }

    @Override
    public void close() throws IOException {
        search.close();
    }
}
