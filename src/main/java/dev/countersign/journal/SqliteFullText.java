package dev.countersign.journal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Full text by SQLite's FTS5: words as Unicode has them, without their accents. Stateless.
final class SqliteFullText implements FullText {
    @Override
    public List<String> schema() {
        return List.of(
                """
                CREATE VIRTUAL TABLE text USING fts5(
                  command, summary, output, note, reason, output_tail UNINDEXED,
                  tail_line UNINDEXED,
                  tokenize = "unicode61 remove_diacritics 0", prefix = '2 3')\
                """,
                // What a person deleted must not linger in the index's own pages.
                "INSERT INTO text(text, rank) VALUES ('secure-delete', 1)");
    }

    @Override
    public void put(Connection connection, long number, CallTexts texts) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement(
                        "INSERT OR REPLACE INTO text(rowid, command, summary, output, note,"
                                + " reason, output_tail, tail_line)"
                                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)")) {
            statement.setLong(1, number);
            statement.setString(2, texts.command());
            statement.setString(3, texts.summary());
            statement.setString(4, texts.output());
            statement.setString(5, texts.note());
            statement.setString(6, texts.reason());
            statement.setInt(7, texts.outputTail());
            statement.setLong(8, texts.tailLine());
            statement.executeUpdate();
        }
    }

    @Override
    public Optional<CallTexts> texts(Connection connection, long number) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement(
                        "SELECT command, summary, output, note, reason, output_tail, tail_line"
                                + " FROM text WHERE rowid = ?")) {
            statement.setLong(1, number);
            try (ResultSet row = statement.executeQuery()) {
                return row.next()
                        ? Optional.of(
                                new CallTexts(
                                        row.getString(1),
                                        row.getString(2),
                                        row.getString(3),
                                        row.getString(4),
                                        row.getString(5),
                                        row.getInt(6),
                                        row.getLong(7)))
                        : Optional.empty();
            }
        }
    }

    /// The cross join has SQLite go through the matches from the newest on and stop at the page's
    /// end.
    @Override
    public String source() {
        return "text CROSS JOIN call ON call.number = text.rowid";
    }

    @Override
    public String order() {
        return "text.rowid";
    }

    @Override
    public String condition() {
        return "text MATCH ?";
    }

    @Override
    public String exclusion() {
        return "call.number NOT IN (SELECT rowid FROM text WHERE text MATCH ?)";
    }

    @Override
    public String wanted(SearchWords words) {
        return words.wanted().stream()
                .map(SqliteFullText::phrase)
                .collect(Collectors.joining(" AND "));
    }

    @Override
    public String unwanted(SearchWords words) {
        return words.unwanted().stream()
                .map(SqliteFullText::phrase)
                .collect(Collectors.joining(" OR "));
    }

    /// FTS5 cuts what stands in quotation marks into words by itself; the star takes the last of
    /// them as a beginning.
    private static String phrase(String word) {
        return '"' + word.replace("\"", "\"\"") + "\" *";
    }
}
