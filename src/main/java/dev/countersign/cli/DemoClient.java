package dev.countersign.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// An ordinary MCP client on the console's socket. Safe on any thread.
final class DemoClient implements AutoCloseable {
    /// The console ended, or refused.
    static final class ConsoleGone extends Exception {
        private static final long serialVersionUID = 1L;

        ConsoleGone(String message) {
            super(message);
        }
    }

    private final JsonMapper mapper = JsonMapper.shared();
    private final SocketChannel channel;
    private final AtomicLong nextId = new AtomicLong(1);
    private final Map<Long, CompletableFuture<JsonNode>> open = new ConcurrentHashMap<>();
    private final Map<Long, Consumer<String>> progress = new ConcurrentHashMap<>();
    private volatile boolean ended;

    private DemoClient(SocketChannel channel) {
        this.channel = channel;
    }

    /// @throws IOException when no console listens there
    static DemoClient connect(Path socket) throws IOException {
        DemoClient client = new DemoClient(ConsoleSocket.connect(socket));
        Thread.ofPlatform().daemon().name("demo-read").start(client::read);
        return client;
    }

    /// Introduces the agent, as every MCP client does. Blocks until the console has answered.
    void initialize(String hello, String name, String version)
            throws ConsoleGone, InterruptedException {
        send(hello);
        ObjectNode parameters = mapper.createObjectNode();
        parameters.put("protocolVersion", "2025-06-18");
        parameters.putObject("capabilities");
        parameters.putObject("clientInfo").put("name", name).put("version", version);
        request("initialize", parameters, Optional.empty());
        send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
    }

    /// Calls a tool. Blocks until it is answered, however long that takes.
    JsonNode call(String tool, ObjectNode arguments, Consumer<String> progress)
            throws ConsoleGone, InterruptedException {
        ObjectNode parameters = mapper.createObjectNode();
        parameters.put("name", tool);
        parameters.set("arguments", arguments);
        return request("tools/call", parameters, Optional.of(progress));
    }

    private JsonNode request(
            String method, ObjectNode parameters, Optional<Consumer<String>> hearsProgress)
            throws ConsoleGone, InterruptedException {
        long id = nextId.getAndIncrement();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        open.put(id, answer);
        hearsProgress.ifPresent(listener -> {
            progress.put(id, listener);
            parameters.putObject("_meta").put("progressToken", id);
        });
        ObjectNode message = mapper.createObjectNode();
        message.put("jsonrpc", "2.0").put("id", id).put("method", method);
        message.set("params", parameters);
        try {
            send(mapper.writeValueAsString(message) + "\n");
            if (ended) {
                throw new ConsoleGone("the console has ended");
            }
            return result(answer.get());
        } catch (ExecutionException failure) {
            throw new ConsoleGone(String.valueOf(failure.getCause()));
        } finally {
            open.remove(id);
            progress.remove(id);
        }
    }

    private static JsonNode result(JsonNode answer) throws ConsoleGone {
        if (answer.has("error")) {
            throw new ConsoleGone(answer.path("error").path("message").asString("refused"));
        }
        return answer.path("result");
    }

    private synchronized void send(String line) throws ConsoleGone {
        ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException _) {
            throw new ConsoleGone("the console has ended");
        }
    }

    private void read() {
        try (BufferedReader reader =
                new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                take(mapper.readTree(line));
            }
        } catch (IOException | JacksonException _) {
            // The connection is of no more use; whoever waits on it is told below.
            ended = true;
        }
        ended = true;
        open.values()
                .forEach(answer ->
                        answer.completeExceptionally(new ConsoleGone("the console has ended")));
    }

    private void take(JsonNode message) {
        if (message.path("method").asString("").equals("notifications/progress")) {
            JsonNode parameters = message.path("params");
            Optional.ofNullable(progress.get(parameters.path("progressToken").asLong(-1)))
                    .ifPresent(hears -> hears.accept(parameters.path("message").asString("")));
            return;
        }
        Optional.ofNullable(open.get(message.path("id").asLong(-1)))
                .ifPresent(answer -> answer.complete(message));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
