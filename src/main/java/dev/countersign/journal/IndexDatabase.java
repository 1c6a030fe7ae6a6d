package dev.countersign.journal;

import dev.countersign.settings.OwnerOnly;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteOpenMode;

/// Opens the index: SQLite in WAL mode, in one file. Everything that is SQLite's alone is here and
/// in [SqliteFullText].
final class IndexDatabase {
    /// A file of a smaller version is made anew from the journal; one of a larger is left alone.
    static final int VERSION = 1;

    private static final int BUSY_MILLIS = 10_000;

    private IndexDatabase() {}

    /// What a file turned out to be.
    enum Form {
        CURRENT,
        OLDER,
        NEWER
    }

    /// Opens a file to be written, creating it where there is none. The first opening of a process
    /// takes about a second.
    ///
    /// @param natives where the driver unpacks its native part
    static Connection openForWriting(Path file, Path natives) throws SQLException, IOException {
        prepareNatives(natives);
        OwnerOnly.createFile(file);
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(JournalMode.WAL);
        config.setSynchronous(SynchronousMode.NORMAL);
        config.setBusyTimeout(BUSY_MILLIS);
        config.setPragma(SQLiteConfig.Pragma.SECURE_DELETE, "true");
        return config.createConnection("jdbc:sqlite:" + file);
    }

    static Connection openForReading(Path file, Path natives) throws SQLException, IOException {
        prepareNatives(natives);
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        config.resetOpenMode(SQLiteOpenMode.CREATE);
        config.setBusyTimeout(BUSY_MILLIS);
        return config.createConnection("jdbc:sqlite:" + file);
    }

    private static void prepareNatives(Path natives) throws IOException {
        OwnerOnly.createFolders(natives);
        System.setProperty("org.sqlite.tmpdir", natives.toString());
    }

    static Form form(Connection connection) throws SQLException {
        Map<String, String> meta = hasTables(connection) ? meta(connection) : Map.of();
        int version = Integer.parseInt(meta.getOrDefault("version", "0"));
        if (version > VERSION) {
            return Form.NEWER;
        }
        return version < VERSION ? Form.OLDER : Form.CURRENT;
    }

    private static boolean hasTables(Connection connection) throws SQLException {
        try (ResultSet tables = connection.getMetaData().getTables(null, null, "meta", null)) {
            return tables.next();
        }
    }

    /// Makes the tables in an empty file.
    static void create(Connection connection, FullText fullText) throws SQLException {
        for (String statement : SCHEMA) {
            execute(connection, statement);
        }
        for (String statement : fullText.schema()) {
            execute(connection, statement);
        }
        putMeta(connection, "version", Integer.toString(VERSION));
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    static Map<String, String> meta(Connection connection) throws SQLException {
        Map<String, String> values = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT name, value FROM meta")) {
            while (rows.next()) {
                values.put(rows.getString(1), rows.getString(2));
            }
        }
        return values;
    }

    static void putMeta(Connection connection, String name, String value) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement(
                        "INSERT INTO meta (name, value) VALUES (?, ?)"
                                + " ON CONFLICT (name) DO UPDATE SET value = excluded.value")) {
            statement.setString(1, name);
            statement.setString(2, value);
            statement.executeUpdate();
        }
    }

    /// How far the index has come in the journal, empty where it holds nothing.
    static Optional<JournalPosition> position(Connection connection) throws SQLException {
        Map<String, String> meta = meta(connection);
        if (!meta.containsKey("sequence")) {
            return Optional.empty();
        }
        return Optional.of(
                new JournalPosition(
                        Integer.parseInt(meta.getOrDefault("segment", "0")),
                        Long.parseLong(meta.getOrDefault("line", "0")),
                        Long.parseLong(meta.getOrDefault("text", "0")),
                        Long.parseLong(meta.getOrDefault("sequence", "0")),
                        meta.getOrDefault("head", JournalLine.GENESIS)));
    }

    static void putPosition(Connection connection, JournalPosition position) throws SQLException {
        putMeta(connection, "segment", Integer.toString(position.segment()));
        putMeta(connection, "line", Long.toString(position.line()));
        putMeta(connection, "text", Long.toString(position.text()));
        putMeta(connection, "sequence", Long.toString(position.sequence()));
        putMeta(connection, "head", position.head());
    }

    /// Times are milliseconds since 1970; what has not happened is NULL.
    private static final List<String> SCHEMA =
            List.of(
                    "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
                    """
                    CREATE TABLE call (
                      number INTEGER PRIMARY KEY,
                      id TEXT NOT NULL UNIQUE,
                      received BIGINT NOT NULL,
                      agent TEXT NOT NULL,
                      workspace TEXT NOT NULL,
                      roots TEXT NOT NULL,
                      directory TEXT NOT NULL,
                      command TEXT NOT NULL,
                      edited TEXT,
                      summary TEXT,
                      agent_says_dangerous INTEGER NOT NULL,
                      status TEXT NOT NULL,
                      risk TEXT,
                      decision TEXT,
                      decider TEXT,
                      rule TEXT,
                      queued BIGINT,
                      decided BIGINT,
                      started BIGINT,
                      finished BIGINT,
                      ended BIGINT,
                      exit_code INTEGER,
                      output_bytes BIGINT NOT NULL,
                      output_whole INTEGER NOT NULL,
                      starred INTEGER NOT NULL,
                      note TEXT,
                      deleted TEXT)\
                    """,
                    "CREATE INDEX call_agent ON call (agent, number)",
                    "CREATE INDEX call_workspace ON call (workspace, number)",
                    "CREATE INDEX call_status ON call (status, number)",
                    "CREATE INDEX call_rule ON call (rule, number)",
                    "CREATE INDEX call_decided ON call (decided)",
                    "CREATE INDEX call_received ON call (received)",
                    "CREATE INDEX call_ended ON call (ended)",
                    """
                    CREATE TABLE event (
                      call BIGINT NOT NULL,
                      sequence BIGINT NOT NULL,
                      segment INTEGER NOT NULL,
                      line BIGINT NOT NULL,
                      text BIGINT NOT NULL,
                      PRIMARY KEY (call, sequence)) WITHOUT ROWID\
                    """);
}
