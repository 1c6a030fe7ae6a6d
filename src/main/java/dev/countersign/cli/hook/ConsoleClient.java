package dev.countersign.cli.hook;

import dev.countersign.cli.ConsoleSocket;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// One connection to the console, asked one thing after the other. Confined to one thread, but
/// closed by any.
final class ConsoleClient implements Closeable {
    /// The console refused a request.
    static final class Refused extends IOException {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message);
        }
    }

    private final SocketChannel channel;
    private final BufferedReader lines;
    private int requests;

    private ConsoleClient(SocketChannel channel) {
        this.channel = channel;
        this.lines = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
    }

    /// @throws IOException when no console can be reached there
    static ConsoleClient connect(Path socket) throws IOException {
        return new ConsoleClient(ConsoleSocket.connect(socket));
    }

    void send(String line) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /// Asks, and blocks until there is an answer.
    JsonNode request(String method, ObjectNode parameters) throws IOException {
        requests++;
        ObjectNode message =
                JsonNodeFactory.instance
                        .objectNode()
                        .put("jsonrpc", "2.0")
                        .put("id", requests)
                        .put("method", method);
        message.set("params", parameters);
        send(HookJson.write(message) + "\n");
        while (true) {
            String line = lines.readLine();
            if (line == null) {
                throw new EOFException("Countersign ended");
            }
            JsonNode answer = HookJson.read(line);
            if (answer.path("error").isObject()) {
                throw new Refused(answer.path("error").path("message").asString("no reason"));
            }
            if (answer.path("id").asInt(-1) == requests) {
                return answer.path("result");
            }
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
