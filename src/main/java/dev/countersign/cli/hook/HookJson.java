package dev.countersign.cli.hook;

import java.io.StringWriter;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// JSON to a tree and back without Jackson's mapper, whose start takes longer than all else that a
/// hook does. Strict: a name that comes twice, or anything behind the value, is refused. Pure.
final class HookJson {
    /// How deep values may stand in each other.
    static final int MAXIMUM_DEPTH = 200;

    private static final JsonFactory FACTORY =
            JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private HookJson() {}

    /// @throws IllegalArgumentException when the text is no JSON, or nests too deep
    static JsonNode read(String text) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw new IllegalArgumentException("there is no JSON");
            }
            JsonNode value = value(parser, 0);
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("something follows the JSON");
            }
            return value;
        } catch (JacksonException refusal) {
            throw new IllegalArgumentException(refusal.getOriginalMessage(), refusal);
        }
    }

    private static JsonNode value(JsonParser parser, int depth) {
        if (depth > MAXIMUM_DEPTH) {
            throw new IllegalArgumentException("the JSON nests too deep");
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser, depth);
            case START_ARRAY -> array(parser, depth);
            case VALUE_STRING -> NODES.stringNode(parser.getString());
            case VALUE_NUMBER_INT -> NODES.numberNode(parser.getBigIntegerValue());
            case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDecimalValue());
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NULL -> NODES.nullNode();
            case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                    throw new IllegalArgumentException("the JSON is broken");
        };
    }

    private static ObjectNode object(JsonParser parser, int depth) {
        ObjectNode object = NODES.objectNode();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            object.set(name, value(parser, depth + 1));
        }
        return object;
    }

    private static ArrayNode array(JsonParser parser, int depth) {
        ArrayNode array = NODES.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(parser, depth + 1));
        }
        return array;
    }

    static String write(JsonNode node) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            write(generator, node);
        }
        return text.toString();
    }

    private static void write(JsonGenerator generator, JsonNode node) {
        switch (node.getNodeType()) {
            case OBJECT -> {
                generator.writeStartObject();
                for (Map.Entry<String, JsonNode> member : node.properties()) {
                    generator.writeName(member.getKey());
                    write(generator, member.getValue());
                }
                generator.writeEndObject();
            }
            case ARRAY -> {
                generator.writeStartArray();
                for (JsonNode element : node) {
                    write(generator, element);
                }
                generator.writeEndArray();
            }
            case STRING -> generator.writeString(node.stringValue());
            case BOOLEAN -> generator.writeBoolean(node.booleanValue());
            case NUMBER -> {
                if (node.isIntegralNumber()) {
                    generator.writeNumber(node.bigIntegerValue());
                } else {
                    generator.writeNumber(node.decimalValue());
                }
            }
            case NULL, MISSING, BINARY, POJO -> generator.writeNull();
        }
    }
}
