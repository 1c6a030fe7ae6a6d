package dev.countersign.journal;

import dev.countersign.settings.OwnerOnly;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// Sees to it that only one process writes the index.
final class IndexLock implements Closeable {
    private final FileChannel channel;

    private IndexLock(FileChannel channel) {
        this.channel = channel;
    }

    /// Takes the lock; empty where somebody else holds it.
    static Optional<IndexLock> take(Path file) throws IOException {
        OwnerOnly.createFile(file);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return Optional.of(new IndexLock(channel));
            }
        } catch (OverlappingFileLockException e) {
            // Another index of this very process holds it.
            channel.close();
            return Optional.empty();
        }
        channel.close();
        return Optional.empty();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
