package dev.countersign.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.supervision.AgentIntroduction;
import dev.countersign.toolcall.CallStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// On a real socket, with a console that does what the test says.
@Timeout(60)
final class McpSessionTest {
    @RegisterExtension private final ServedGateway served = new ServedGateway();
    private final FakeGateway gateway = served.gateway();

    static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("never came true: " + what);
            }
            Thread.onSpinWait();
        }
    }

    private FakeGateway.TakenCall taken(int number) {
        await("call " + number, () -> gateway.calls.size() >= number);
        return gateway.calls.get(number - 1);
    }

    @ParameterizedTest
    @CsvSource({
        "2024-11-05,2024-11-05",
        "2025-03-26,2025-03-26",
        "2025-06-18,2025-06-18",
        "2025-11-25,2025-11-25",
        "2099-01-01,2025-11-25"
    })
    void versionIsAgreed(String asked, String agreed) throws IOException {
        JsonNode result =
                served.client().ask(
                                """
                                {"jsonrpc":"2.0","id":0,"method":"initialize","params":\
                                {"protocolVersion":"%s","capabilities":{}}}\
                                """
                                        .formatted(asked))
                        .get("result");
        assertEquals(agreed, result.get("protocolVersion").stringValue());
        assertEquals("countersign", result.get("serverInfo").get("name").stringValue());
        assertEquals("0.1.0", result.get("serverInfo").get("version").stringValue());
        assertTrue(result.get("capabilities").has("tools"));
        assertTrue(result.get("instructions").isString());
    }

    @Test
    void toolsAreListedWithTheDirectoryOfTheSession() throws IOException {
        served.client().send(
                """
                {"jsonrpc":"2.0","method":"countersign/hello","params":\
                {"pid":10,"parentPid":9,"cwd":"/work/my shop","agent":"codex"}}\
                """);
        served.client().initialize();
        JsonNode tools =
                served.client().ask("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}")
                        .get("result")
                        .get("tools");
        assertEquals(
                List.of("bash", "bash_output", "kill_shell", "list_shells"),
                tools.valueStream().map(tool -> tool.get("name").stringValue()).toList());
        String description = tools.get(0).get("description").stringValue();
        assertTrue(description.contains("working directory is /work/my shop unless"), description);
        Set<String> listed =
                new HashSet<>(tools.get(0).get("inputSchema").get("properties").propertyNames());
        assertEquals(new HashSet<>(BashArguments.NAMES), listed);
        assertEquals(
                List.of(
                        new AgentIntroduction(
                                Optional.of("codex"),
                                "1",
                                OptionalLong.of(9),
                                Optional.of(Path.of("/work/my shop")),
                                List.of())),
                gateway.introductions);
    }

    @Test
    void anIdThatIsNotAnsweredYetStartsNothingASecondTime() throws IOException {
        served.client().initialize();
        String request =
                """
                {"jsonrpc":"2.0","id":5,"method":"tools/call","params":\
                {"name":"bash","arguments":{"command":"wait"}}}\
                """;
        served.client().send(request);
        FakeGateway.TakenCall first = taken(1);
        JsonNode refused = served.client().ask(request);
        assertEquals(-32600, refused.get("error").get("code").intValue());
        assertEquals(1, gateway.calls.size());
        first.answer(FakeGateway.withStatus(CallStatus.COMPLETED, "done", "wait"));
        assertEquals("5", served.client().receive().get("id").toString());
    }

    @Test
    void commandIsAnsweredWithTextAndTheWholeStructure() throws IOException {
        served.client().initialize();
        JsonNode answer = served.client().bash("7", "echo hi");
        assertEquals("7", answer.get("id").toString());
        JsonNode result = answer.get("result");
        assertEquals(
                "hi\n[exit code 0, 1.2 s]", result.get("content").get(0).get("text").stringValue());
        assertFalse(result.get("isError").booleanValue());
        assertEquals(
                RawClient.MAPPER.readTree(
                        """
                        {"status":"completed","exitCode":0,"signal":null,"stdout":"hi\\n",
                         "stderr":"","durationMs":1200,"timeoutMs":120000,"pid":4711,
                         "bashId":"shell_00000001","isRunning":false,"alreadyStopped":false,
                         "command":"echo hi","outputFile":"/tmp/output","truncated":false,
                         "truncation":null,"totalBytes":3,"totalLines":1,"dryRun":false,
                         "verdict":null,"error":null,"decision":null,"notes":[]}\
                        """),
                result.get("structuredContent"));
    }

    @Test
    void badArgumentsAreAResultAndTheConnectionLivesOn() throws IOException {
        served.client().initialize();
        served.client().call("1", "bash", "{\"command\":\"ls\",\"timeout\":5}");
        JsonNode result = served.client().receive().get("result");
        assertTrue(result.get("isError").booleanValue());
        JsonNode error = result.get("structuredContent").get("error");
        assertEquals("INVALID_INPUT", error.get("type").stringValue());
        assertTrue(error.get("message").stringValue().startsWith("timeout must be"));
        assertTrue(
                result.get("content")
                        .get(0)
                        .get("text")
                        .stringValue()
                        .startsWith("[invalid input"));
        assertEquals(0, gateway.calls.size());
        assertTrue(served.client().bash("2", "echo hi").has("result"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "bash_output | {} | bash_id is missing",
                "bash_output | {\"bash_id\":5} | bash_id must be a string",
                "bash_output | {\"bash_id\":\"shell_00000001\",\"filter\":\"(\"} | not a regular"
                        + " expression: Unclosed group",
                "bash_output | {\"bash_id\":\"shell_00000001\",\"wait\":600001} | wait must be from"
                        + " 0 to 600,000",
                "bash_output | {\"bash_id\":\"shell_00000001\",\"since\":1} | unknown argument"
                        + " 'since'",
                "kill_shell | {} | shell_id is missing",
                "kill_shell | {\"bash_id\":\"shell_00000001\"} | unknown argument 'bash_id'",
                "list_shells | {\"all\":true} | unknown argument 'all'",
                "bash | {\"check_pid\":1,\"timeout\":2000} | does not go with check_pid",
            })
    void badArgumentsOfJobToolsAskTheConsoleNothing(String tool, String arguments, String words)
            throws IOException {
        served.client().initialize();
        served.client().call("1", tool, arguments);
        JsonNode structured = served.client().receive().get("result").get("structuredContent");
        assertEquals("INVALID_INPUT", structured.get("error").get("type").stringValue());
        String message = structured.get("error").get("message").stringValue();
        assertTrue(message.contains(words), message);
        assertEquals(List.of(), gateway.asked);
    }

    @Test
    void jobToolsReachTheConsole() throws IOException {
        served.client().initialize();
        served.client().call("1", "bash_output", "{\"bash_id\":\"shell_00000001\",\"filter\":\"^E\"}");
        assertEquals(
                "SHELL_NOT_FOUND",
                served.client().receive()
                        .get("result")
                        .get("structuredContent")
                        .get("error")
                        .get("type")
                        .stringValue());
        served.client().call("2", "kill_shell", "{\"shell_id\":\"nonsense\"}");
        served.client().receive();
        served.client().call("3", "bash", "{\"check_pid\":12}");
        served.client().receive();
        served.client().call("4", "bash", "{\"kill_pid\":13}");
        served.client().receive();
        assertEquals(
                List.of(
                        "output shell_00000001 Optional[^E] PT0S",
                        "kill nonsense",
                        "check 12",
                        "kill pid 13"),
                gateway.asked);
    }

    @Test
    void jobsAreListedInATableAndAsStructure() throws IOException {
        served.client().initialize();
        served.client().call("1", "list_shells", "{}");
        JsonNode result = served.client().receive().get("result");
        assertEquals(
                """
                id              status                 pid        age  command
                shell_1a2b3c4d  running               4711       12 s  npm run dev
                [1 job]\
                """,
                result.get("content").get(0).get("text").stringValue());
        assertEquals(
                RawClient.MAPPER.readTree(
                        """
                        {"shells":[{"bashId":"shell_1a2b3c4d","status":"running","pid":4711,
                         "ageMs":12000,"command":"npm run dev"}]}\
                        """),
                result.get("structuredContent"));
    }

    @Test
    void unknownMethodAndToolAreProtocolErrors() throws IOException {
        JsonNode discover =
                served.client().ask("{\"jsonrpc\":\"2.0\",\"id\":\"probe\",\"method\":\"server/discover\"}");
        assertEquals("probe", discover.get("id").stringValue());
        assertEquals(-32601, discover.get("error").get("code").intValue());
        served.client().initialize();
        served.client().call("1", "rm", "{}");
        assertEquals(-32602, served.client().receive().get("error").get("code").intValue());
        assertEquals(
                -32602,
                served.client().ask("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{}}")
                        .get("error")
                        .get("code")
                        .intValue());
        served.client().send("{\"jsonrpc\":\"2.0\",\"method\":\"no/such/notification\"}");
        assertEquals(
                "{}",
                served.client().ask("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}")
                        .get("result")
                        .toString());
    }

    @Test
    void brokenLineIsAnsweredAndTheNextCallIsGood() throws IOException {
        served.client().initialize();
        JsonNode broken = served.client().ask("{\"jsonrpc\":\"2.0\",\"id\":1,");
        assertEquals(-32700, broken.get("error").get("code").intValue());
        assertTrue(broken.get("id").isNull());
        assertTrue(served.client().bash("1", "echo hi").has("result"));
    }

    @Test
    void secondInitializeIsRefused() throws IOException {
        served.client().initialize();
        JsonNode again =
                served.client().ask(
                        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"initialize\",\"params\":{}}");
        assertEquals(-32600, again.get("error").get("code").intValue());
    }

    @Test
    void callsWithoutInitializeAreServed() throws IOException {
        assertTrue(served.client().bash("0", "echo hi").has("result"));
        assertEquals(1, gateway.connected.get());
    }

    @Test
    void idThatIsInUseIsRefusedAndFreeAfterTheAnswer() throws IOException {
        served.client().initialize();
        served.client().call("\"a\"", "bash", "{\"command\":\"wait\"}");
        taken(1);
        assertEquals(-32600, served.client().bash("\"a\"", "echo hi").get("error").get("code").intValue());
        taken(1).answer(FakeGateway.withStatus(CallStatus.COMPLETED, "", "wait"));
        assertTrue(served.client().receive().has("result"));
        assertTrue(served.client().bash("\"a\"", "echo hi").has("result"));
    }

    @Test
    void openCallsAreBoundedAndTheRestIsToldSo() throws IOException {
        served.client().initialize();
        for (int i = 0; i < McpSession.MAXIMUM_OPEN_REQUESTS; i++) {
            served.client().call(Integer.toString(i), "bash", "{\"command\":\"wait %d\"}".formatted(i));
        }
        taken(McpSession.MAXIMUM_OPEN_REQUESTS);
        JsonNode refused = served.client().bash("999", "echo hi");
        assertEquals(-32000, refused.get("error").get("code").intValue());
        for (int i = 0; i < McpSession.MAXIMUM_OPEN_REQUESTS; i++) {
            assertEquals("wait " + i, gateway.calls.get(i).request().command().text());
        }
        taken(1).answer(FakeGateway.withStatus(CallStatus.COMPLETED, "", "wait 0"));
        assertEquals(0, served.client().receive().get("id").intValue());
        assertTrue(served.client().bash("999", "echo hi").has("result"));
    }

    @Test
    void cancelledCallIsWithdrawnAndNotAnswered() throws IOException {
        served.client().initialize();
        served.client().call("1", "bash", "{\"command\":\"wait\"}");
        taken(1);
        served.client().send(
                """
                {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\
                """);
        await("the cancel", () -> taken(1).isCancelled());
        assertEquals("2", served.client().bash("2", "echo hi").get("id").toString());
        served.client().send(
                """
                {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}\
                """);
        served.client().send(
                """
                {"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}\
                """);
        assertEquals("3", served.client().bash("3", "echo hi").get("id").toString());
    }

    @Test
    void cancelEndsTheWaitForNews() throws IOException {
        served.client().initialize();
        served.client().call("1", "bash_output", "{\"bash_id\":\"shell_00000001\",\"wait\":600000}");
        await("the question", () -> gateway.asked.size() == 1);
        served.client().send(
                """
                {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\
                """);
        await("the interrupt", () -> gateway.interrupted.get() == 1);
        assertEquals("2", served.client().bash("2", "echo hi").get("id").toString());
    }

    @ParameterizedTest
    @CsvSource({"0", "\"token\""})
    void progressIsToldWhereItIsWantedAndNeverAfterTheAnswer(String token) throws IOException {
        served.client().initialize();
        served.client().send(
                """
                {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"bash",\
                "arguments":{"command":"wait"},"_meta":{"progressToken":%s}}}\
                """
                        .formatted(token));
        FakeGateway.TakenCall call = taken(1);
        call.observer().waiting(Duration.ofSeconds(12));
        call.observer().running(Duration.ofSeconds(5), "compiling");
        call.observer().running(Duration.ofSeconds(10), "");
        JsonNode first = served.client().receive();
        assertEquals("notifications/progress", first.get("method").stringValue());
        assertEquals(token, first.get("params").get("progressToken").toString());
        assertEquals(
                "waiting for approval (12 s)", first.get("params").get("message").stringValue());
        JsonNode second = served.client().receive().get("params");
        assertEquals("running 5 s: compiling", second.get("message").stringValue());
        assertTrue(
                second.get("progress").doubleValue()
                        > first.get("params").get("progress").doubleValue());
        assertEquals("running 10 s", served.client().receive().get("params").get("message").stringValue());
        call.answer(FakeGateway.withStatus(CallStatus.COMPLETED, "", "wait"));
        assertTrue(served.client().receive().has("result"));
        call.observer().running(Duration.ofSeconds(15), "late");
        assertEquals("2", served.client().bash("2", "echo hi").get("id").toString());
    }

    @Test
    void nobodyHearsProgressWithoutAToken() throws IOException {
        served.client().initialize();
        served.client().call("1", "bash", "{\"command\":\"wait\"}");
        taken(1).observer().waiting(Duration.ofSeconds(5));
        assertTrue(served.client().bash("2", "echo hi").has("result"));
    }

    @Test
    void endOfTheConnectionEndsTheSession() throws IOException {
        served.client().initialize();
        served.client().call("1", "bash_output", "{\"bash_id\":\"shell_00000001\",\"wait\":600000}");
        await("the question", () -> gateway.asked.size() == 1);
        served.client().close();
        await("the end", () -> gateway.disconnected.get() == 1);
        await("the interrupt", () -> gateway.interrupted.get() == 1);
        await("the connection's end", () -> served.listener().connectionCount() == 0);
    }

    @Test
    void whatIsAnsweredBeforeTheEndOfInputStillArrives() throws IOException {
        served.client().initialize();
        served.client().send("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ping\"}");
        served.client().endInput();
        assertEquals(5, served.client().receive().get("id").intValue());
        assertEquals(Optional.empty(), served.client().tryReceive());
    }

    @Test
    void rootsAreAskedForWhereNobodyToldTheDirectory() throws IOException {
        served.client().ask(
                """
                {"jsonrpc":"2.0","id":1,"method":"initialize","params":\
                {"protocolVersion":"2025-11-25","capabilities":{"roots":{}},\
                "clientInfo":{"name":"raw\\u001b[31m","version":"1"}}}\
                """);
        served.client().send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        JsonNode question = served.client().receive();
        assertEquals("roots/list", question.get("method").stringValue());
        served.client().call("2", "bash", "{\"command\":\"echo held back\"}");
        served.client().send(
                """
                {"jsonrpc":"2.0","id":%s,"result":{"roots":[{"uri":"https://x"},\
                {"uri":"file:///work/a%%20b"},{"uri":"file://%%zz"},{"name":"none"}]}}\
                """
                        .formatted(question.get("id")));
        assertEquals(2, served.client().receive().get("id").intValue());
        AgentIntroduction told = gateway.introductions.getFirst();
        assertEquals(List.of(Path.of("/work/a b")), told.roots());
        assertEquals(Optional.of("raw[31m"), told.name());
    }

    @Test
    void clientThatDoesNotTellItsRootsIsServedAllTheSame() throws IOException {
        served.client().ask(
                """
                {"jsonrpc":"2.0","id":1,"method":"initialize","params":\
                {"protocolVersion":"2025-11-25","capabilities":{"roots":{}}}}\
                """);
        served.client().send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        assertEquals("roots/list", served.client().receive().get("method").stringValue());
        assertTrue(served.client().bash("2", "echo hi").has("result"));
    }

    @Test
    void helloCountsOnlyAsTheFirstMessage() throws IOException {
        served.client().initialize();
        served.client().send(
                """
                {"jsonrpc":"2.0","method":"countersign/hello","params":{"pid":1,"cwd":"/etc"}}\
                """);
        served.client().bash("1", "echo hi");
        assertEquals(Optional.of("raw"), gateway.introductions.getFirst().name());
        assertFalse(
                gateway.introductions.getFirst().directory().equals(Optional.of(Path.of("/etc"))));
    }

    @Test
    void raiseReachesTheWindowAsNotificationAndAsRequest() throws Exception {
        served.client().send("{\"jsonrpc\":\"2.0\",\"method\":\"countersign/raise\"}");
        assertTrue(
                served.client().ask("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"countersign/raise\"}")
                        .has("result"));
        assertEquals(2, gateway.raised.get());
        assertTrue(RunningConsole.raise(served.listener().socket(), Duration.ZERO));
        await("the third", () -> gateway.raised.get() == 3);
        assertEquals(0, gateway.connected.get());
    }

    @Test
    void failureInsideTheConsoleIsAnswered() throws IOException {
        served.client().initialize();
        assertEquals(-32603, served.client().bash("1", "break").get("error").get("code").intValue());
        assertTrue(served.client().bash("2", "echo hi").has("result"));
    }
}
