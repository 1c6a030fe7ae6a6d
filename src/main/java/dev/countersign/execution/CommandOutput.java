package dev.countersign.execution;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Hands a command's output to its sink, one piece at a time, and keeps why that failed.
///
/// Safe on any thread.
final class CommandOutput {
    /// What became of a piece.
    enum Taken {
        YES,
        NOT_NOW,
        NEVER
    }

    private final OutputSink sink;
    private volatile @Nullable String failure;

    CommandOutput(OutputSink sink) {
        this.sink = sink;
    }

    /// Hands bytes on; after the first failure the sink is not asked again.
    synchronized Taken accept(OutputStreamKind kind, ByteBuffer bytes) {
        if (failure != null) {
            return Taken.NEVER;
        }
        try {
            return sink.accept(kind, bytes) ? Taken.YES : Taken.NOT_NOW;
        } catch (IOException | RuntimeException exception) {
            failed("the output cannot be kept: " + exception.getMessage());
            return Taken.NEVER;
        }
    }

    void failed(String reason) {
        failure = reason;
    }

    Optional<String> failure() {
        return Optional.ofNullable(failure);
    }
}
