package dev.countersign.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.endtoend.RealAgentsIT.Agent;
import dev.countersign.launcher.LiveConsole;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.ToolCallId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `countersign approver` in front of the real codex app-server and beside the real opencode serve;
/// their model is a script on loopback.
@Tag("agents")
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ApproversIT {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String COMMAND = "mkdir made && echo \"x  y\" > made/f";
    private static final String PASSWORD = "loopback";

    private final List<Process> processes = new ArrayList<>();
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private LiveConsole console;
    private Path person;
    private Path workspace;

    @BeforeEach
    void open() throws IOException {
        console = new LiveConsole("{\"bash\":{\"*\":\"ask\"}}");
        person = Files.createDirectory(console.home().resolve("person"));
        workspace = Files.createDirectory(console.home().resolve("work"));
    }

    @AfterEach
    void close() throws Exception {
        http.shutdownNow();
        for (Process process : processes) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            process.waitFor();
        }
        // Agents leave helpers behind that still write for a moment.
        for (int i = 0; ; i++) {
            try {
                console.close();
                return;
            } catch (IOException e) {
                if (i == 20) {
                    throw e;
                }
                LockSupport.parkNanos(Duration.ofMillis(250).toNanos());
            }
        }
    }

    private ProcessBuilder builder(String... command) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(workspace.toFile());
        builder.redirectError(console.home().resolve("errors.txt").toFile());
        builder.environment().clear();
        builder.environment()
                .putAll(
                        Map.of(
                                "HOME", person.toString(),
                                "PATH", System.getenv("PATH"),
                                "TERM", "dumb",
                                "OPENAI_API_KEY", "none",
                                "OPENCODE_SERVER_PASSWORD", PASSWORD,
                                "OPENCODE_DISABLE_AUTOUPDATE", "1",
                                "OPENCODE_DISABLE_MODELS_FETCH", "1",
                                "OPENCODE_DISABLE_DEFAULT_PLUGINS", "1"));
        return builder;
    }

    private Process start(ProcessBuilder builder) throws IOException {
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    // ---- codex

    private static void say(Process process, String json) throws IOException {
        process.getOutputStream().write((json + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    private static JsonNode read(BufferedReader lines, String wanted) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            assertFalse(line.contains("requestApproval"), "the client is not asked: " + line);
            JsonNode message = JSON.readTree(line);
            if (message.path("method").asString("").equals(wanted)
                    || message.path("id").asString("").equals(wanted)) {
                return message;
            }
        }
        throw new IOException("it ended before " + wanted);
    }

    private BufferedReader codexTurn(ScriptedModel model) throws Exception {
        RealAgentsIT.install(Agent.CODEX);
        Path folder = Files.createDirectories(person.resolve(".codex"));
        Files.writeString(
                folder.resolve("config.toml"),
                """
                model = "scripted"
                model_provider = "loopback"

                [model_providers.loopback]
                name = "loopback"
                base_url = "%s/v1"
                env_key = "OPENAI_API_KEY"
                wire_api = "responses"
                """
                        .formatted(model.url()));
        Process codex =
                start(
                        builder(
                                ConsoleProcess.script().toString(),
                                "--home",
                                console.home().toString(),
                                "approver",
                                "codex",
                                "--",
                                RealAgentsIT.program(Agent.CODEX),
                                "app-server"));
        BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(codex.getInputStream(), StandardCharsets.UTF_8));
        say(
                codex,
                "{\"id\":\"1\",\"method\":\"initialize\",\"params\":{\"clientInfo\":{\"name\":\"test\",\"title\":\"test\",\"version\":\"1\"}}}");
        read(lines, "1");
        say(codex, "{\"method\":\"initialized\"}");
        say(
                codex,
                "{\"id\":\"2\",\"method\":\"thread/start\",\"params\":{\"cwd\":\"%s\",\"approvalPolicy\":\"untrusted\",\"sandbox\":\"danger-full-access\"}}"
                        .formatted(workspace));
        String thread = read(lines, "2").path("result").path("thread").path("id").asString();
        say(
                codex,
                "{\"id\":\"3\",\"method\":\"turn/start\",\"params\":{\"threadId\":\"%s\",\"input\":[{\"type\":\"text\",\"text\":\"go\"}]}}"
                        .formatted(thread));
        return lines;
    }

    @Test
    void codexRunsWhatThePersonApproved() throws Exception {
        try (ScriptedModel model = new ScriptedModel("exec_command", Map.of("cmd", COMMAND))) {
            BufferedReader lines = codexTurn(model);
            ToolCallId id = console.awaitWaiting("mkdir made");
            assertFalse(Files.exists(workspace.resolve("made")));
            assertTrue(console.desk().approve(id));
            read(lines, "turn/completed");
            assertEquals("x  y\n", Files.readString(workspace.resolve("made").resolve("f")));
            assertEquals(CallStatus.HANDED_OVER, console.calls().getFirst().status());
            assertEquals("codex", console.calls().getFirst().call().session().name());
        }
    }

    @Test
    void codexDoesNotRunWhatThePersonDenied() throws Exception {
        try (ScriptedModel model = new ScriptedModel("exec_command", Map.of("cmd", COMMAND))) {
            BufferedReader lines = codexTurn(model);
            console.desk().deny(console.awaitWaiting("mkdir made"), Optional.of("no"));
            read(lines, "turn/completed");
            assertFalse(Files.exists(workspace.resolve("made")));
            assertFalse(model.withResult().isEmpty());
        }
    }

    // ---- opencode

    private static HttpRequest.Builder request(int port, String path) {
        String pair = "opencode:" + PASSWORD;
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(90))
                .header("Content-Type", "application/json")
                .header(
                        "Authorization",
                        "Basic "
                                + Base64.getEncoder()
                                        .encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
    }

    private String startOpencode(int port, ScriptedModel model) throws Exception {
        RealAgentsIT.install(Agent.OPENCODE);
        Files.writeString(
                workspace.resolve("opencode.json"),
                """
                {"model": "loopback/scripted", "small_model": "loopback/scripted",
                 "permission": {"bash": "ask"},
                 "provider": {"loopback": {"npm": "@ai-sdk/openai-compatible",
                   "options": {"baseURL": "%s/v1", "apiKey": "none"},
                   "models": {"scripted": {"tool_call": true}}}}}
                """
                        .formatted(model.url()));
        start(
                builder(
                                RealAgentsIT.program(Agent.OPENCODE),
                                "serve",
                                "--port",
                                Integer.toString(port))
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD));
        // What comes while opencode starts it may never answer.
        HttpRequest create =
                request(port, "/session")
                        .timeout(Duration.ofSeconds(5))
                        .POST(HttpRequest.BodyPublishers.ofString("{}"))
                        .build();
        for (int i = 0; ; i++) {
            try {
                String body = http.send(create, HttpResponse.BodyHandlers.ofString()).body();
                return JSON.readTree(body).path("id").asString();
            } catch (IOException e) {
                if (i == 300) {
                    throw e;
                }
                LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
            }
        }
    }

    private void startOpencodeApprover(int port) throws IOException {
        start(
                builder(
                                ConsoleProcess.script().toString(),
                                "--home",
                                console.home().toString(),
                                "approver",
                                "opencode",
                                "http://127.0.0.1:" + port)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static HttpRequest go(int port, String session) {
        return request(port, "/session/" + session + "/message")
                .POST(
                        HttpRequest.BodyPublishers.ofString(
                                "{\"parts\":[{\"type\":\"text\",\"text\":\"go\"}]}"))
                .build();
    }

    private static Map<String, String> call() {
        return Map.of("command", COMMAND, "description", "Make a folder");
    }

    @Test
    void opencodeRunsWhatThePersonApproved() throws Exception {
        int port = freePort();
        try (ScriptedModel model = new ScriptedModel("bash", call())) {
            String session = startOpencode(port, model);
            startOpencodeApprover(port);
            var turn = http.sendAsync(go(port, session), HttpResponse.BodyHandlers.ofString());
            ToolCallId id = console.awaitWaiting("mkdir made");
            assertEquals(
                    COMMAND, console.calls().getFirst().call().command().text(), "byte for byte");
            assertTrue(console.desk().approve(id));
            turn.get();
            assertEquals("x  y\n", Files.readString(workspace.resolve("made").resolve("f")));
            assertEquals(CallStatus.HANDED_OVER, console.calls().getFirst().status());
        }
    }

    @Test
    void opencodeIsToldOfADenialWithItsReason() throws Exception {
        int port = freePort();
        try (ScriptedModel model = new ScriptedModel("bash", call())) {
            String session = startOpencode(port, model);
            var turn = http.sendAsync(go(port, session), HttpResponse.BodyHandlers.ofString());
            // Asked before the approver comes, or after: both are found.
            startOpencodeApprover(port);
            console.desk()
                    .deny(console.awaitWaiting("mkdir made"), Optional.of("no-folders please"));
            String answer = turn.get().body() + String.join("\n", model.withResult());
            assertTrue(answer.contains("no-folders please"), answer);
            assertFalse(Files.exists(workspace.resolve("made")));
        }
    }

    @Test
    void aQuestionThatIsAnsweredElsewhereIsWithdrawn() throws Exception {
        int port = freePort();
        try (ScriptedModel model = new ScriptedModel("bash", call())) {
            String session = startOpencode(port, model);
            startOpencodeApprover(port);
            var turn = http.sendAsync(go(port, session), HttpResponse.BodyHandlers.ofString());
            console.awaitWaiting("mkdir made");
            String asked =
                    http.send(
                                    request(port, "/permission").build(),
                                    HttpResponse.BodyHandlers.ofString())
                            .body();
            String id = JSON.readTree(asked).path(0).path("id").asString();
            http.send(
                    request(port, "/permission/" + id + "/reply")
                            .POST(HttpRequest.BodyPublishers.ofString("{\"reply\":\"reject\"}"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            console.await("it is withdrawn", call -> call.status() == CallStatus.WITHDRAWN);
            turn.get();
        }
    }
}
