package dev.countersign.mcp;

import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// How a request came: with a version of its own, as the protocol has it since 2026-07-28, or within
/// a session that was initialized.
///
/// @param version what the request says; empty within a session
/// @param client who it says it is
/// @param takesTasks whether it may be answered by a task
record StatelessForm(Optional<String> version, Optional<JsonNode> client, boolean takesTasks) {
    /// From the protocol's schema of 2026-07-28.
    private static final int UNSUPPORTED_PROTOCOL_VERSION = -32022;

    private static final String PREFIX = "io.modelcontextprotocol/";
    private static final String TASKS = PREFIX + "tasks";
    private static final long DISCOVERY_FRESH_MILLISECONDS = 3_600_000;
    private static final int MAXIMUM_VERSION_LENGTH = 40;

    static StatelessForm of(JsonNode parameters) {
        JsonNode meta = parameters.path("_meta");
        JsonNode version = meta.path(PREFIX + "protocolVersion");
        if (!version.isString()) {
            return new StatelessForm(Optional.empty(), Optional.empty(), false);
        }
        boolean tasks =
                meta.path(PREFIX + "clientCapabilities")
                        .path("extensions")
                        .path(TASKS)
                        .isObject();
        JsonNode client = meta.path(PREFIX + "clientInfo");
        return new StatelessForm(
                Optional.of(version.stringValue()),
                client.isObject() ? Optional.of(client) : Optional.empty(),
                tasks);
    }

    boolean isStateless() {
        return version.isPresent();
    }

    boolean isUnknownVersion() {
        return version.filter(asked -> !asked.equals(ProtocolVersion.STATELESS)).isPresent();
    }

    ObjectNode unknownVersion() {
        ObjectNode error = Json.object();
        error.put("code", UNSUPPORTED_PROTOCOL_VERSION);
        error.put("message", "this version of the protocol is not spoken here");
        ObjectNode data = error.putObject("data");
        versions(data.putArray("supported"));
        String asked = version.orElse("");
        data.put(
                "requested",
                asked.substring(0, Math.min(asked.length(), MAXIMUM_VERSION_LENGTH)));
        return error;
    }

    private static void versions(ArrayNode array) {
        ProtocolVersion.all().forEach(array::add);
    }

    /// What the server is and can do.
    static ObjectNode discovery(String version) {
        ObjectNode result = Json.object();
        versions(result.putArray("supportedVersions"));
        ObjectNode capabilities = result.putObject("capabilities");
        capabilities.putObject("tools");
        capabilities.putObject("extensions").putObject(TASKS);
        result.set("serverInfo", server(version));
        result.put("instructions", ToolCatalog.INSTRUCTIONS);
        result.put("ttlMs", DISCOVERY_FRESH_MILLISECONDS);
        result.put("cacheScope", "private");
        return result;
    }

    private static ObjectNode server(String version) {
        return Json.object()
                .put("name", "countersign")
                .put("title", "Countersign")
                .put("version", version);
    }

    /// A list that a client may keep: ours is another in each workspace.
    ObjectNode cacheable(ObjectNode result) {
        if (isStateless()) {
            result.put("ttlMs", 0).put("cacheScope", "private");
        }
        return result;
    }

    /// A result as this form wants it.
    ObjectNode complete(ObjectNode result) {
        if (isStateless() && !result.has("resultType")) {
            result.put("resultType", "complete");
        }
        return result;
    }

    /// As [#complete(ObjectNode)], saying who answers.
    ///
    /// @param server the console's version
    ObjectNode complete(ObjectNode result, String server) {
        if (isStateless()) {
            result.putObject("_meta").set(PREFIX + "serverInfo", server(server));
        }
        return complete(result);
    }
}
