package dev.countersign.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/// How the journal reaches the device, so that tests can have a full or a broken one.
interface JournalDisk {
    /// Writes all of the bytes at the channel's position.
    void write(FileChannel channel, ByteBuffer bytes) throws IOException;

    /// Has the device keep what was written.
    void force(FileChannel channel) throws IOException;

    /// The real one.
    static JournalDisk real() {
        return new JournalDisk() {
            @Override
            public void write(FileChannel channel, ByteBuffer bytes) throws IOException {
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
            }

            @Override
            public void force(FileChannel channel) throws IOException {
                channel.force(false);
            }
        };
    }
}
