package dev.countersign.mcp;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Reads one line of JSON-RPC 2.0. Pure; never throws on any input.
final class JsonRpcParser {
    /// The longest id that is given back, in characters.
    static final int MAXIMUM_ID_LENGTH = 1_000;

    private static final JsonNode NO_ID = JsonNodeFactory.instance.nullNode();

    private JsonRpcParser() {}

    static JsonRpcMessage parse(byte[] line) {
        String text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
        } catch (CharacterCodingException _) {
            return invalid(JsonRpcMessage.PARSE_ERROR, "the line is not UTF-8");
        }
        if (text.isBlank()) {
            return new JsonRpcMessage.Nothing();
        }
        try {
            return message(Json.parse(text));
        } catch (StreamConstraintsException _) {
            return invalid(
                    JsonRpcMessage.INVALID_REQUEST,
                    "the message is nested deeper than %d levels or holds too long a number or name"
                            .formatted(Json.MAXIMUM_NESTING));
        } catch (JacksonException failure) {
            return invalid(
                    JsonRpcMessage.PARSE_ERROR, "the line is not one JSON value" + place(failure));
        }
    }

    private static String place(JacksonException failure) {
        return failure.getLocation() == null || failure.getLocation().getColumnNr() < 1
                ? ""
                : " (column %d)".formatted(failure.getLocation().getColumnNr());
    }

    private static JsonRpcMessage message(JsonNode root) {
        if (root.isArray()) {
            return invalid(
                    JsonRpcMessage.INVALID_REQUEST,
                    "batches are not taken: send one message on each line");
        }
        if (!(root instanceof ObjectNode object)) {
            return invalid(JsonRpcMessage.INVALID_REQUEST, "a message must be a JSON object");
        }
        JsonNode idNode = object.get("id");
        Optional<JsonNode> id = Optional.ofNullable(idNode).filter(JsonRpcParser::isId);
        if (idNode != null && id.isEmpty()) {
            return invalid(
                    JsonRpcMessage.INVALID_REQUEST,
                    String.format(
                            Locale.ROOT,
                            "id must be a string (at most %,d characters) or an integer",
                            MAXIMUM_ID_LENGTH));
        }
        if (!"2.0".equals(text(object.get("jsonrpc")))) {
            return invalid(id, JsonRpcMessage.INVALID_REQUEST, "jsonrpc must be \"2.0\"");
        }
        if (!object.has("method")) {
            return response(object, id);
        }
        return call(object, id);
    }

    private static JsonRpcMessage call(ObjectNode object, Optional<JsonNode> id) {
        JsonNode method = object.get("method");
        if (!method.isString()) {
            return invalid(id, JsonRpcMessage.INVALID_REQUEST, "method must be a string");
        }
        JsonNode parameters = object.get("params");
        if (parameters != null && !parameters.isObject() && !parameters.isNull()) {
            return invalid(id, JsonRpcMessage.INVALID_PARAMETERS, "params must be an object");
        }
        ObjectNode named = parameters instanceof ObjectNode given ? given : Json.object();
        return id.isPresent()
                ? new JsonRpcMessage.Request(id.get(), method.stringValue(), named)
                : new JsonRpcMessage.Notification(method.stringValue(), named);
    }

    private static JsonRpcMessage response(ObjectNode object, Optional<JsonNode> id) {
        if (id.isPresent() && (object.has("result") || object.has("error"))) {
            return new JsonRpcMessage.Response(id.get(), object.path("result"));
        }
        return invalid(id, JsonRpcMessage.INVALID_REQUEST, "a message needs a method");
    }

    private static boolean isId(JsonNode id) {
        return id.isString()
                ? id.stringValue().length() <= MAXIMUM_ID_LENGTH
                : id.isIntegralNumber();
    }

    private static String text(JsonNode node) {
        return node != null && node.isString() ? node.stringValue() : "";
    }

    private static JsonRpcMessage invalid(int code, String message) {
        return new JsonRpcMessage.Invalid(NO_ID, code, message);
    }

    private static JsonRpcMessage invalid(Optional<JsonNode> id, int code, String message) {
        return new JsonRpcMessage.Invalid(id.orElse(NO_ID), code, message);
    }
}
