package dev.countersign.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.toolcall.CallStatus;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/// The protocol as it is since 2026-07-28: no handshake, a version in every request.
@Timeout(60)
final class StatelessSessionTest {
    @RegisterExtension private final ServedGateway served = new ServedGateway();
    private final FakeGateway gateway = served.gateway();

    private static String request(String method, String more, String version, boolean tasks) {
        return """
        {"jsonrpc":"2.0","id":"r","method":"%s","params":{%s"_meta":{\
        "io.modelcontextprotocol/protocolVersion":"%s",\
        "io.modelcontextprotocol/clientInfo":{"name":"modern","version":"9"},\
        "io.modelcontextprotocol/clientCapabilities":%s}}}\
        """
                .formatted(
                        method,
                        more,
                        version,
                        tasks ? "{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}" : "{}");
    }

    private JsonNode ask(String method, String more, boolean tasks) throws IOException {
        return served.client().ask(request(method, more, "2026-07-28", tasks)).path("result");
    }

    private static String bash(String command) {
        return "\"name\":\"bash\",\"arguments\":{\"command\":\"%s\"},".formatted(command);
    }

    @Test
    void discoveryTellsVersionsAndWhatThereIs() throws IOException {
        JsonNode told = ask("server/discover", "", false);
        assertEquals("complete", told.path("resultType").asString());
        assertEquals("2026-07-28", told.path("supportedVersions").path(0).asString());
        assertTrue(told.path("supportedVersions").toString().contains("2024-11-05"));
        assertTrue(told.path("capabilities").path("tools").isObject());
        assertTrue(told.path("ttlMs").isIntegralNumber());
        assertEquals("private", told.path("cacheScope").asString());
        assertEquals(
                "countersign",
                told.path("_meta")
                        .path("io.modelcontextprotocol/serverInfo")
                        .path("name")
                        .asString());
    }

    @Test
    void withoutAVersionDiscoveryIsUnknownAsItUsedToBe() throws IOException {
        JsonNode answer =
                served.client().ask("{\"jsonrpc\":\"2.0\",\"id\":\"r\",\"method\":\"server/discover\"}");
        assertEquals(-32601, answer.path("error").path("code").asInt());
    }

    @Test
    void anUnknownVersionIsRefusedWithThoseThatAreKnown() throws IOException {
        JsonNode error = served.client().ask(request("tools/list", "", "2031-01-01", false)).path("error");
        assertEquals(-32022, error.path("code").asInt());
        assertEquals("2031-01-01", error.path("data").path("requested").asString());
        assertTrue(error.path("data").path("supported").toString().contains("2026-07-28"));
    }

    @Test
    void toolsAreListedAndCalledWithoutAHandshake() throws IOException {
        JsonNode tools = ask("tools/list", "", false);
        assertEquals(
                List.of("bash", "bash_output", "kill_shell", "list_shells", "approve"),
                tools.path("tools")
                        .valueStream()
                        .map(tool -> tool.path("name").asString())
                        .toList());
        assertEquals("complete", tools.path("resultType").asString());
        assertTrue(tools.path("ttlMs").isIntegralNumber());
        JsonNode result = ask("tools/call", bash("echo hi"), false);
        assertEquals("complete", result.path("resultType").asString());
        assertEquals("hi\n", result.path("structuredContent").path("stdout").asString());
        assertFalse(result.has("ttlMs"), "the result of a call is not to be kept");
        assertEquals(Optional.of("modern"), gateway.introductions.getFirst().name());
    }

    @Test
    void aCallThatWaitsBecomesATaskForWhomTasksMeanSomething() throws Exception {
        JsonNode task = ask("tools/call", bash("make"), true);
        assertEquals("task", task.path("resultType").asString());
        assertEquals("working", task.path("status").asString());
        assertTrue(gateway.calls.getFirst().observer().isPatient());
        String id = "\"taskId\":\"%s\",".formatted(task.path("taskId").asString());
        assertEquals("working", ask("tasks/get", id, true).path("status").asString());

        gateway.calls
                .getFirst()
                .answer(FakeGateway.withStatus(CallStatus.COMPLETED, "built\n", "make"));
        JsonNode told = ask("tasks/get", id, true);
        while (told.path("status").asString().equals("working")) {
            told = ask("tasks/get", id, true);
        }
        assertEquals("complete", told.path("resultType").asString());
        assertEquals("completed", told.path("status").asString());
        assertEquals(
                "built\n", told.path("result").path("structuredContent").path("stdout").asString());
    }

    @Test
    void whatIsDoneAtOnceIsNoTask() throws IOException {
        assertEquals(
                "complete", ask("tools/call", bash("echo hi"), true).path("resultType").asString());
    }

    @Test
    void aTaskIsCancelledByRequestAndWhenThePeerIsGone() throws IOException {
        JsonNode first = ask("tools/call", bash("make a"), true);
        ask("tools/call", bash("make b"), true);
        String id = "\"taskId\":\"%s\",".formatted(first.path("taskId").asString());
        ask("tasks/cancel", id, true);
        McpSessionTest.await("it is cancelled", () -> gateway.calls.getFirst().isCancelled());
        assertEquals("cancelled", ask("tasks/get", id, true).path("status").asString());
        served.client().close();
        McpSessionTest.await(
                "both are cancelled",
                () -> gateway.calls.stream().allMatch(FakeGateway.TakenCall::isCancelled));
    }

    @Test
    void anUnknownTaskIsRefused() throws IOException {
        for (String method : List.of("tasks/get", "tasks/cancel", "tasks/update")) {
            JsonNode error =
                    served.client().ask(request(method, "\"taskId\":\"none\",", "2026-07-28", true))
                            .path("error");
            assertEquals(-32602, error.path("code").asInt());
        }
    }
}
