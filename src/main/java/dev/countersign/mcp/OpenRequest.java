package dev.countersign.mcp;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// A request that is not answered yet. It ends once: answered or cancelled, whichever is first.
///
/// Guarded by its own monitor; safe on any thread.
final class OpenRequest {
    private final JsonNode id;
    private final Optional<JsonNode> progressToken;
    private final StatelessForm form;
    private boolean over;
    private boolean cancelled;
    private Optional<Runnable> canceller = Optional.empty();

    /// @param progressToken a string or an integer that progress is told with, where it is wanted
    /// @param form of the protocol that it came in
    OpenRequest(JsonNode id, Optional<JsonNode> progressToken, StatelessForm form) {
        this.id = id;
        this.progressToken = progressToken;
        this.form = form;
    }

    StatelessForm form() {
        return form;
    }

    JsonNode id() {
        return id;
    }

    Optional<JsonNode> progressToken() {
        return progressToken;
    }

    /// Whether its answer is sent or no longer wanted.
    synchronized boolean isOver() {
        return over;
    }

    /// Runs the sending of the answer unless the request is over. It must not block.
    synchronized void answer(Runnable sending) {
        if (!over) {
            over = true;
            sending.run();
        }
    }

    /// Runs the sending of a notification about the request, which must never follow its answer.
    synchronized void tell(Runnable sending) {
        if (!over) {
            sending.run();
        }
    }

    /// What ends the work on this request; run at once when it was cancelled before.
    void onCancel(Runnable stopping) {
        synchronized (this) {
            if (!cancelled) {
                canceller = Optional.of(stopping);
                return;
            }
        }
        stopping.run();
    }

    /// The peer no longer wants it. Does nothing when it is over.
    void cancel() {
        Optional<Runnable> stopping;
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
            cancelled = true;
            stopping = canceller;
        }
        stopping.ifPresent(Runnable::run);
    }
}
