package dev.countersign.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// A headless console, seen from its socket.
final class ConsoleIT {
    private static final String PERMISSIONS =
            "{\"bash\":{\"*\":\"ask\",\"echo*\":\"allow\",\"exit*\":\"allow\",\"sleep*\":\"allow\",\"touch*\":\"deny\"}}";

    private static Path home;
    private static Path workspace;
    private static ConsoleProcess console;

    @BeforeAll
    static void start() throws IOException {
        // A short path: a socket's may have 107 bytes.
        home = Files.createTempDirectory("cs").toRealPath();
        workspace = Files.createDirectory(home.resolve("work"));
        console = ConsoleProcess.start(home, PERMISSIONS);
    }

    @AfterAll
    static void stop() throws IOException {
        console.close();
        assertFalse(Files.exists(console.socket()), "the socket is removed at the end");
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /// A cache that was trained with other flags or for another class path would be left aside
    /// without a word.
    @Test
    void itRunsWithItsCacheAndTheCollectorThatNeedsTheLeast() throws IOException {
        Path self = Path.of("/proc", Long.toString(console.pid()));
        assumeTrue(Files.isDirectory(self.resolve("task")), "no /proc: skipped");
        List<String> threads = new ArrayList<>();
        try (Stream<Path> tasks = Files.list(self.resolve("task"))) {
            for (Path task : tasks.toList()) {
                threads.add(Files.readString(task.resolve("comm")).strip());
            }
        }
        assertTrue(threads.contains("VM Thread"), threads.toString());
        assertEquals(List.of(), threads.stream().filter(name -> name.startsWith("G1 ")).toList());
        Path cache = ConsoleProcess.script().resolveSibling("../lib/aot/window.aot").normalize();
        assumeTrue(Files.exists(cache), "the image has no cache: skipped");
        String mapped = cache.toRealPath().toString();
        assertTrue(
                Files.readAllLines(self.resolve("maps")).stream()
                        .anyMatch(line -> line.endsWith(mapped)),
                "not mapped: " + mapped);
    }

    @Test
    void anAllowedCommandIsAnsweredWithStructureAndText() throws IOException {
        try (SocketClient client = SocketClient.hello(console.socket(), workspace)) {
            JsonNode result = client.bash("echo hello");

            assertFalse(result.path("isError").asBoolean());
            JsonNode structured = result.path("structuredContent");
            assertEquals("completed", structured.path("status").asString());
            assertEquals(0, structured.path("exitCode").asInt());
            assertEquals("hello\n", structured.path("stdout").asString());
            assertEquals("rule", structured.path("decision").path("by").asString());
            assertEquals("echo*", structured.path("decision").path("rule").asString());
            String text = result.path("content").path(0).path("text").asString();
            assertTrue(text.startsWith("hello\n[exit code 0, "), text);
            assertTrue(
                    Files.readString(Path.of(structured.path("outputFile").asString()))
                            .equals("hello\n"));
        }
    }

    @Test
    void aFailingCommandIsAnErrorWithItsCode() throws IOException {
        try (SocketClient client = SocketClient.hello(console.socket(), workspace)) {
            JsonNode result = client.bash("exit 3");

            assertTrue(result.path("isError").asBoolean());
            assertEquals(3, result.path("structuredContent").path("exitCode").asInt());
            assertTrue(result.path("structuredContent").path("error").isNull());
        }
    }

    @Test
    void aDeniedCommandNamesTheRuleAndDoesNothing() throws IOException {
        try (SocketClient client = SocketClient.hello(console.socket(), workspace)) {
            for (String command :
                    List.of(
                            "touch made",
                            "echo a; touch made",
                            "echo $(touch made)",
                            "  touch made")) {
                JsonNode result = client.bash(command);
                assertTrue(result.path("isError").asBoolean(), command);
                JsonNode structured = result.path("structuredContent");
                assertEquals("denied", structured.path("status").asString(), command);
                assertEquals("touch*", structured.path("decision").path("rule").asString());
                assertEquals("PERMISSION_DENIED", structured.path("error").path("type").asString());
                String text = result.path("content").path(0).path("text").asString();
                assertTrue(text.startsWith("[permission denied by rule touch*"), text);
            }
            assertFalse(Files.exists(workspace.resolve("made")));
        }
    }

    static Stream<Arguments> badInput() {
        return Stream.of(
                Arguments.of(Map.of(), "command"),
                Arguments.of(Map.of("command", ""), "command"),
                Arguments.of(Map.of("command", "  \n"), "command"),
                Arguments.of(Map.of("command", 7), "command"),
                Arguments.of(Map.of("command", "echo a\0b"), "NUL"),
                Arguments.of(Map.of("command", "echo " + "x".repeat(131_072)), "script file"),
                Arguments.of(Map.of("command", "echo a", "check_pid", 1), "check_pid"),
                Arguments.of(Map.of("command", "echo a", "timeout", 5), "timeout"),
                Arguments.of(Map.of("command", "echo a", "timeout", 700_000), "timeout"),
                Arguments.of(Map.of("command", "echo a", "timeout", "soon"), "timeout"),
                Arguments.of(Map.of("command", "echo a", "mode", "turbo"), "mode"),
                Arguments.of(
                        Map.of("command", "echo a", "mode", "slow", "run_in_background", true),
                        "run_in_background"),
                Arguments.of(
                        Map.of("command", "echo a", "summary", "a", "description", "b"), "summary"),
                Arguments.of(Map.of("command", "echo a", "comand", "typo"), "comand"));
    }

    @ParameterizedTest
    @MethodSource("badInput")
    void badArgumentsAreNamedAndTheConnectionLivesOn(Map<String, ?> arguments, String named)
            throws IOException {
        try (SocketClient client = SocketClient.hello(console.socket(), workspace)) {
            JsonNode result = client.call("bash", arguments);

            assertTrue(result.path("isError").asBoolean());
            JsonNode error = result.path("structuredContent").path("error");
            assertEquals("INVALID_INPUT", error.path("type").asString());
            assertTrue(error.path("message").asString().contains(named), error.toString());
            assertEquals(
                    "good\n",
                    client.bash("echo good").path("structuredContent").path("stdout").asString());
        }
    }

    @Test
    void aMissingWorkdirAndAnUnknownIdAreNamed() throws IOException {
        try (SocketClient client = SocketClient.hello(console.socket(), workspace)) {
            JsonNode workdir =
                    client.call("bash", Map.of("command", "echo a", "workdir", "not/there"));
            assertEquals("INVALID_WORKDIR", errorType(workdir));
            assertEquals(
                    "SHELL_NOT_FOUND",
                    errorType(client.call("bash_output", Map.of("bash_id", "shell_ffffffff"))));
            assertEquals(
                    "SHELL_NOT_FOUND",
                    errorType(client.call("kill_shell", Map.of("shell_id", "shell_ffffffff"))));
            assertEquals("SHELL_NOT_FOUND", errorType(client.call("bash", Map.of("check_pid", 1))));
        }
    }

    private static String errorType(JsonNode result) {
        return result.path("structuredContent").path("error").path("type").asString();
    }

    @Test
    void brokenLinesAndUnknownMethodsDoNoHarm() throws IOException {
        try (SocketClient client = SocketClient.hello(console.socket(), workspace)) {
            client.send("{\"jsonrpc\":\"2.0\",");
            JsonNode broken = client.receive();
            assertEquals(-32700, broken.path("error").path("code").asInt());
            assertTrue(broken.path("id").isNull());
            assertEquals(
                    -32601,
                    client.request("server/discover", Map.of()).path("error").path("code").asInt());
            assertEquals(
                    -32602,
                    client.request("tools/call", Map.of("name", "fly", "arguments", Map.of()))
                            .path("error")
                            .path("code")
                            .asInt());
            assertTrue(client.request("ping", Map.of()).path("result").isObject());
            assertEquals(
                    0, client.bash("exit 0").path("structuredContent").path("exitCode").asInt(9));
        }
    }

    @Test
    void aBackgroundJobIsReadAndStopped() throws IOException {
        try (SocketClient client = SocketClient.hello(console.socket(), workspace)) {
            JsonNode started =
                    client.call(
                                    "bash",
                                    Map.of("command", "echo up; sleep 60", "mode", "background"))
                            .path("structuredContent");
            assertEquals("running", started.path("status").asString());
            String id = started.path("bashId").asString();
            StringBuilder output = new StringBuilder(started.path("stdout").asString());
            while (output.isEmpty()) {
                JsonNode news = client.call("bash_output", Map.of("bash_id", id, "wait", 10_000));
                output.append(news.path("structuredContent").path("stdout").asString());
            }
            assertEquals("up\n", output.toString());
            JsonNode list = client.call("list_shells", Map.of());
            assertTrue(list.path("structuredContent").toString().contains(id), list.toString());

            JsonNode killed = client.call("kill_shell", Map.of("shell_id", id));
            assertEquals("killed", killed.path("structuredContent").path("status").asString());
            assertTrue(
                    ProcessHandle.of(started.path("pid").asLong())
                            .filter(ProcessHandle::isAlive)
                            .isEmpty());
        }
    }

    @Test
    void aDryRunIsJudgedAndNeverStarted() throws IOException {
        try (SocketClient client = SocketClient.hello(console.socket(), workspace)) {
            JsonNode result =
                    client.call("bash", Map.of("command", "touch dry", "dryRun", true))
                            .path("structuredContent");
            assertEquals("dry_run", result.path("status").asString());
            assertEquals("deny", result.path("verdict").asString());
            assertTrue(result.path("pid").isNull());
        }
    }

    @Test
    void theBridgeServesAnMcpClient() throws Exception {
        String input =
                """
                {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bridge-test","version":"1"}}}
                {"jsonrpc":"2.0","method":"notifications/initialized"}
                {"jsonrpc":"2.0","id":"one","method":"tools/call","params":{"name":"bash","arguments":{"command":"echo from $PWD é 🦊"}}}
                """;
        Process bridge = ConsoleProcess.launch(home, workspace, List.of("mcp"));
        bridge.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
        bridge.getOutputStream().flush();
        var lines = bridge.inputReader(StandardCharsets.UTF_8);
        assertTrue(lines.readLine().contains("\"protocolVersion\":\"2025-06-18\""));
        String answer = lines.readLine();
        assertTrue(answer.contains("from " + workspace + " é 🦊\\n"), answer);
        assertTrue(answer.contains("\"id\":\"one\""), answer);
        bridge.getOutputStream().close();
        assertEquals(0, bridge.waitFor());
    }

    @Test
    void aSecondStartRaisesTheFirstAndEnds() throws Exception {
        ConsoleProcess.Done second = ConsoleProcess.run(home, home, "");
        assertEquals(0, second.code());
        assertTrue(console.isAlive());
        assertTrue(SocketClient.canConnect(console.socket()));
    }

    @Test
    void socketAndFoldersAreForTheirOwnerAlone() throws IOException {
        assertEquals("rw-------", permissions(console.socket()));
        assertEquals("rwx------", permissions(home.resolve("run")));
        assertEquals("rwx------", permissions(home.resolve("state").resolve("journal")));
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void checkJudgesWithoutAConsoleAndSaysSoByItsExitCode() throws Exception {
        Path elsewhere = Files.createDirectory(home.resolve("elsewhere"));
        assertEquals(0, check(elsewhere, "git status"));
        assertEquals(1, check(elsewhere, "sudo rm -rf /"));
        assertEquals(5, check(elsewhere, "make install"));
        ConsoleProcess.Done lines =
                ConsoleProcess.run(
                        elsewhere,
                        elsewhere,
                        """
                        {"id":1,"command":"ls"}
                        {"id":"b","command":""}
                        nonsense
                        """,
                        "check",
                        "--json",
                        "-");
        assertEquals(0, lines.code());
        List<String> answers = lines.output().lines().toList();
        assertEquals(3, answers.size(), lines.output());
        assertTrue(answers.get(0).contains("\"verdict\":\"allow\""), answers.get(0));
        assertTrue(answers.get(1).contains("\"refused\""), answers.get(1));
        assertTrue(answers.get(2).contains("\"refused\""), answers.get(2));
        assertFalse(Files.exists(elsewhere.resolve("config")), "check writes nothing");
    }

    private static int check(Path emptyHome, String command) throws Exception {
        return ConsoleProcess.run(emptyHome, emptyHome, "", "check", command).code();
    }

    @Test
    void versionHelpAndDoctorAnswer() throws Exception {
        ConsoleProcess.Done version = ConsoleProcess.run(home, home, "", "--version");
        assertTrue(version.output().matches("(?s)countersign \\d+\\.\\d+.*"), version.output());
        assertTrue(ConsoleProcess.run(home, home, "", "--help").output().contains("doctor"));
        assertTrue(ConsoleProcess.run(home, home, "", "doctor").output().contains("bash"));
        assertEquals(2, ConsoleProcess.run(home, home, "", "--nonsense").code());
    }
}
