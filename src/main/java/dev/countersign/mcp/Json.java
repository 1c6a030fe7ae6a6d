package dev.countersign.mcp;

import java.nio.charset.StandardCharsets;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// JSON as it is read from peers and written to them.
final class Json {
    /// How deep a message may nest objects and arrays.
    static final int MAXIMUM_NESTING = 64;

    private static final int MAXIMUM_NUMBER_LENGTH = 100;

    /// Two members of one name are refused: what one reader takes for the command must not be
    /// another text than what the next one takes.
    private static final JsonMapper MAPPER =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .streamReadConstraints(
                                            StreamReadConstraints.builder()
                                                    .maxNestingDepth(MAXIMUM_NESTING)
                                                    .maxNumberLength(MAXIMUM_NUMBER_LENGTH)
                                                    .maxStringLength(LineFramer.LARGEST_LIMIT_BYTES)
                                                    .build())
                                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                                    .build())
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .build();

    private Json() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /// @throws tools.jackson.core.JacksonException when the text is not one JSON value within the
    ///   limits
    static JsonNode parse(String text) {
        return MAPPER.readTree(text);
    }

    /// One line, with its newline.
    static byte[] line(JsonNode message) {
        // Written as characters first: the writer of bytes throws on half a surrogate pair, which
        // a peer may have put into an id that it gets back.
        return (MAPPER.writeValueAsString(message) + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
