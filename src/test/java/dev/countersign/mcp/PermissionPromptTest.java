package dev.countersign.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.supervision.HookRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The tool `approve`, on a real socket.
@Timeout(60)
final class PermissionPromptTest {
    private static final String TICKET = "0123456789abcdef0123456789abcdef";

    @RegisterExtension private final ServedGateway served = new ServedGateway();
    private final FakeGateway gateway = served.gateway();

    private void hello(String more) throws IOException {
        served.client().send(
                """
                {"jsonrpc":"2.0","method":"countersign/hello","params":{"pid":10,"parentPid":9,\
                "cwd":"/work/shop","agent":"claude-code"%s}}\
                """
                        .formatted(more));
        served.client().initialize();
    }

    private JsonNode ask(String arguments) throws IOException {
        served.client().call("7", "approve", arguments);
        JsonNode result = served.client().receive().path("result");
        assertFalse(result.path("isError").asBoolean(true), result.toString());
        assertFalse(result.has("structuredContent"), "the agent must read the text");
        return JsonMapper.shared().readTree(result.path("content").path(0).path("text").asString());
    }

    private JsonNode command(String command) throws IOException {
        return ask(
                """
                {"tool_name":"Bash","tool_use_id":"u1","later":1,"input":{"command":"%s",\
                "description":"Try it","timeout":5000}}\
                """
                        .formatted(command));
    }

    private static void assertDenied(String words, JsonNode answer) {
        assertEquals("deny", answer.path("behavior").asString(), answer.toString());
        assertTrue(answer.path("message").asString().contains(words), answer.toString());
    }

    @Test
    void anApprovedCommandRunsInTheConsoleByItsTicket() throws IOException {
        hello(",\"run\":\"'/opt/my app/countersign' run\"");
        JsonNode answer = command("echo a");
        assertEquals("allow", answer.path("behavior").asString());
        JsonNode input = answer.path("updatedInput");
        assertEquals("'/opt/my app/countersign' run ticket", input.path("command").asString());
        assertEquals("Try it", input.path("description").asString());
        assertEquals(5000, input.path("timeout").asInt());
        HookRequest asked = gateway.hooks.getFirst();
        assertEquals("echo a", asked.command().text());
        assertEquals(Optional.of("Try it"), asked.summary());
        assertEquals(Optional.of("u1"), asked.toolUseId());
        assertTrue(asked.rewritable());
        assertEquals(Duration.ofSeconds(50), asked.patience());
    }

    @Test
    void whereNobodyToldHowTicketsAreRunTheAgentRunsTheCommandItself() throws IOException {
        hello("");
        JsonNode answer = command("hand over");
        assertEquals("allow", answer.path("behavior").asString());
        assertEquals("hand over", answer.path("updatedInput").path("command").asString());
        assertFalse(gateway.hooks.getFirst().rewritable());
        assertDenied("not known how", command("echo a"));
    }

    @Test
    void aDenialCarriesTheReason() throws IOException {
        hello("");
        assertDenied("denied by the person: no", command("rm x"));
    }

    @Test
    void aTicketIsNotAskedAboutOnceMore() throws IOException {
        hello(",\"run\":\"/opt/cs run\"");
        assertDenied("denied", command("/opt/cs run " + TICKET));
        assertEquals(1, gateway.hooks.size(), "it stands for nothing here, so it was asked");
        gateway.openTickets.add(TICKET);
        JsonNode answer = command("/opt/cs run " + TICKET);
        assertEquals("allow", answer.path("behavior").asString());
        assertDenied("denied", command("/opt/cs run " + TICKET + "; rm x"));
        assertDenied("denied", command("x/opt/cs run " + TICKET));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|tool_name is missing",
                "{\"tool_name\":7,\"input\":{}}|tool_name is missing",
                "{\"tool_name\":\"Bash\"}|input must be an object",
                "{\"tool_name\":\"Bash\",\"input\":\"ls\"}|input must be an object",
                "{\"tool_name\":\"Bash\",\"input\":{}}|input has no command",
                "{\"tool_name\":\"Bash\",\"input\":{\"command\":[\"ls\"]}}|input has no command",
                "{\"tool_name\":\"Bash\",\"input\":{\"command\":\"\"}}|not asked rightly",
                "{\"tool_name\":\"Bash\",\"input\":{\"command\":\"a\\u0000b\"}}|not asked rightly",
                "{\"tool_name\":\"Write\",\"input\":{\"file_path\":\"x\"}}|not at Write",
                "{\"tool_name\":\"PowerShell\",\"input\":{\"command\":\"dir\"}}|not at PowerShell",
                "{\"tool_name\":\"mcp__countersign__other\",\"input\":{}}|shell commands alone",
                "[1]|tool_name is missing"
            })
    void whatIsNoCommandIsDenied(String arguments, String words) throws IOException {
        hello("");
        assertDenied(words, ask(arguments));
        assertEquals(List.of(), gateway.hooks);
    }

    @Test
    void ourOwnToolsAreAskedAboutOnlyOnce() throws IOException {
        hello("");
        JsonNode answer =
                ask("{\"tool_name\":\"mcp__countersign__bash\",\"input\":{\"command\":\"rm x\"}}");
        assertEquals("allow", answer.path("behavior").asString());
        assertEquals("rm x", answer.path("updatedInput").path("command").asString());
        assertEquals(List.of(), gateway.hooks);
    }

    @Test
    void aFailureOfTheConsoleIsADenial() throws IOException {
        hello("");
        assertDenied("failed on this command", command("break here"));
        assertDenied("failed on this command", command("break later"));
    }

    @Test
    void aCancelledPromptIsWithdrawn() throws IOException {
        hello("");
        served.client().call(
                "9", "approve", "{\"tool_name\":\"Bash\",\"input\":{\"command\":\"wait long\"}}");
        McpSessionTest.await("it is asked", () -> !gateway.hooks.isEmpty());
        served.client().send(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":9}}");
        McpSessionTest.await("it is withdrawn", () -> gateway.interrupted.get() == 1);
    }

    @Test
    void whoAskedForProgressIsToldAndWaitsAsLongAsItTakes() throws IOException {
        hello("");
        served.client().send(
                """
                {"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"approve",\
                "arguments":{"tool_name":"Bash","input":{"command":"wait long"}},\
                "_meta":{"progressToken":0}}}\
                """);
        JsonNode told = served.client().receive();
        assertEquals("notifications/progress", told.path("method").asString());
        assertTrue(told.path("params").path("message").asString().contains("waiting for approval"));
        assertEquals(HookRequests.LONGEST_PATIENCE, gateway.hooks.getFirst().patience());
    }

    @ParameterizedTest
    @ValueSource(strings = {"run\\nrm -rf /", " ", ""})
    void aRunLineThatIsNoLineCountsAsNotTold(String line) throws IOException {
        hello(",\"run\":\"" + line + "\"");
        command("hand over");
        assertFalse(gateway.hooks.getFirst().rewritable());
    }

    @Test
    void theLimitThatTheBridgeTellsArrives() throws IOException {
        hello(",\"limitMs\":86400000");
        command("rm x");
        assertEquals(Optional.of(Duration.ofDays(1)), gateway.introductions.getFirst().limit());
    }
}
