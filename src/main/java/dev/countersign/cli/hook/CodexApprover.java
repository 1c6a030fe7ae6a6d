package dev.countersign.cli.hook;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Stands between `codex app-server` and its client, and answers from the console's queue what the
/// server asks its client about commands. All else passes through unchanged, and so does a question
/// that cannot be put to a console.
///
/// Source: codex 0.169's own schema, and tries with it. Starts a thread for each direction and for
/// each question.
final class CodexApprover {
    private static final String QUESTION = "item/commandExecution/requestApproval";
    private static final String RESOLVED = "serverRequest/resolved";

    /// A longer line is passed on unread, in bytes.
    static final int MAXIMUM_QUESTION_BYTES = 1 << 20;

    /// What the approver stands between.
    ///
    /// @param fromClient what the client writes
    /// @param toServer the server's standard input
    record Pipes(
            InputStream fromClient,
            OutputStream toClient,
            InputStream fromServer,
            OutputStream toServer) {}

    private final Pipes pipes;
    private final Path socket;
    private final Map<JsonNode, ConsoleQuestion> open = new ConcurrentHashMap<>();

    CodexApprover(Pipes pipes, Path socket) {
        this.pipes = pipes;
        this.socket = socket;
    }

    /// Blocks until the server has closed its output.
    void run() throws IOException {
        Thread.ofPlatform().daemon().name("approver-client").start(this::passOnFromClient);
        InputStream server = new BufferedInputStream(pipes.fromServer());
        for (byte[] line = line(server); line.length > 0; line = line(server)) {
            if (!isOurs(line)) {
                write(pipes.toClient(), line);
            }
        }
        for (ConsoleQuestion question : open.values()) {
            question.close();
        }
    }

    private void passOnFromClient() {
        InputStream client = new BufferedInputStream(pipes.fromClient());
        try (OutputStream server = pipes.toServer()) {
            for (byte[] line = line(client); line.length > 0; line = line(client)) {
                write(server, line);
            }
        } catch (IOException _) {
            // One of the two is gone; the end of the server's output tells the rest.
            return;
        }
    }

    /// A line with its end; empty at the end of all.
    private static byte[] line(InputStream input) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = input.read(); next >= 0; next = input.read()) {
            line.write(next);
            if (next == '\n') {
                break;
            }
        }
        return line.toByteArray();
    }

    private static void write(OutputStream output, byte[] line) throws IOException {
        synchronized (output) {
            output.write(line);
            output.flush();
        }
    }

    /// Whether the line is for us and must not go on to the client.
    private boolean isOurs(byte[] line) throws IOException {
        if (line.length > MAXIMUM_QUESTION_BYTES) {
            return false;
        }
        String text = new String(line, StandardCharsets.UTF_8);
        if (!text.contains(QUESTION) && !text.contains(RESOLVED)) {
            return false;
        }
        JsonNode message = read(text);
        return switch (message.path("method").asString("")) {
            case QUESTION -> asked(message, line);
            case RESOLVED -> resolved(message.path("params").path("requestId"));
            default -> false;
        };
    }

    private JsonNode read(String text) {
        try {
            return HookJson.read(text);
        } catch (IllegalArgumentException _) {
            return JsonNodeFactory.instance.objectNode();
        }
    }

    private boolean asked(JsonNode message, byte[] line) {
        Optional<ConsoleQuestion.Command> command = command(message.path("params"));
        JsonNode id = message.path("id");
        if (command.isEmpty() || id.isMissingNode()) {
            return false;
        }
        ConsoleQuestion question = new ConsoleQuestion(socket, command.get());
        if (open.putIfAbsent(id, question) != null) {
            return false;
        }
        Thread.ofVirtual().name("approver-question").start(() -> answer(id, question, line));
        return true;
    }

    /// Questions of other kinds (input to a running command, the network, an execution elsewhere)
    /// are the client's.
    private static Optional<ConsoleQuestion.Command> command(JsonNode asked) {
        boolean plain =
                asked.path("kind").asString("command").equals("command")
                        && asked.path("approvalId").asString("").isEmpty()
                        && !asked.path("networkApprovalContext").isObject()
                        && asked.path("environmentId").asString("local").equals("local")
                        && asked.path("command").isString()
                        && asked.path("cwd").asString("").startsWith("/");
        return plain
                ? Optional.of(
                        new ConsoleQuestion.Command(
                                HookDialect.CODEX.agent(),
                                asked.path("threadId").asString("thread"),
                                asked.path("command").stringValue(),
                                Optional.of(asked.path("reason").asString(""))
                                        .filter(words -> !words.isBlank()),
                                asked.path("cwd").stringValue(),
                                asked.path("itemId").asString("")))
                : Optional.empty();
    }

    private void answer(JsonNode id, ConsoleQuestion question, byte[] line) {
        try {
            switch (question.ask()) {
                case ConsoleQuestion.Answer.Accept _ -> decide(id, "accept");
                // Codex has no words for a reason here.
                case ConsoleQuestion.Answer.Decline _ -> decide(id, "decline");
                case ConsoleQuestion.Answer.NotAsked _ -> {
                    if (open.remove(id, question)) {
                        write(pipes.toClient(), line);
                    }
                }
            }
        } catch (IOException _) {
            // One of the two is gone, and with it whoever would run anything.
            return;
        }
    }

    private void decide(JsonNode id, String decision) throws IOException {
        if (!open.containsKey(id)) {
            return;
        }
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.set("id", id);
        answer.putObject("result").put("decision", decision);
        write(pipes.toServer(), (HookJson.write(answer) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /// The server says this of every question that is over, also of those answered by us.
    private boolean resolved(JsonNode id) throws IOException {
        ConsoleQuestion question = open.remove(id);
        if (question == null) {
            return false;
        }
        question.close();
        return true;
    }
}
