package dev.countersign.execution;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Hands a command's output to its sink, one piece at a time, and keeps why that failed.
///
/// Safe on any thread.
final class CommandOutput {
    private final OutputSink sink;
    private volatile @Nullable String failure;

    CommandOutput(OutputSink sink) {
        this.sink = sink;
    }

    /// Hands bytes on.
    ///
    /// @return whether the sink took it; after the first failure it is not asked again
    synchronized boolean accept(OutputStreamKind kind, byte[] bytes, int length) {
        if (failure != null) {
            return false;
        }
        try {
            sink.accept(kind, bytes, 0, length);
            return true;
        } catch (IOException | RuntimeException exception) {
            failed("the output cannot be kept: " + exception.getMessage());
            return false;
        }
    }

    void failed(String reason) {
        failure = reason;
    }

    Optional<String> failure() {
        return Optional.ofNullable(failure);
    }
}
