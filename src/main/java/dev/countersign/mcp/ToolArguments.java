package dev.countersign.mcp;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The arguments of one tool call, read one by one. JSON null counts as not given: models send it
/// for what they leave out.
final class ToolArguments {
    /// How much of a peer's own text stands in an error message, in characters.
    private static final int MAXIMUM_QUOTE = 60;

    /// An argument is not as it must be.
    static final class InvalidArgument extends Exception {
        private static final long serialVersionUID = 1L;

        InvalidArgument(String message) {
            super(message);
        }

        /// The sentence for the agent.
        String words() {
            return String.valueOf(getMessage());
        }
    }

    private final Map<String, JsonNode> given = new LinkedHashMap<>();

    private ToolArguments(ObjectNode arguments) {
        arguments
                .properties()
                .forEach(entry -> {
                    if (!entry.getValue().isNull()) {
                        given.put(entry.getKey(), entry.getValue());
                    }
                });
    }

    /// @param arguments as they came: an object, or nothing
    /// @param known the names that may be given
    static ToolArguments of(JsonNode arguments, Collection<String> known) throws InvalidArgument {
        if (arguments.isMissingNode() || arguments.isNull()) {
            return new ToolArguments(Json.object());
        }
        if (!(arguments instanceof ObjectNode object)) {
            throw new InvalidArgument("arguments must be an object");
        }
        for (String name : object.propertyNames()) {
            if (!known.contains(name)) {
                throw new InvalidArgument(
                        "unknown argument '%s'; known are: %s"
                                .formatted(quote(name), String.join(", ", known)));
            }
        }
        return new ToolArguments(object);
    }

    /// A peer's text made fit for a message: one line, no control characters, not long.
    static String quote(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints()
                .limit(MAXIMUM_QUOTE)
                .map(point -> isShown(point) ? point : '\uFFFD')
                .forEach(shown::appendCodePoint);
        return text.codePointCount(0, text.length()) > MAXIMUM_QUOTE
                ? shown.append('…').toString()
                : shown.toString();
    }

    private static boolean isShown(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    false;
            default -> true;
        };
    }

    boolean has(String name) {
        return given.containsKey(name);
    }

    Collection<String> names() {
        return given.keySet();
    }

    Optional<String> text(String name) throws InvalidArgument {
        JsonNode value = given.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (!value.isString()) {
            throw new InvalidArgument("%s must be a string, not %s".formatted(name, kind(value)));
        }
        return Optional.of(value.stringValue());
    }

    /// A text that the system must be able to take as it is: no NUL, nothing that UTF-8 cannot
    /// hold.
    Optional<String> systemText(String name, int maximumLength) throws InvalidArgument {
        Optional<String> text = text(name);
        if (text.isPresent()) {
            checkSystemText(name, text.get(), maximumLength);
        }
        return text;
    }

    static void checkSystemText(String name, String text, int maximumLength)
            throws InvalidArgument {
        if (text.length() > maximumLength) {
            throw new InvalidArgument(
                    String.format(
                            Locale.ROOT,
                            "%s is %,d characters long, the limit is %,d",
                            name,
                            text.length(),
                            maximumLength));
        }
        if (text.indexOf('\0') >= 0) {
            throw new InvalidArgument(name + " must not contain a NUL character");
        }
        if (text.codePoints().anyMatch(point -> point >= 0xD800 && point <= 0xDFFF)) {
            throw new InvalidArgument(name + " is not valid Unicode: it has a lone surrogate");
        }
    }

    Optional<Boolean> flag(String name) throws InvalidArgument {
        JsonNode value = given.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (!value.isBoolean()) {
            throw new InvalidArgument(
                    "%s must be true or false, not %s".formatted(name, kind(value)));
        }
        return Optional.of(value.booleanValue());
    }

    OptionalLong integer(String name, long least, long most) throws InvalidArgument {
        JsonNode value = given.get(name);
        if (value == null) {
            return OptionalLong.empty();
        }
        if (!value.isNumber()) {
            throw new InvalidArgument("%s must be an integer, not %s".formatted(name, kind(value)));
        }
        BigDecimal number = value.decimalValue();
        // Compared before it is expanded: 1e999999999 is short to write and long to work out.
        if (number.compareTo(BigDecimal.valueOf(least)) < 0
                || number.compareTo(BigDecimal.valueOf(most)) > 0) {
            throw new InvalidArgument(
                    String.format(
                            Locale.ROOT,
                            "%s must be from %,d to %,d, not %s",
                            name,
                            least,
                            most,
                            quote(number.toString())));
        }
        try {
            return OptionalLong.of(number.longValueExact());
        } catch (ArithmeticException _) {
            throw new InvalidArgument(
                    "%s must be an integer, not %s".formatted(name, quote(number.toString())));
        }
    }

    Optional<JsonNode> node(String name) {
        return Optional.ofNullable(given.get(name));
    }

    static String kind(JsonNode value) {
        return switch (value.getNodeType()) {
            case ARRAY -> "an array";
            case BOOLEAN -> "a boolean";
            case NUMBER -> "a number";
            case OBJECT -> "an object";
            case STRING -> "a string";
            case NULL, MISSING -> "nothing";
            case BINARY, POJO -> "something else";
        };
    }
}
