package dev.countersign.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Holds a text against the documentation of asciicast versions 2 and 3, more strictly than a
/// player does: nothing may stand in it that the documentation does not name.
public final class CastChecker {
    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    private static final Map<String, Predicate<JsonNode>> SECOND =
            Map.of(
                    "version", JsonNode::isInt,
                    "width", CastChecker::isSize,
                    "height", CastChecker::isSize,
                    "timestamp", JsonNode::isIntegralNumber,
                    "duration", CastChecker::isTime,
                    "idle_time_limit", CastChecker::isTime,
                    "command", JsonNode::isString,
                    "title", JsonNode::isString,
                    "env", CastChecker::isTexts,
                    "theme", JsonNode::isObject);

    private static final Map<String, Predicate<JsonNode>> THIRD =
            Map.of(
                    "version", JsonNode::isInt,
                    "term", CastChecker::isTerminal,
                    "timestamp", JsonNode::isIntegralNumber,
                    "idle_time_limit", CastChecker::isTime,
                    "command", JsonNode::isString,
                    "title", JsonNode::isString,
                    "env", CastChecker::isTexts,
                    "tags", JsonNode::isArray);

    private CastChecker() {}

    /// Fails where it is not valid. Returns how long it plays, in seconds.
    public static double check(String cast) {
        assertTrue(cast.endsWith("\n"), "the last line is not ended");
        List<String> lines = cast.lines().toList();
        JsonNode header = JSON.readTree(lines.getFirst());
        int version = header.path("version").asInt();
        assertTrue(version == 2 || version == 3, "version " + version);
        checkHeader(header, version == 2 ? SECOND : THIRD);
        for (String name : version == 2 ? List.of("width", "height") : List.of("term")) {
            assertTrue(header.has(name), "the header has no " + name);
        }
        BigDecimal time = BigDecimal.ZERO;
        boolean over = false;
        for (String line : lines.subList(1, lines.size())) {
            assertTrue(!over, "something follows the exit: " + line);
            JsonNode event = JSON.readTree(line);
            checkEvent(event, line, version);
            BigDecimal told = event.get(0).decimalValue();
            assertTrue(version == 3 || told.compareTo(time) >= 0, "back in time: " + line);
            time = version == 3 ? time.add(told) : told;
            over = event.get(1).asString().equals("x");
        }
        return time.doubleValue();
    }

    private static void checkHeader(JsonNode header, Map<String, Predicate<JsonNode>> known) {
        assertTrue(header.isObject(), "the header is no object");
        header.properties()
                .forEach(field -> {
                    Predicate<JsonNode> form = known.get(field.getKey());
                    assertTrue(form != null, "unknown in the header: " + field.getKey());
                    assertTrue(form.test(field.getValue()), "wrong in the header: " + field);
                });
    }

    private static void checkEvent(JsonNode event, String line, int version) {
        assertTrue(event.isArray() && event.size() == 3, line);
        assertTrue(isTime(event.get(0)), line);
        assertTrue(event.get(1).isString() && event.get(2).isString(), line);
        String text = event.get(2).asString();
        switch (event.get(1).asString()) {
            case "o", "i", "m" -> {}
            case "r" -> assertTrue(text.matches("[1-9]\\d*x[1-9]\\d*"), line);
            case "x" -> {
                assertEquals(3, version, line);
                assertTrue(text.matches("\\d+"), line);
            }
            default -> throw new AssertionError("unknown event: " + line);
        }
    }

    private static boolean isSize(JsonNode node) {
        return node.isInt() && node.asInt() > 0;
    }

    private static boolean isTime(JsonNode node) {
        return node.isNumber() && node.asDouble() >= 0;
    }

    private static boolean isTexts(JsonNode node) {
        return node.isObject()
                && node.properties().stream().allMatch(field -> field.getValue().isString());
    }

    private static boolean isTerminal(JsonNode node) {
        return node.isObject()
                && isSize(node.path("cols"))
                && isSize(node.path("rows"))
                && node.properties().stream()
                        .allMatch(field ->
                                Set.of("cols", "rows", "type", "version", "theme")
                                        .contains(field.getKey()));
    }
}
