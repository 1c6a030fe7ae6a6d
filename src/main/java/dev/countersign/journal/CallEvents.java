package dev.countersign.journal;

import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Where in the journal the events of each call stand, so that an old call is read without reading
/// everything. Stateless.
final class CallEvents {
    private CallEvents() {}

    static void put(Connection connection, long call, JournalPosition place) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement(
                        "INSERT INTO event (call, sequence, segment, line, text)"
                                + " VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING")) {
            statement.setLong(1, call);
            statement.setLong(2, place.sequence());
            statement.setInt(3, place.segment());
            statement.setLong(4, place.line());
            statement.setLong(5, place.text());
            statement.executeUpdate();
        }
    }

    static Optional<Long> numberOf(Connection connection, ToolCallId id) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT number FROM call WHERE id = ?")) {
            statement.setString(1, id.digits());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(row.getLong(1)) : Optional.empty();
            }
        }
    }

    /// Reads everything that happened to a call from the journal itself; empty where its lines are
    /// not what the index knew of them.
    static Optional<CallStory> story(Connection connection, Path journalFolder, long call)
            throws SQLException, IOException {
        List<CallStory.Step> steps = new ArrayList<>();
        Optional<CallRecord> record = Optional.empty();
        for (JournalPosition place : places(connection, call)) {
            try (JournalReader reader = new JournalReader(journalFolder, place)) {
                if (!reader.next()) {
                    return Optional.empty();
                }
                JournalLine line = JournalLine.decode(reader.raw().text());
                if (line.sequence() != place.sequence()) {
                    return Optional.empty();
                }
                SupervisionEvent event = EventCodec.decode(reader.entry(line));
                steps.add(new CallStory.Step(line.sequence(), line.hash(), event));
                record =
                        event instanceof SupervisionEvent.Received received
                                ? Optional.of(CallRecord.of(received.call()))
                                : record.map(before -> before.after(event));
            } catch (IllegalArgumentException e) {
                throw new IOException("the journal was changed: " + e.getMessage(), e);
            }
        }
        return record.map(whole -> new CallStory(whole, steps));
    }

    private static List<JournalPosition> places(Connection connection, long call)
            throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement(
                        "SELECT segment, line, text, sequence FROM event WHERE call = ?"
                                + " ORDER BY sequence")) {
            statement.setLong(1, call);
            List<JournalPosition> places = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    places.add(place(rows));
                }
            }
            return places;
        }
    }

    private static JournalPosition place(ResultSet row) throws SQLException {
        return new JournalPosition(
                row.getInt(1), row.getLong(2), row.getLong(3), row.getLong(4), "");
    }
}
