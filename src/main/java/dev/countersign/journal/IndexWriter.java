package dev.countersign.journal;

import dev.countersign.approval.Decision;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Brings the index up to the journal, a batch a transaction. Confined to one thread.
final class IndexWriter {
    private static final Logger LOG = LoggerFactory.getLogger(IndexWriter.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int BATCH = 2_000;

    /// Calls that go on are folded in memory; so many of them and of those just over.
    private static final int CALLS_AT_HAND = 1_000;

    private final Connection connection;
    private final Path journalFolder;
    private final FullText fullText;
    private final OutputTexts outputs;
    private final UnaryOperator<String> mask;
    private final Map<ToolCallId, Folded> atHand = new LinkedHashMap<>(16, 0.75f, true);
    private JournalPosition position;

    /// Where in its segment the line before the position begins.
    private long lastLine;

    /// A call as far as its events were read.
    private record Folded(long number, CallRecord record) {}

    IndexWriter(
            Connection connection,
            Path journalFolder,
            FullText fullText,
            OutputTexts outputs,
            UnaryOperator<String> mask)
            throws SQLException {
        this.connection = connection;
        this.journalFolder = journalFolder;
        this.fullText = fullText;
        this.outputs = outputs;
        this.mask = mask;
        readPosition();
        connection.setAutoCommit(false);
    }

    JournalPosition position() {
        return position;
    }

    private void readPosition() throws SQLException {
        position = IndexDatabase.position(connection).orElse(JournalPosition.START);
        lastLine = Long.parseLong(IndexDatabase.meta(connection).getOrDefault("lastLine", "0"));
    }

    /// Whether the journal has the line that the index came to: else it is another journal's.
    boolean fits() throws IOException {
        if (position.sequence() == 0) {
            return true;
        }
        JournalPosition last =
                new JournalPosition(position.segment(), lastLine, 0, position.sequence(), "");
        try (JournalReader reader = new JournalReader(journalFolder, last)) {
            return reader.next()
                    && JournalLine.decode(reader.raw().text()).hash().equals(position.head());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /// Takes in what follows, at most up to an event and at most one batch. Returns whether there
    /// is more to take.
    boolean advance(long lastSequence) throws IOException, SQLException {
        Map<ToolCallId, Boolean> changed = new LinkedHashMap<>();
        int taken = 0;
        try (JournalReader reader = new JournalReader(journalFolder, position)) {
            while (taken < BATCH && position.sequence() < lastSequence && reader.next()) {
                take(reader, changed);
                taken++;
            }
            for (Map.Entry<ToolCallId, Boolean> call : changed.entrySet()) {
                write(Objects.requireNonNull(atHand.get(call.getKey())), call.getValue());
            }
            IndexDatabase.putPosition(connection, position);
            IndexDatabase.putMeta(connection, "lastLine", Long.toString(lastLine));
            connection.commit();
        } catch (IOException | SQLException | RuntimeException e) {
            connection.rollback();
            atHand.clear();
            readPosition();
            throw e;
        }
        forgetOldest();
        return taken == BATCH;
    }

    private void take(JournalReader reader, Map<ToolCallId, Boolean> changed)
            throws IOException, SQLException {
        try {
            JournalLine line = JournalLine.decode(reader.raw().text());
            SupervisionEvent event = EventCodec.decode(reader.entry(line));
            JournalPosition place = reader.at(line);
            position = reader.after(line);
            lastLine = place.line();
            Optional<Folded> before = fold(event.id());
            Optional<Folded> after = folded(event, before, place.sequence());
            if (after.isPresent()) {
                atHand.put(event.id(), after.get());
                CallEvents.put(connection, after.get().number(), place);
                changed.merge(event.id(), changesTexts(event), Boolean::logicalOr);
            }
        } catch (JacksonException | DateTimeException | IllegalArgumentException e) {
            // The journal itself tells what is wrong with it; the index goes on behind the line.
            LOG.warn("{} is left out of the index: {}", reader.segment().getFileName(), e);
            position =
                    new JournalPosition(
                            reader.segmentNumber(),
                            reader.raw().offset(),
                            position.segment() == reader.segmentNumber() ? position.text() : 0,
                            Math.max(position.sequence() + 1, reader.raw().sequence()),
                            position.head());
        }
    }

    private static Optional<Folded> folded(
            SupervisionEvent event, Optional<Folded> before, long sequence) {
        if (event instanceof SupervisionEvent.Received received) {
            return Optional.of(new Folded(sequence, CallRecord.of(received.call())));
        }
        return before.map(known -> new Folded(known.number(), known.record().after(event)));
    }

    private Optional<Folded> fold(ToolCallId id) throws SQLException, IOException {
        Folded known = atHand.get(id);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<Long> number = CallEvents.numberOf(connection, id);
        if (number.isEmpty()) {
            return Optional.empty();
        }
        return CallEvents.story(connection, journalFolder, number.get())
                .map(story -> new Folded(number.get(), story.record()));
    }

    /// Whether what is searched of the call is another than before.
    private static boolean changesTexts(SupervisionEvent event) {
        return event instanceof SupervisionEvent.Received
                || event instanceof SupervisionEvent.Decided
                || event instanceof SupervisionEvent.Finished
                || event instanceof SupervisionEvent.Noted
                || event instanceof SupervisionEvent.Deleted;
    }

    private void forgetOldest() {
        var oldest = atHand.entrySet().iterator();
        while (atHand.size() > CALLS_AT_HAND && oldest.hasNext()) {
            oldest.next();
            oldest.remove();
        }
    }

    private void write(Folded call, boolean texts) throws SQLException {
        CallRecord record = call.record();
        boolean whole = true;
        if (texts) {
            CallTexts searched = texts(record);
            whole = searched.outputTail() == searched.output().length();
            fullText.put(connection, call.number(), searched);
        }
        try (PreparedStatement statement = connection.prepareStatement(UPSERT)) {
            new RowWriter(statement).write(call.number(), record, whole);
            statement.executeUpdate();
        }
        if (texts) {
            try (PreparedStatement statement =
                    connection.prepareStatement(
                            "UPDATE call SET output_whole = ? WHERE number = ?")) {
                statement.setInt(1, whole ? 1 : 0);
                statement.setLong(2, call.number());
                statement.executeUpdate();
            }
        }
    }

    private CallTexts texts(CallRecord record) {
        if (isGone(record)) {
            return new CallTexts("", "", "", "", "", 0, 0);
        }
        OutputTexts.Ends output = output(record);
        String head = mask.apply(output.head());
        return new CallTexts(
                mask.apply(commands(record)),
                mask.apply(record.call().summary().orElse("")),
                head + mask.apply(output.tail()),
                mask.apply(record.note().orElse("")),
                mask.apply(reason(record)),
                head.length(),
                output.tailLine());
    }

    /// What the agent asked for and, where a person edited it, what ran.
    private static String commands(CallRecord record) {
        String asked = record.call().command().text();
        return record.edit().map(edit -> asked + "\n" + edit.command().text()).orElse(asked);
    }

    private static boolean isGone(CallRecord record) {
        return record.deleted().filter(gone -> gone.what() == Deletion.EVERYTHING).isPresent();
    }

    private OutputTexts.Ends output(CallRecord record) {
        if (record.finished().isEmpty() || record.started().isEmpty() || !record.isOutputKept()) {
            return OutputTexts.Ends.NOTHING;
        }
        try {
            return outputs.of(record.id());
        } catch (IOException e) {
            LOG.warn("{}: its output is not searched: {}", record.id(), e.toString());
            return OutputTexts.Ends.NOTHING;
        }
    }

    private static String reason(CallRecord record) {
        return record.decision()
                .map(decision ->
                        switch (decision) {
                            case Decision.Denied(var _, Optional<String> reason) ->
                                    reason.orElse("");
                            case Decision.Withdrawn(String reason) -> reason;
                            case Decision.Approved _, Decision.Expired _ -> "";
                        })
                .orElse("");
    }

    private static final String UPSERT =
            """
            INSERT INTO call (number, id, received, agent, workspace, roots, directory, command,
              edited, summary, agent_says_dangerous, status, risk, decision, decider, rule, queued,
              decided, started, finished, ended, exit_code, output_bytes, output_whole, starred,
              note, deleted)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (number) DO UPDATE SET command = excluded.command, edited = excluded.edited,
              summary = excluded.summary, status = excluded.status, risk = excluded.risk,
              decision = excluded.decision, decider = excluded.decider, rule = excluded.rule,
              queued = excluded.queued, decided = excluded.decided, started = excluded.started,
              finished = excluded.finished, ended = excluded.ended,
              exit_code = excluded.exit_code, output_bytes = excluded.output_bytes,
              starred = excluded.starred, note = excluded.note, deleted = excluded.deleted\
            """;

    /// Puts a call into the parameters of a statement, in the order of its columns.
    private static final class RowWriter {
        private final PreparedStatement statement;
        private int column;

        RowWriter(PreparedStatement statement) {
            this.statement = statement;
        }

        void write(long number, CallRecord record, boolean whole) throws SQLException {
            var call = record.call();
            boolean gone = isGone(record);
            number(Optional.of(number));
            text(Optional.of(call.id().digits()));
            time(Optional.of(call.receivedAt()));
            text(Optional.of(call.session().name()));
            Set<String> roots = new LinkedHashSet<>();
            call.session().workspace().roots().forEach(root -> roots.add(root.toString()));
            text(roots.stream().findFirst());
            text(Optional.of(JSON.writeValueAsString(roots)));
            text(Optional.of(call.directory().toString()));
            text(Optional.of(gone ? EventCodec.DELETED : call.command().text()));
            text(gone ? Optional.empty() : record.edit().map(edit -> edit.command().text()));
            text(gone ? Optional.empty() : call.summary());
            number(Optional.of(call.agentSaysDangerous() ? 1L : 0L));
            text(Optional.of(record.status().wireName()));
            text(record.assessed().map(a -> a.assessment().level().wireName()));
            text(record.decision().map(decision -> DecisionKind.of(decision).wireName()));
            Optional<DecidedBy> by = record.decision().flatMap(DecidedBy::of);
            text(by.map(DecidedBy::kind));
            text(by.flatMap(DecidedBy::rule));
            time(record.queued().map(SupervisionEvent::at));
            time(record.decided().map(SupervisionEvent::at));
            time(record.started().map(SupervisionEvent::at));
            time(record.finished().map(SupervisionEvent::at));
            time(endOf(record));
            number(
                    record.outcome()
                            .flatMap(outcome ->
                                    outcome instanceof Outcome.Exited(int code)
                                            ? Optional.of((long) code)
                                            : Optional.empty()));
            number(
                    Optional.of(
                            record.finished()
                                    .map(SupervisionEvent.Finished::outputBytes)
                                    .orElse(0L)));
            number(Optional.of(whole ? 1L : 0L));
            number(Optional.of(record.isStarred() ? 1L : 0L));
            text(gone ? Optional.empty() : record.note());
            text(record.deleted().map(deleted -> deleted.what().name().toLowerCase(Locale.ROOT)));
        }

        private static Optional<Instant> endOf(CallRecord record) {
            if (!record.status().isFinal()) {
                return Optional.empty();
            }
            return record.finished()
                    .<SupervisionEvent>map(event -> event)
                    .or(record::dryRun)
                    .or(record::handedOver)
                    .or(record::decided)
                    .map(SupervisionEvent::at);
        }

        private void text(Optional<String> value) throws SQLException {
            column++;
            if (value.isPresent()) {
                statement.setString(column, value.get());
            } else {
                statement.setNull(column, Types.VARCHAR);
            }
        }

        private void number(Optional<Long> value) throws SQLException {
            column++;
            if (value.isPresent()) {
                statement.setLong(column, value.get());
            } else {
                statement.setNull(column, Types.BIGINT);
            }
        }

        private void time(Optional<Instant> value) throws SQLException {
            number(value.map(Instant::toEpochMilli));
        }
    }
}
