package dev.countersign.journal;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/// An event on its way into the journal, behind all that were given before it. Safe on any thread.
public final class PendingAppend {
    private final CompletableFuture<Void> done;

    PendingAppend(CompletableFuture<Void> done) {
        this.done = done;
    }

    static PendingAppend failed(JournalException failure) {
        return new PendingAppend(CompletableFuture.failedFuture(failure));
    }

    /// Waits until it is written, for decisions and ends until it is on the disk.
    ///
    /// @throws JournalException when it could not be kept; then it has not happened
    public void await() throws JournalException {
        try {
            done.join();
        } catch (CompletionException e) {
            throw failure(e);
        }
    }

    /// Is told when it could not be kept, instead of waiting for it; on whatever thread. Must not
    /// block.
    public void onFailure(Consumer<JournalException> listener) {
        CompletableFuture<Void> _ =
                done.whenComplete((_, thrown) -> {
                    if (thrown != null) {
                        listener.accept(failure(thrown));
                    }
                });
    }

    private static JournalException failure(Throwable thrown) {
        Throwable cause =
                thrown instanceof CompletionException
                        ? Objects.requireNonNullElse(thrown.getCause(), thrown)
                        : thrown;
        return cause instanceof JournalException known
                ? known
                : new JournalException(
                        "The journal cannot be written: " + cause.getMessage(), cause);
    }
}
