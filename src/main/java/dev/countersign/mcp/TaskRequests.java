package dev.countersign.mcp;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The tasks of one connection: calls that take longer than a moment, for clients that would rather
/// ask again than wait (extension `io.modelcontextprotocol/tasks` of 2026-07-28).
///
/// Guarded by its own monitor.
final class TaskRequests {
    /// How many tasks are remembered; the oldest that are over go first.
    static final int MAXIMUM_TASKS = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(TaskRequests.class);

    /// What is done sooner needs no task.
    private static final Duration MOMENT = Duration.ofSeconds(2);

    private static final long POLL_MILLISECONDS = 2_000;

    /// Work that blocks and ends in the result of a call.
    interface Work {
        ObjectNode result() throws InterruptedException;
    }

    private final JsonRpcConnection connection;
    private final Map<String, Task> tasks = new LinkedHashMap<>();

    TaskRequests(JsonRpcConnection connection) {
        this.connection = connection;
    }

    /// One task. Guarded by the monitor of all.
    private static final class Task {
        private final String id = UUID.randomUUID().toString();
        private final Instant createdAt = Instant.now();
        private final Runnable cancelling;
        private Instant updatedAt = createdAt;
        private Optional<ObjectNode> result = Optional.empty();
        private Optional<ObjectNode> error = Optional.empty();
        private boolean cancelled;

        Task(Runnable cancelling) {
            this.cancelling = cancelling;
        }

        boolean isOver() {
            return cancelled || result.isPresent() || error.isPresent();
        }

        ObjectNode told() {
            ObjectNode json = Json.object();
            json.put("taskId", id);
            json.put("status", status());
            if (!isOver()) {
                json.put("statusMessage", "waits for a person, or runs");
            }
            json.put("createdAt", createdAt.toString());
            json.put("lastUpdatedAt", updatedAt.toString());
            json.putNull("ttlMs");
            json.put("pollIntervalMs", POLL_MILLISECONDS);
            result.ifPresent(value -> json.set("result", value));
            error.ifPresent(value -> json.set("error", value));
            return json;
        }

        private String status() {
            if (cancelled) {
                return "cancelled";
            }
            if (error.isPresent()) {
                return "failed";
            }
            return result.isPresent() ? "completed" : "working";
        }
    }

    /// Does the work, and answers with its result if it is done in a moment, else with a task.
    /// Starts two threads.
    void start(Work work, Runnable cancelling, Consumer<ObjectNode> answering) {
        Task task = new Task(cancelling);
        AtomicBoolean answered = new AtomicBoolean();
        Thread worker =
                Thread.ofVirtual().name("mcp-task").start(() -> run(task, work, answered, answering));
        Thread.ofVirtual()
                .name("mcp-task-moment")
                .start(() -> {
                    try {
                        if (!worker.join(MOMENT) && answered.compareAndSet(false, true)) {
                            answering.accept(created(task));
                        }
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    }
                });
    }

    private synchronized ObjectNode created(Task task) {
        tasks.put(task.id, task);
        if (tasks.size() > MAXIMUM_TASKS) {
            tasks.values().stream()
                    .filter(Task::isOver)
                    .findFirst()
                    .ifPresent(oldest -> tasks.remove(oldest.id));
        }
        return task.told().put("resultType", "task");
    }

    private void run(
            Task task, Work work, AtomicBoolean answered, Consumer<ObjectNode> answering) {
        try {
            ObjectNode result = work.result();
            synchronized (this) {
                task.result = Optional.of(result.deepCopy().put("resultType", "complete"));
                task.updatedAt = Instant.now();
            }
            if (answered.compareAndSet(false, true)) {
                answering.accept(result);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException failure) {
            LOG.error("a task failed inside the console", failure);
            synchronized (this) {
                task.error =
                        Optional.of(
                                Json.object()
                                        .put("code", JsonRpcMessage.INTERNAL_ERROR)
                                        .put("message", "the console failed on this call"));
            }
            if (answered.compareAndSet(false, true)) {
                connection.cutOff();
            }
        }
    }

    /// Answers a request about a task; empty where there is no such task.
    synchronized Optional<ObjectNode> answer(String method, JsonNode id) {
        Task task = id.isString() ? tasks.get(id.stringValue()) : null;
        if (task == null) {
            return Optional.empty();
        }
        if (method.equals("tasks/get")) {
            return Optional.of(task.told());
        }
        if (method.equals("tasks/cancel") && !task.isOver()) {
            task.cancelled = true;
            task.updatedAt = Instant.now();
            Thread.ofVirtual().name("mcp-task-cancel").start(task.cancelling);
        }
        // What nothing was asked for is acknowledged and means nothing.
        return Optional.of(Json.object());
    }

    /// The peer is gone and with it whoever would ask.
    void closed() {
        List<Task> left;
        synchronized (this) {
            left = tasks.values().stream().filter(task -> !task.isOver()).toList();
        }
        left.forEach(task -> task.cancelling.run());
    }
}
