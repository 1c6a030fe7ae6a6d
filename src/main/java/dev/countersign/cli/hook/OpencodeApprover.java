package dev.countersign.cli.hook;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Answers from the console's queue what a running `opencode serve` asks about commands of its
/// shell. Everything else, and what cannot be put to a console, is left to opencode's own clients.
///
/// Source: the description that opencode 1.18 gives of itself under `/doc`, and tries with it.
/// Starts a thread for each question.
final class OpencodeApprover {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String DATA = "data:";

    /// A longer event is left alone, in characters.
    static final int MAXIMUM_EVENT_LENGTH = 1 << 20;

    /// Parts of paths that we put together.
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,100}");

    private final URI server;
    private final Optional<String> directory;
    private final Optional<String> authorization;
    private final Path socket;
    private final Map<String, ConsoleQuestion> open = new ConcurrentHashMap<>();
    private final HttpClient http =
            HttpClient.newBuilder()
                    .connectTimeout(PATIENCE)
                    .version(HttpClient.Version.HTTP_1_1)
                    .build();

    /// @param server on this machine: `http://127.0.0.1:4096`
    /// @param directory whose project is meant where the server has several
    /// @param environment for the server's password
    OpencodeApprover(
            URI server, Optional<String> directory, Map<String, String> environment, Path socket) {
        this.server = server;
        this.directory = directory;
        this.socket = socket;
        this.authorization =
                Optional.ofNullable(environment.get("OPENCODE_SERVER_PASSWORD"))
                        .filter(word -> !word.isEmpty())
                        .map(word ->
                                environment.getOrDefault("OPENCODE_SERVER_USERNAME", "opencode")
                                        + ":"
                                        + word)
                        .map(pair ->
                                "Basic "
                                        + Base64.getEncoder()
                                                .encodeToString(
                                                        pair.getBytes(StandardCharsets.UTF_8)));
    }

    /// Whether commands may be talked about with whoever is there: only on this machine.
    static boolean isLocal(URI server) {
        return "http".equals(server.getScheme())
                && server.getHost() != null
                && server.getHost().matches("127\\.0\\.0\\.1|localhost|\\[::1]");
    }

    /// Blocks until the server ends.
    ///
    /// @throws IOException when there is no such server, or it does not let us in
    void run() throws IOException, InterruptedException {
        HttpResponse<Stream<String>> events =
                http.send(
                        request("/event").header("Accept", "text/event-stream").build(),
                        HttpResponse.BodyHandlers.ofLines());
        check(events);
        // What was asked before we came.
        for (JsonNode asked : get("/permission")) {
            asked(asked);
        }
        try (Stream<String> lines = events.body()) {
            lines.filter(line -> line.startsWith(DATA))
                    .filter(line -> line.length() <= MAXIMUM_EVENT_LENGTH)
                    .forEach(line -> event(read(line.substring(DATA.length()))));
        }
        for (ConsoleQuestion question : open.values()) {
            question.close();
        }
    }

    private HttpRequest.Builder request(String path) {
        String query =
                directory
                        .map(folder ->
                                "?directory=" + URLEncoder.encode(folder, StandardCharsets.UTF_8))
                        .orElse("");
        HttpRequest.Builder request = HttpRequest.newBuilder(server.resolve(path + query));
        authorization.ifPresent(words -> request.header("Authorization", words));
        return request;
    }

    private static void check(HttpResponse<?> response) throws IOException {
        switch (response.statusCode()) {
            case 200 -> {}
            case 401, 403 ->
                    throw new IOException(
                            "opencode wants a password: set OPENCODE_SERVER_PASSWORD to it");
            default ->
                    throw new IOException(
                            "%s answered with %d".formatted(response.uri(), response.statusCode()));
        }
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        HttpResponse<String> response =
                http.send(
                        request(path).timeout(PATIENCE).build(),
                        HttpResponse.BodyHandlers.ofString());
        check(response);
        return read(response.body());
    }

    private JsonNode read(String text) {
        try {
            return HookJson.read(text);
        } catch (IllegalArgumentException _) {
            return JsonNodeFactory.instance.objectNode();
        }
    }

    private void event(JsonNode event) {
        JsonNode told = event.path("properties");
        switch (event.path("type").asString("")) {
            case "permission.asked" -> asked(told);
            case "permission.replied" -> replied(told.path("requestID").asString(""));
            default -> {}
        }
    }

    private void asked(JsonNode asked) {
        boolean shell =
                asked.path("permission").asString("").equals("bash")
                        && asked.path("metadata").path("command").isString()
                        && isId(asked.path("id"))
                        && isId(asked.path("sessionID"))
                        && isId(asked.path("tool").path("messageID"));
        if (shell) {
            Thread.ofVirtual().name("approver-question").start(() -> answer(asked));
        }
    }

    private static boolean isId(JsonNode node) {
        return node.isString() && ID.matcher(node.stringValue()).matches();
    }

    private void answer(JsonNode asked) {
        String id = asked.path("id").stringValue();
        try {
            Optional<ConsoleQuestion.Command> command = command(asked);
            if (command.isEmpty()) {
                return;
            }
            ConsoleQuestion question = new ConsoleQuestion(socket, command.get());
            if (open.putIfAbsent(id, question) != null) {
                return;
            }
            ConsoleQuestion.Answer answer = question.ask();
            if (!open.remove(id, question)) {
                return;
            }
            switch (answer) {
                case ConsoleQuestion.Answer.Accept _ -> reply(id, "once", Optional.empty());
                case ConsoleQuestion.Answer.Decline(String words) ->
                        reply(id, "reject", Optional.of(words));
                case ConsoleQuestion.Answer.NotAsked _ -> {}
            }
        } catch (IOException failure) {
            System.err.println(
                    "countersign: left to opencode: " + String.valueOf(failure.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// The event has the command, the call itself the directory; where they disagree it is left to
    /// opencode.
    private Optional<ConsoleQuestion.Command> command(JsonNode asked)
            throws IOException, InterruptedException {
        String session = asked.path("sessionID").stringValue();
        JsonNode message =
                get(
                        "/session/%s/message/%s"
                                .formatted(
                                        session,
                                        asked.path("tool").path("messageID").stringValue()));
        String text = asked.path("metadata").path("command").stringValue();
        String call = asked.path("tool").path("callID").asString("");
        Path base = Path.of(message.path("info").path("path").path("cwd").asString(""));
        for (JsonNode part : message.path("parts")) {
            JsonNode input = part.path("state").path("input");
            if (part.path("callID").asString("").equals(call)
                    && input.path("command").asString("").equals(text)
                    && base.isAbsolute()) {
                return Optional.of(
                        new ConsoleQuestion.Command(
                                "opencode",
                                session,
                                text,
                                Optional.of(input.path("description").asString(""))
                                        .filter(words -> !words.isBlank()),
                                base.resolve(input.path("workdir").asString(""))
                                        .normalize()
                                        .toString(),
                                call));
            }
        }
        return Optional.empty();
    }

    private void reply(String id, String reply, Optional<String> words)
            throws IOException, InterruptedException {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("reply", reply);
        words.ifPresent(text -> body.put("message", text));
        check(
                http.send(
                        request("/permission/" + id + "/reply")
                                .timeout(PATIENCE)
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(HookJson.write(body)))
                                .build(),
                        HttpResponse.BodyHandlers.ofString()));
    }

    /// Somebody else answered.
    private void replied(String id) {
        ConsoleQuestion question = open.remove(id);
        if (question == null) {
            return;
        }
        try {
            question.close();
        } catch (IOException _) {
            // It is over either way.
            return;
        }
    }
}
