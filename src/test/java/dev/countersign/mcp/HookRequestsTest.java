package dev.countersign.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// What `countersign hook` and `countersign run` say, on a real socket.
@Timeout(60)
final class HookRequestsTest {
    @RegisterExtension private final ServedGateway served = new ServedGateway();
    private final FakeGateway gateway = served.gateway();

    private void hello(long parentPid) throws IOException {
        served.client().send(
                """
                {"jsonrpc":"2.0","method":"countersign/hello","params":{"pid":10,"parentPid":%d,\
                "cwd":"/work/shop","agent":"claude-code","session":"s-1"}}\
                """
                        .formatted(parentPid));
    }

    private JsonNode request(String method, String parameters) throws IOException {
        return served.client().ask(
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"countersign/%s\",\"params\":%s}"
                        .formatted(method, parameters));
    }

    private JsonNode hook(String command) throws IOException {
        return request(
                        "hook",
                        """
                        {"command":"%s","summary":"a test","cwd":"/work/shop/src","withinMs":5000,\
                        "rewritable":true,"toolUseId":"u1"}\
                        """
                                .formatted(command))
                .path("result");
    }

    @Test
    void eachVerdictHasItsForm() throws IOException {
        hello(ProcessHandle.current().pid());
        JsonNode run = hook("echo a");
        assertEquals("run", run.path("verdict").asString());
        assertEquals("ticket", run.path("ticket").asString());
        assertEquals("handOver", hook("hand over").path("verdict").asString());
        JsonNode refused = hook("rm x");
        assertEquals("refused", refused.path("verdict").asString());
        assertTrue(refused.path("words").asString().contains("denied by the person"));
        assertEquals(Optional.of("/work/shop/src"), gateway.hooks.getFirst().directory());
        assertEquals(Optional.of("u1"), gateway.hooks.getFirst().toolUseId());
    }

    @Test
    void theSessionIsTheAgentsOwnAndOutlivesTheConnection() throws IOException {
        long self = ProcessHandle.current().pid();
        hello(self);
        hook("echo a");
        assertEquals(Optional.of("s-1"), gateway.introductions.getFirst().sessionName());
        assertEquals(self, gateway.introductions.getFirst().pid().orElseThrow());
        served.client().close();
        McpSessionTest.await("the end", () -> served.listener().connectionCount() == 0);
        assertEquals(0, gateway.disconnected.get());
    }

    @Test
    void aHookSpeaksForNoProcessButOneThatItComesFrom() throws IOException {
        hello(1);
        hook("echo a");
        long told = gateway.introductions.getFirst().pid().orElseThrow();
        boolean ancestor = told == 1 || told == ProcessHandle.current().pid();
        assertTrue(ancestor, "pid " + told);
        served.reconnect();
        hello(999_999_999);
        hook("echo a");
        assertEquals(
                ProcessHandle.current().pid(),
                gateway.introductions.get(1).pid().orElseThrow(),
                "the process that the system names, not the one that was told");
    }

    @Test
    void aTicketIsFollowedToItsEnd() throws IOException {
        assertTrue(
                request("ticket", "{\"ticket\":\"ticket\"}")
                        .path("result")
                        .path("open")
                        .asBoolean());
        assertTrue(
                request("run", "{\"ticket\":\"ticket\"}")
                        .path("result")
                        .path("claimed")
                        .asBoolean());
        assertFalse(
                request("run", "{\"ticket\":\"ticket\"}")
                        .path("result")
                        .path("claimed")
                        .asBoolean(),
                "one run a connection");
        JsonNode next = request("next", "{\"waitMs\":1000}").path("result");
        assertEquals("out\n", next.path("output").path(0).path("text").asString());
        assertEquals("stderr", next.path("output").path(1).path("stream").asString());
        assertEquals(3, next.path("end").path("exitCode").asInt());
        assertTrue(gateway.introductions.isEmpty(), "who shows a ticket is no agent");
    }

    @Test
    void anUnknownTicketRunsNothing() throws IOException {
        JsonNode answer = request("run", "{\"ticket\":\"0123\"}").path("result");
        assertFalse(answer.path("claimed").asBoolean(true));
        assertEquals(-32602, request("next", "{\"waitMs\":10}").path("error").path("code").asInt());
    }

    @Test
    void aRunWhoseReaderIsGoneIsTold() throws IOException {
        request("run", "{\"ticket\":\"ticket\"}");
        served.client().close();
        McpSessionTest.await("the end", () -> gateway.interrupted.get() == 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"command\":\"\",\"withinMs\":5000}",
                "{\"command\":\"ls\"}",
                "{\"command\":\"ls\",\"withinMs\":0}",
                "{\"command\":7,\"withinMs\":5000}",
                "{\"command\":\"ls\",\"withinMs\":5000,\"decision\":\"approve\"}",
                "[]"
            })
    void whatIsNotAsItMustBeIsRefused(String parameters) throws IOException {
        hello(1);
        assertEquals(-32602, request("hook", parameters).path("error").path("code").asInt());
        assertTrue(gateway.hooks.isEmpty());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "approve", "decide", "deny", "grant", "allow", "edit", "rules", "setRule", "expire"
            })
    void noMessageDecidesACall(String method) throws IOException {
        hello(1);
        assertEquals(-32601, request(method, "{}").path("error").path("code").asInt());
    }
}
