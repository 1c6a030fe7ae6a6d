package dev.countersign.mcp;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// One line of JSON-RPC 2.0, checked in form but not in meaning.
sealed interface JsonRpcMessage {
    int PARSE_ERROR = -32_700;
    int INVALID_REQUEST = -32_600;
    int METHOD_NOT_FOUND = -32_601;
    int INVALID_PARAMETERS = -32_602;
    int INTERNAL_ERROR = -32_603;

    /// Our own: the limit of something is reached.
    int LIMIT_REACHED = -32_000;

    /// Wants an answer.
    ///
    /// @param id a string or an integer, as the peer wrote it
    record Request(JsonNode id, String method, ObjectNode parameters) implements JsonRpcMessage {}

    /// Wants none and gets none.
    record Notification(String method, ObjectNode parameters) implements JsonRpcMessage {}

    /// Answers something that we asked.
    ///
    /// @param result missing when the answer is an error
    record Response(JsonNode id, JsonNode result) implements JsonRpcMessage {}

    /// Cannot be understood.
    ///
    /// @param id the peer's, or JSON null where none can be told
    record Invalid(JsonNode id, int code, String message) implements JsonRpcMessage {}

    /// An empty line.
    record Nothing() implements JsonRpcMessage {}
}
