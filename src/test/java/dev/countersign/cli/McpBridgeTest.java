package dev.countersign.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.mcp.FakeGateway;
import dev.countersign.mcp.SocketBinding;
import dev.countersign.mcp.SocketListener;
import dev.countersign.platform.ConsoleStarter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(60)
final class McpBridgeTest {
    private static final String INITIALIZE =
            """
            {"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":\
            "2025-06-18","capabilities":{"roots":{}},"clientInfo":{"name":"agent","version":"2"}}}\
            """;
    private static final String INITIALIZED =
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

    @TempDir Path folder;
    private final FakeGateway gateway = new FakeGateway();
    private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();
    private Optional<SocketListener> listener = Optional.empty();
    private OutputStream toBridge;
    private BufferedReader fromBridge;
    private McpBridge bridge;

    @BeforeEach
    void pipes() throws IOException {
        // Pipes of the system: those of java.io break when the thread that wrote last has ended.
        Pipe input = Pipe.open();
        Pipe answers = Pipe.open();
        toBridge = Channels.newOutputStream(input.sink());
        fromBridge =
                new BufferedReader(Channels.newReader(answers.source(), StandardCharsets.UTF_8));
        bridge =
                new McpBridge(
                        Channels.newInputStream(input.source()),
                        Channels.newOutputStream(answers.sink()),
                        socket(),
                        HelloLine.render(10, 9, Path.of("/a \"b\""), Optional.of("test")),
                        Optional.of(
                                new ConsoleStarter(
                                        Map.of("COUNTERSIGN_NO_START", "1"), Optional.empty())),
                        Optional.empty());
    }

    @AfterEach
    void end() throws Exception {
        toBridge.close();
        exitCode.get(20, TimeUnit.SECONDS);
        stopConsole();
    }

    private Path socket() {
        return folder.resolve("run").resolve("s");
    }

    private void startConsole() {
        SocketListener started =
                assertInstanceOf(SocketBinding.Bound.class, SocketListener.bind(socket()))
                        .listener();
        started.serve(gateway, "0.1.0");
        listener = Optional.of(started);
    }

    private void stopConsole() {
        listener.ifPresent(SocketListener::close);
        listener = Optional.empty();
    }

    private void startBridge() {
        Thread.ofPlatform()
                .start(() -> {
                    try {
                        exitCode.complete(bridge.run());
                    } catch (InterruptedException failure) {
                        exitCode.completeExceptionally(failure);
                    }
                });
    }

    private void send(String line) throws IOException {
        toBridge.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        toBridge.flush();
    }

    private JsonNode receive() throws IOException {
        String line = fromBridge.readLine();
        if (line == null) {
            throw new IOException("the bridge ended");
        }
        return JsonMapper.shared().readTree(line);
    }

    private JsonNode bash(int id, String command) throws IOException {
        send(
                """
                {"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"bash",\
                "arguments":{"command":"%s"}}}\
                """
                        .formatted(id, command));
        return receive();
    }

    private static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("never came true: " + what);
            }
            Thread.onSpinWait();
        }
    }

    @Test
    void agentIsIntroducedAndServed() throws IOException {
        startConsole();
        startBridge();
        send(INITIALIZE);
        assertEquals("i", receive().get("id").stringValue());
        send(INITIALIZED);
        assertTrue(bash(1, "echo hi").get("result").has("structuredContent"));
        var told = gateway.introductions.getFirst();
        assertEquals(Optional.of("test"), told.name());
        assertEquals("2", told.version());
        assertEquals(9, told.pid().orElseThrow());
        assertEquals(Optional.of(Path.of("/a \"b\"")), told.directory());
    }

    @Test
    void endOfInputIsTheEndOfTheSession() throws Exception {
        startConsole();
        startBridge();
        assertTrue(bash(1, "echo hi").has("result"));
        toBridge.close();
        assertEquals(ExitCode.DONE, exitCode.get(20, TimeUnit.SECONDS));
        await("the end", () -> gateway.disconnected.get() == 1);
    }

    @Test
    void whatIsAskedBeforeTheEndOfInputIsStillAnswered() throws Exception {
        startConsole();
        startBridge();
        for (int i = 0; i < 20; i++) {
            send(
                    """
                    {"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"bash",\
                    "arguments":{"command":"echo %d"}}}\
                    """
                            .formatted(i, i));
        }
        toBridge.close();
        int sum = 0;
        for (int i = 0; i < 20; i++) {
            sum += receive().get("id").intValue();
        }
        assertEquals(190, sum);
        assertEquals(ExitCode.DONE, exitCode.get(20, TimeUnit.SECONDS));
    }

    @Test
    void waitingCallIsWithdrawnAtTheEndOfInput() throws Exception {
        startConsole();
        startBridge();
        send(
                """
                {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"bash",\
                "arguments":{"command":"wait"}}}\
                """);
        await("the call", () -> gateway.calls.size() == 1);
        toBridge.close();
        await("the end", () -> gateway.disconnected.get() == 1);
        assertEquals(ExitCode.DONE, exitCode.get(20, TimeUnit.SECONDS));
    }

    @Test
    void withoutAConsoleEveryRequestIsToldWhatToDo() throws Exception {
        startBridge();
        send(INITIALIZE);
        JsonNode answer = receive();
        assertEquals("i", answer.get("id").stringValue());
        assertEquals(-32000, answer.get("error").get("code").intValue());
        String message = answer.get("error").get("message").stringValue();
        assertTrue(message.contains("not running"), message);
        assertTrue(message.contains("COUNTERSIGN_NO_START=1"), message);
        assertTrue(message.endsWith("Start it with: countersign"), message);
        send(INITIALIZED);
        assertEquals(0, bash(0, "echo hi").get("id").intValue());
        toBridge.close();
        assertEquals(ExitCode.NO_CONSOLE, exitCode.get(20, TimeUnit.SECONDS));
    }

    @Test
    void consoleThatComesLaterServesTheNextRequest() throws IOException {
        startBridge();
        send(INITIALIZE);
        assertTrue(receive().has("error"));
        startConsole();
        send(INITIALIZE);
        assertTrue(receive().has("result"));
        send(INITIALIZED);
        assertTrue(bash(1, "echo hi").has("result"));
    }

    @Test
    void consoleThatEndsAnswersForItsOpenCallsAndMayComeBack() throws IOException {
        startConsole();
        startBridge();
        send(INITIALIZE);
        receive();
        send(INITIALIZED);
        send(
                """
                {"jsonrpc":"2.0","id":"open","method":"tools/call","params":{"name":"bash",\
                "arguments":{"command":"wait"}}}\
                """);
        await("the call", () -> gateway.calls.size() == 1);
        stopConsole();
        JsonNode told = receive();
        assertEquals("open", told.get("id").stringValue());
        assertTrue(told.get("error").get("message").stringValue().startsWith("Countersign ended"));
        assertTrue(bash(2, "echo hi").has("error"));
        startConsole();
        JsonNode answer = bash(3, "echo hi");
        assertEquals(3, answer.get("id").intValue());
        assertTrue(answer.has("result"));
        assertEquals("2", gateway.introductions.getLast().version());
    }

    @Test
    void lineBeyondTheLimitIsRefusedByTheConsoleAndTheSessionGoesOn() throws IOException {
        startConsole();
        startBridge();
        send("x".repeat(5 << 20));
        assertEquals(-32600, receive().get("error").get("code").intValue());
        assertTrue(bash(1, "echo hi").has("result"));
    }

    @Test
    void longAnswersArriveWhole() throws IOException {
        startConsole();
        startBridge();
        JsonNode answer = bash(1, "print 1000000");
        assertEquals(
                1_000_000,
                answer.get("result").get("structuredContent").get("stdout").stringValue().length());
    }

    @Test
    void signalEndsTheSessionAtOnce() {
        startConsole();
        startBridge();
        await("the connection", () -> bridgeIsConnected());
        bridge.close();
        await("the end", () -> gateway.disconnected.get() == gateway.connected.get());
    }

    private boolean bridgeIsConnected() {
        try {
            return bash(1, "echo hi").has("result");
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }
}
