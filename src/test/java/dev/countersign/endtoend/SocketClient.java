package dev.countersign.endtoend;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A raw JSON-RPC client: lines out, lines in, one request at a time.
public final class SocketClient implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final SocketChannel channel;
    private final BufferedReader lines;
    private int requests;

    public SocketClient(Path socket) throws IOException {
        channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel.connect(UnixDomainSocketAddress.of(socket));
        lines =
                new BufferedReader(
                        new InputStreamReader(
                                Channels.newInputStream(channel), StandardCharsets.UTF_8));
    }

    public static boolean canConnect(Path socket) {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            return channel.connect(UnixDomainSocketAddress.of(socket));
        } catch (IOException e) {
            return false;
        }
    }

    /// Connects and says where it works.
    public static SocketClient hello(Path socket, Path directory) throws IOException {
        SocketClient client = new SocketClient(socket);
        client.send(
                "{\"jsonrpc\":\"2.0\",\"method\":\"countersign/hello\",\"params\":"
                        + JSON.writeValueAsString(
                                Map.of(
                                        "pid",
                                        ProcessHandle.current().pid(),
                                        "parentPid",
                                        1,
                                        "cwd",
                                        directory.toString(),
                                        "agent",
                                        "raw-client"))
                        + "}");
        client.request(
                "initialize",
                Map.of(
                        "protocolVersion", "2025-11-25",
                        "capabilities", Map.of(),
                        "clientInfo", Map.of("name", "raw-client", "version", "1")));
        client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        return client;
    }

    public void send(String line) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    public JsonNode receive() throws IOException {
        String line = lines.readLine();
        if (line == null) {
            throw new IOException("the console closed the connection");
        }
        return JSON.readTree(line);
    }

    /// Sends a request and returns the whole answer to it.
    public JsonNode request(String method, Object params) throws IOException {
        requests++;
        send(
                JSON.writeValueAsString(
                        Map.of(
                                "jsonrpc", "2.0",
                                "id", requests,
                                "method", method,
                                "params", params)));
        JsonNode answer = receive();
        while (answer.path("id").asInt(-1) != requests) {
            answer = receive();
        }
        return answer;
    }

    /// Calls a tool and returns its result.
    public JsonNode call(String tool, Map<String, ?> arguments) throws IOException {
        return request("tools/call", Map.of("name", tool, "arguments", arguments)).path("result");
    }

    public JsonNode bash(String command) throws IOException {
        return call("bash", Map.of("command", command));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
