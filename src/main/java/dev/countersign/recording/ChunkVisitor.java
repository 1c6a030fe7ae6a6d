package dev.countersign.recording;

import java.io.IOException;
import java.time.Duration;

/// Receives recorded bytes in arrival order.
@FunctionalInterface
public interface ChunkVisitor {

    /// Takes a part of a chunk, at most 64 KiB. The array is reused: copy what is to be kept.
    ///
    /// @param sinceStart when the chunk arrived
    /// @return whether to go on
    boolean chunk(StreamKind stream, Duration sinceStart, byte[] bytes, int offset, int length)
            throws IOException;
}
