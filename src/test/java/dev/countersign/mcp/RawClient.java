package dev.countersign.mcp;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A peer that writes what a test says, byte for byte.
final class RawClient implements AutoCloseable {
    static final JsonMapper MAPPER = new JsonMapper();

    private final SocketChannel channel;
    private final BufferedReader reader;

    RawClient(Path socket) throws IOException {
        channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel.connect(UnixDomainSocketAddress.of(socket));
        reader = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
    }

    void send(String line) throws IOException {
        sendBytes((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    void sendBytes(byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    /// Blocks until there is a message.
    JsonNode receive() throws IOException {
        return tryReceive().orElseThrow(() -> new IOException("connection ended"));
    }

    /// Empty at the end of the connection.
    Optional<JsonNode> tryReceive() throws IOException {
        return Optional.ofNullable(reader.readLine()).map(MAPPER::readTree);
    }

    JsonNode ask(String line) throws IOException {
        send(line);
        return receive();
    }

    JsonNode initialize() throws IOException {
        JsonNode answer =
                ask(
                        """
                        {"jsonrpc":"2.0","id":"init","method":"initialize","params":\
                        {"protocolVersion":"2025-06-18","capabilities":{},\
                        "clientInfo":{"name":"raw","version":"1"}}}\
                        """);
        send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        return answer;
    }

    /// Calls a tool.
    ///
    /// @param id as JSON
    /// @param arguments as JSON
    void call(String id, String tool, String arguments) throws IOException {
        send(
                """
                {"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"%s","arguments":%s}}\
                """
                        .formatted(id, tool, arguments));
    }

    JsonNode bash(String id, String command) throws IOException {
        call(id, "bash", MAPPER.createObjectNode().put("command", command).toString());
        return receive();
    }

    void endInput() throws IOException {
        channel.shutdownOutput();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
