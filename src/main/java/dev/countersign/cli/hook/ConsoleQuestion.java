package dev.countersign.cli.hook;

import dev.countersign.cli.HelloLine;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// One command that an agent asks an approver about, put to the console. The agent runs it itself
/// and cannot be told to run another. Asked on one thread, closed by any.
final class ConsoleQuestion implements Closeable {
    /// As long as a person may take.
    private static final Duration PATIENCE = Duration.ofDays(1);

    /// What the console says.
    sealed interface Answer {
        record Accept() implements Answer {}

        /// It must not run.
        ///
        /// @param words why, for the agent to read
        record Decline(String words) implements Answer {}

        /// Nobody was there to be asked: the agent's own way of asking stays.
        record NotAsked() implements Answer {}
    }

    /// What is asked.
    ///
    /// @param agent its name in the window
    /// @param session the agent's own name for its session
    record Command(
            String agent,
            String session,
            String text,
            Optional<String> summary,
            String directory,
            String id) {}

    private final Path socket;
    private final Command command;
    private Optional<ConsoleClient> client = Optional.empty();
    private boolean closed;

    ConsoleQuestion(Path socket, Command command) {
        this.socket = socket;
        this.command = command;
    }

    /// Blocks until there is an answer. Whatever fails once it was asked is a refusal.
    Answer ask() {
        try (ConsoleClient console = ConsoleClient.connect(socket)) {
            if (!keep(console)) {
                return new Answer.NotAsked();
            }
            return ask(console);
        } catch (IOException _) {
            return new Answer.NotAsked();
        }
    }

    private Answer ask(ConsoleClient console) {
        try {
            console.send(
                    HelloLine.ofHook(
                            command.agent(),
                            ProcessHandle.current().pid(),
                            Path.of(command.directory()),
                            command.session()));
            return answer(console.request("countersign/hook", parameters()));
        } catch (ConsoleClient.Refused refusal) {
            return new Answer.Decline("Countersign refused this command: " + refusal.getMessage());
        } catch (IOException | RuntimeException _) {
            return new Answer.Decline(
                    "Countersign ended before it answered, so this command was not run.");
        }
    }

    private synchronized boolean keep(ConsoleClient console) {
        client = Optional.of(console);
        return !closed;
    }

    private ObjectNode parameters() {
        ObjectNode parameters =
                JsonNodeFactory.instance
                        .objectNode()
                        .put("command", command.text())
                        .put("cwd", command.directory())
                        .put("background", false)
                        .put("withinMs", PATIENCE.toMillis())
                        .put("rewritable", false)
                        .put("toolUseId", command.id());
        command.summary().ifPresent(words -> parameters.put("summary", words));
        return parameters;
    }

    private static Answer answer(JsonNode verdict) {
        return switch (verdict.path("verdict").asString("")) {
            case "handOver" -> {
                JsonNode edited = verdict.path("edited");
                yield edited.isString()
                        ? new Answer.Decline(
                                "The person changed the command. Run this instead: "
                                        + edited.stringValue())
                        : new Answer.Accept();
            }
            case "refused", "unanswered" ->
                    new Answer.Decline(verdict.path("words").asString("not allowed"));
            default -> new Answer.Decline("Countersign gave an answer that is not known here.");
        };
    }

    /// The agent no longer wants to know: what waits is withdrawn.
    @Override
    public void close() throws IOException {
        Optional<ConsoleClient> open;
        synchronized (this) {
            closed = true;
            open = client;
        }
        if (open.isPresent()) {
            open.get().close();
        }
    }
}
