package dev.countersign.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;

/// A disk that can be made to fail, for tests of this and other rooms.
public final class BrokenDisk implements JournalDisk {
    private volatile Optional<String> failure = Optional.empty();
    private volatile boolean onlyForce;

    /// A journal on this disk.
    public Journal open(Path folder) throws JournalException {
        return Journal.open(folder, this, Journal.READ_WHOLLY);
    }

    /// From now on writing fails with these words, half of it done; empty heals it.
    public void fail(Optional<String> words) {
        onlyForce = false;
        failure = words;
    }

    /// From now on only having it kept fails.
    public void failForce(String words) {
        onlyForce = true;
        failure = Optional.of(words);
    }

    @Override
    public void write(FileChannel channel, ByteBuffer bytes) throws IOException {
        Optional<String> words = failure;
        if (words.isPresent() && !onlyForce) {
            ByteBuffer half = bytes.slice(0, bytes.remaining() / 2);
            JournalDisk.real().write(channel, half);
            throw new IOException(words.get());
        }
        JournalDisk.real().write(channel, bytes);
    }

    @Override
    public void force(FileChannel channel) throws IOException {
        Optional<String> words = failure;
        if (words.isPresent()) {
            throw new IOException(words.get());
        }
    }
}
