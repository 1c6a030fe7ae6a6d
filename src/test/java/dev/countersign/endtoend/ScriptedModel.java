package dev.countersign.endtoend;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A language model on loopback that calls one tool once and then says that it is done, in the four
/// forms that agents speak: Anthropic's messages, OpenAI's responses and chat completions, Gemini's
/// content.
final class ScriptedModel implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpServer server;
    private final String tool;
    private final Map<String, ?> arguments;
    private final List<String> withResult = new CopyOnWriteArrayList<>();
    private final List<String> seen = new CopyOnWriteArrayList<>();

    /// @param tool the end of the name of the tool to call
    ScriptedModel(String tool, Map<String, ?> arguments) throws IOException {
        this.tool = tool;
        this.arguments = arguments;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /// The requests in which the agent told what the tool had answered.
    List<String> withResult() {
        return withResult;
    }

    List<String> seen() {
        return seen;
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String path = exchange.getRequestURI().getPath();
        seen.add(exchange.getRequestMethod() + " " + path + " " + body);
        if (!exchange.getRequestMethod().equals("POST")) {
            answer(exchange, "application/json", "{\"data\":[],\"models\":[],\"object\":\"list\"}");
            return;
        }
        JsonNode request = body.isBlank() ? JSON.createObjectNode() : readable(body);
        Optional<String> name = toolName(request.path("tools"));
        boolean result = hasResult(body);
        if (result) {
            withResult.add(body);
        }
        boolean call = name.isPresent() && !result;
        String stream;
        if (path.endsWith("/messages")) {
            stream = anthropic(call ? name : Optional.empty());
        } else if (path.endsWith("/responses")) {
            stream = responses(call, name.orElse(""), request.path("tools"));
        } else if (path.endsWith("/chat/completions")) {
            stream = chat(call ? name : Optional.empty());
        } else if (path.contains("enerateContent")) {
            String json = gemini(call ? name : Optional.empty());
            if (path.contains("stream")) {
                stream = "data: " + json + "\n\n";
            } else {
                answer(exchange, "application/json", json);
                return;
            }
        } else {
            answer(exchange, "application/json", "{\"input_tokens\":1,\"totalTokens\":1}");
            return;
        }
        answer(exchange, "text/event-stream", stream);
    }

    private static JsonNode readable(String body) {
        try {
            return JSON.readTree(body);
        } catch (RuntimeException _) {
            return JSON.createObjectNode();
        }
    }

    private static void answer(HttpExchange exchange, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
            return;
        }
        exchange.sendResponseHeaders(200, bytes.length);
        try (var out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    private static boolean hasResult(String body) {
        return body.contains("\"tool_result\"")
                || body.contains("\"function_call_output\"")
                || body.contains("\"role\":\"tool\"")
                || body.contains("\"functionResponse\"");
    }

    private Optional<String> toolName(JsonNode tools) {
        for (JsonNode one : tools) {
            for (String name :
                    List.of(
                            one.path("name").asString(""),
                            one.path("function").path("name").asString(""))) {
                if (name.endsWith(tool)) {
                    return Optional.of(name);
                }
            }
            Optional<String> inner =
                    toolName(one.path("functionDeclarations"))
                            .or(() -> toolName(one.path("tools")));
            if (inner.isPresent()) {
                return inner;
            }
        }
        return Optional.empty();
    }

    private String json() {
        return JSON.writeValueAsString(arguments);
    }

    private static String quoted(String text) {
        return JSON.writeValueAsString(text);
    }

    private String anthropic(Optional<String> name) {
        String block =
                name.map(tool ->
                                """
                                event: content_block_start
                                data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"toolu_1","name":%s,"input":{}}}

                                event: content_block_delta
                                data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":%s}}

                                """
                                        .formatted(quoted(tool), quoted(json())))
                        .orElse(
                                """
                                event: content_block_start
                                data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

                                event: content_block_delta
                                data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"done"}}

                                """);
        return """
        event: message_start
        data: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"scripted","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}

        %sevent: content_block_stop
        data: {"type":"content_block_stop","index":0}

        event: message_delta
        data: {"type":"message_delta","delta":{"stop_reason":"%s","stop_sequence":null},"usage":{"output_tokens":1}}

        event: message_stop
        data: {"type":"message_stop"}

        """
                .formatted(block, name.isPresent() ? "tool_use" : "end_turn");
    }

    private String responses(boolean call, String name, JsonNode tools) {
        String item =
                call
                        ? """
                        {"type":"function_call","id":"fc_1","call_id":"call_1"%s,"name":%s,"arguments":%s}\
                        """
                                .formatted(namespace(tools), quoted(name), quoted(json()))
                        : """
                        {"type":"message","id":"m_1","role":"assistant","content":[{"type":"output_text","text":"done","annotations":[]}]}\
                        """;
        return """
        event: response.created
        data: {"type":"response.created","response":{"id":"r_1"}}

        event: response.output_item.done
        data: {"type":"response.output_item.done","output_index":0,"item":%s}

        event: response.completed
        data: {"type":"response.completed","response":{"id":"r_1","output":[],"usage":{"input_tokens":1,"input_tokens_details":null,"output_tokens":1,"output_tokens_details":null,"total_tokens":2}}}

        """
                .formatted(item);
    }

    /// Codex groups the tools of a server, and wants the group named.
    private String namespace(JsonNode tools) {
        for (JsonNode one : tools) {
            if (one.path("type").asString("").equals("namespace")
                    && toolName(one.path("tools")).isPresent()) {
                return ",\"namespace\":" + quoted(one.path("name").asString());
            }
        }
        return "";
    }

    private String chat(Optional<String> name) {
        String delta =
                name.map(tool ->
                                """
                                {"role":"assistant","tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":%s,"arguments":%s}}]}\
                                """
                                        .formatted(quoted(tool), quoted(json())))
                        .orElse("{\"role\":\"assistant\",\"content\":\"done\"}");
        return """
        data: {"id":"c_1","object":"chat.completion.chunk","created":1,"model":"scripted","choices":[{"index":0,"delta":%s,"finish_reason":null}]}

        data: {"id":"c_1","object":"chat.completion.chunk","created":1,"model":"scripted","choices":[{"index":0,"delta":{},"finish_reason":"%s"}],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}

        data: [DONE]

        """
                .formatted(delta, name.isPresent() ? "tool_calls" : "stop");
    }

    private String gemini(Optional<String> name) {
        String part =
                name.map(tool ->
                                """
                                {"functionCall":{"name":%s,"args":%s}}\
                                """
                                        .formatted(quoted(tool), json()))
                        .orElse("{\"text\":\"done\"}");
        return """
        {"candidates":[{"content":{"role":"model","parts":[%s]},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":1,"totalTokenCount":2},"modelVersion":"scripted"}\
        """
                .formatted(part);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
