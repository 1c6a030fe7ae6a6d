package dev.countersign.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The index as its one writer has it: opened, made anew where it does not fit the journal, and
/// brought up to it. Confined to one thread; blocks.
final class IndexBuild implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(IndexBuild.class);

    private final IndexPlaces places;
    private final UnaryOperator<String> mask;
    private final FullText fullText = new SqliteFullText();
    private final IndexLock lock;
    private Connection connection;
    private IndexWriter writer;

    private IndexBuild(IndexPlaces places, UnaryOperator<String> mask, IndexLock lock)
            throws IOException, SQLException {
        this.places = places;
        this.mask = mask;
        this.lock = lock;
        this.connection = IndexDatabase.openForWriting(places.file(), places.natives());
        this.writer = fit();
    }

    /// Opens the index, or makes it anew where it is missing, older, damaged or of another journal.
    ///
    /// @throws JournalException when somebody else writes it, or a newer version made it
    static IndexBuild open(IndexPlaces places, UnaryOperator<String> mask) throws JournalException {
        try {
            IndexLock lock = takeLock(places);
            try {
                return openLocked(places, mask, lock);
            } catch (IOException | SQLException | RuntimeException e) {
                lock.close();
                throw e;
            }
        } catch (JournalException e) {
            throw e;
        } catch (IOException | SQLException e) {
            throw new JournalException(
                    "The index of history in %s cannot be opened: %s"
                            .formatted(places.file(), e.getMessage()),
                    e);
        }
    }

    /// Opens an empty index in the place of whatever there is.
    static IndexBuild openAnew(IndexPlaces places, UnaryOperator<String> mask)
            throws JournalException, SQLException {
        try {
            IndexLock lock = takeLock(places);
            try {
                deleteFiles(places.file());
                return openLocked(places, mask, lock);
            } catch (IOException | SQLException | RuntimeException e) {
                lock.close();
                throw e;
            }
        } catch (JournalException e) {
            throw e;
        } catch (IOException e) {
            throw new JournalException(
                    "The index of history in %s cannot be made anew: %s"
                            .formatted(places.file(), e.getMessage()),
                    e);
        }
    }

    private static IndexLock takeLock(IndexPlaces places) throws IOException {
        return IndexLock.take(places.lock())
                .orElseThrow(() ->
                        new JournalException(
                                "A console runs and keeps the index of history in %s: close it first."
                                        .formatted(places.file())));
    }

    private static IndexBuild openLocked(
            IndexPlaces places, UnaryOperator<String> mask, IndexLock lock)
            throws IOException, SQLException {
        try {
            return new IndexBuild(places, mask, lock);
        } catch (SQLException e) {
            LOG.warn("the index is damaged and made anew: {}", e.getMessage());
            deleteFiles(places.file());
            return new IndexBuild(places, mask, lock);
        }
    }

    private IndexWriter fit() throws IOException, SQLException {
        IndexDatabase.Form form = IndexDatabase.form(connection);
        return switch (form) {
            case NEWER -> {
                connection.close();
                throw new JournalException(
                        "The index of history in %s was made by a newer Countersign. Start that one, or have this one make it anew: countersign history reindex"
                                .formatted(places.file()));
            }
            case OLDER -> remake();
            case CURRENT -> {
                IndexWriter known = newWriter();
                yield known.fits() ? known : remake();
            }
        };
    }

    private IndexWriter newWriter() throws SQLException {
        return new IndexWriter(
                connection, places.journal(), fullText, new OutputTexts(places.recordings()), mask);
    }

    /// Forgets everything, to be read from the journal again.
    IndexWriter remake() throws IOException, SQLException {
        connection.close();
        deleteFiles(places.file());
        connection = IndexDatabase.openForWriting(places.file(), places.natives());
        IndexDatabase.create(connection, fullText);
        writer = newWriter();
        return writer;
    }

    static void deleteFiles(Path file) throws IOException {
        for (String ending : List.of("", "-wal", "-shm")) {
            Files.deleteIfExists(file.resolveSibling(file.getFileName() + ending));
        }
    }

    IndexWriter writer() {
        return writer;
    }

    IndexSearch search() throws IOException, SQLException {
        return new IndexSearch(
                IndexDatabase.openForReading(places.file(), places.natives()),
                places.journal(),
                fullText,
                mask);
    }

    @Override
    public void close() throws IOException {
        try (lock) {
            connection.close();
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }
}
