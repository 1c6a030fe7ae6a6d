package dev.countersign.mcp;

import dev.countersign.supervision.CallObserver;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Tells a client how its call goes on, so that it does not give up. Safe on any thread.
final class ProgressTeller implements CallObserver {
    private final JsonRpcConnection connection;
    private final OpenRequest request;
    private final JsonNode token;
    private final AtomicLong steps = new AtomicLong();

    ProgressTeller(JsonRpcConnection connection, OpenRequest request, JsonNode token) {
        this.connection = connection;
        this.request = request;
        this.token = token;
    }

    @Override
    public void waiting(Duration elapsed) {
        tell("waiting for approval (%d s)".formatted(elapsed.toSeconds()));
    }

    @Override
    public void running(Duration elapsed, String lastLine) {
        String time = "running %d s".formatted(elapsed.toSeconds());
        tell(lastLine.isEmpty() ? time : time + ": " + lastLine);
    }

    private void tell(String message) {
        request.tell(() -> {
            ObjectNode parameters = Json.object();
            parameters.set("progressToken", token);
            // Counted, not timed: the protocol wants a number that always grows, and the
            // time a call has run starts anew after the time it waited.
            parameters.put("progress", steps.incrementAndGet());
            parameters.put("message", message);
            connection.notify("notifications/progress", parameters);
        });
    }
}
