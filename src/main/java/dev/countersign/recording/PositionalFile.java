package dev.countersign.recording;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;

/// A file that is read and written at positions, from any thread.
///
/// An interrupt closes a `FileChannel` for all its users; output would be lost because somebody
/// stopped waiting for it. So the channel is opened anew, the operation repeated (it names its
/// position, so that repeating is harmless), and the interrupt kept for the caller to see.
final class PositionalFile implements Closeable {

    private interface Operation<T> {
        T on(FileChannel channel) throws IOException;
    }

    private final Path path;
    private final Set<OpenOption> options;

    // Guarded by this.
    private FileChannel channel;
    private boolean closed;

    private PositionalFile(Path path, Set<OpenOption> options, FileChannel channel) {
        this.path = path;
        this.options = options;
        this.channel = channel;
    }

    /// Makes a file that must not exist.
    static PositionalFile create(Path path, FileAttribute<?>... attributes) throws IOException {
        Set<OpenOption> first = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        FileChannel channel = FileChannel.open(path, first, attributes);
        return new PositionalFile(path, Set.of(StandardOpenOption.WRITE), channel);
    }

    static PositionalFile openForReading(Path path) throws IOException {
        Set<OpenOption> options = Set.of(StandardOpenOption.READ);
        return new PositionalFile(path, options, FileChannel.open(path, options));
    }

    /// Opens a file of ours to write more into it.
    static PositionalFile openForWriting(Path path) throws IOException {
        Set<OpenOption> options = Set.of(StandardOpenOption.WRITE);
        return new PositionalFile(path, options, FileChannel.open(path, options));
    }

    /// Writes all of the buffer and leaves its position alone.
    void write(ByteBuffer bytes, long position) throws IOException {
        uninterrupted(target -> {
            ByteBuffer rest = bytes.duplicate();
            while (rest.hasRemaining()) {
                target.write(rest, position + rest.position() - bytes.position());
            }
            return true;
        });
    }

    /// Reads up to `length` bytes; fewer only where the file ends.
    int read(byte[] bytes, int offset, int length, long position) throws IOException {
        return uninterrupted(source -> {
            ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length);
            while (buffer.hasRemaining()) {
                if (source.read(buffer, position + buffer.position() - offset) < 0) {
                    break;
                }
            }
            return buffer.position() - offset;
        });
    }

    long size() throws IOException {
        return uninterrupted(FileChannel::size);
    }

    void truncate(long size) throws IOException {
        uninterrupted(target -> target.truncate(size));
    }

    /// Gives the descriptor back until the file is used again, which then opens it anew by its
    /// path.
    synchronized void rest() throws IOException {
        channel.close();
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        channel.close();
    }

    private <T> T uninterrupted(Operation<T> operation) throws IOException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return operation.on(openChannel());
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                } catch (ClosedChannelException e) {
                    // Closed by the interrupt of another thread, or for good.
                    if (isClosed()) {
                        throw e;
                    }
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private synchronized FileChannel openChannel() throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
        if (!channel.isOpen()) {
            channel = FileChannel.open(path, options);
        }
        return channel;
    }

    private synchronized boolean isClosed() {
        return closed;
    }
}
