package dev.countersign.settings;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/// A JSON text as a tree in which everything knows its line, so that a refusal can name it.
///
/// Strict: one value, no comments, no key twice in an object.
public sealed interface LocatedJson {
    /// How deep values may be nested.
    int MAXIMUM_DEPTH = 64;

    /// Where the value begins.
    Place place();

    /// What it is, for sentences: 'an object'.
    String kind();

    /// A place in a text. Both are counted from 1, the column in UTF-16 units.
    record Place(int line, int column) {
        public static final Place START = new Place(1, 1);
    }

    /// One key of an object with its value.
    record Member(Place place, String name, LocatedJson value) {}

    /// `{…}`, in the order of the text.
    record Fields(Place place, List<Member> members) implements LocatedJson {
        public Fields {
            members = List.copyOf(members);
        }

        public Optional<LocatedJson> value(String name) {
            return members.stream()
                    .filter(member -> member.name().equals(name))
                    .map(Member::value)
                    .findFirst();
        }

        @Override
        public String kind() {
            return "an object";
        }
    }

    /// `[…]`
    record Items(Place place, List<LocatedJson> items) implements LocatedJson {
        public Items {
            items = List.copyOf(items);
        }

        @Override
        public String kind() {
            return "a list";
        }
    }

    /// `"…"`
    record Text(Place place, String value) implements LocatedJson {
        @Override
        public String kind() {
            return "a text";
        }
    }

    /// A number as it was written.
    record Figure(Place place, String literal) implements LocatedJson {
        @Override
        public String kind() {
            return "a number";
        }
    }

    /// `true` or `false`
    record Truth(Place place, boolean value) implements LocatedJson {
        @Override
        public String kind() {
            return value ? "true" : "false";
        }
    }

    /// `null`
    record Nothing(Place place) implements LocatedJson {
        @Override
        public String kind() {
            return "null";
        }
    }

    /// Reads one JSON value.
    ///
    /// @throws ConfigurationException names the first thing that is wrong
    static LocatedJson parse(String text) throws ConfigurationException {
        return Parsing.parse(text);
    }

    /// This value as an object.
    ///
    /// @param what names the value in the refusal: 'permissions.json'
    default Fields asFields(String what) throws ConfigurationException {
        if (this instanceof Fields fields) {
            return fields;
        }
        throw new ConfigurationException(
                place(), "%s must be an object in braces, not %s".formatted(what, kind()));
    }

    /// This value as a list.
    default List<LocatedJson> asItems(String what) throws ConfigurationException {
        if (this instanceof Items(Place _, List<LocatedJson> items)) {
            return items;
        }
        throw new ConfigurationException(
                place(), "%s must be a list in brackets, not %s".formatted(what, kind()));
    }

    /// This value as a text.
    default String asText(String what) throws ConfigurationException {
        if (this instanceof Text(Place _, String value)) {
            return value;
        }
        throw new ConfigurationException(
                place(), "%s must be a text in quotation marks, not %s".formatted(what, kind()));
    }

    /// Turns Jackson's tokens into the tree.
    final class Parsing {
        private static final JsonFactory FACTORY =
                JsonFactory.builder()
                        .enable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                        .streamReadConstraints(
                                StreamReadConstraints.builder()
                                        .maxNestingDepth(2 * MAXIMUM_DEPTH)
                                        .build())
                        .build();

        private final JsonParser parser;
        private int depth;

        private Parsing(JsonParser parser) {
            this.parser = parser;
        }

        private static LocatedJson parse(String text) throws ConfigurationException {
            String withoutMark = text.startsWith("\uFEFF") ? text.substring(1) : text;
            try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), withoutMark)) {
                return new Parsing(parser).wholeText();
            } catch (JacksonException failure) {
                throw new ConfigurationException(
                        Optional.ofNullable(failure.getLocation())
                                .map(Parsing::place)
                                .orElse(Place.START),
                        "this is not valid JSON: " + failure.getOriginalMessage());
            }
        }

        private LocatedJson wholeText() throws ConfigurationException {
            if (parser.nextToken() == null) {
                throw new ConfigurationException(Place.START, "there is nothing in it");
            }
            LocatedJson value = value();
            if (parser.nextToken() != null) {
                throw new ConfigurationException(
                        here(), "something follows behind the end of the JSON value");
            }
            return value;
        }

        private LocatedJson value() throws ConfigurationException {
            JsonToken token = parser.currentToken();
            Place place = here();
            if (depth > MAXIMUM_DEPTH) {
                throw new ConfigurationException(
                        place, "values are nested more than %d deep".formatted(MAXIMUM_DEPTH));
            }
            if (token == JsonToken.START_OBJECT) {
                return fields(place);
            }
            if (token == JsonToken.START_ARRAY) {
                return items(place);
            }
            if (token == JsonToken.VALUE_STRING) {
                return new Text(place, parser.getString());
            }
            if (token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE) {
                return new Truth(place, token == JsonToken.VALUE_TRUE);
            }
            if (token == JsonToken.VALUE_NULL) {
                return new Nothing(place);
            }
            return new Figure(place, parser.getString());
        }

        private Fields fields(Place place) throws ConfigurationException {
            depth++;
            List<Member> members = new ArrayList<>();
            Map<String, Place> seen = new HashMap<>();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                Place keyPlace = here();
                String name = parser.currentName();
                Place earlier = seen.put(name, keyPlace);
                if (earlier != null) {
                    throw new ConfigurationException(
                            keyPlace,
                            "the key \"%s\" stands here for the second time, the first is in line %d"
                                    .formatted(name, earlier.line()));
                }
                parser.nextToken();
                members.add(new Member(keyPlace, name, value()));
            }
            depth--;
            return new Fields(place, members);
        }

        private Items items(Place place) throws ConfigurationException {
            depth++;
            List<LocatedJson> items = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                items.add(value());
            }
            depth--;
            return new Items(place, items);
        }

        private Place here() {
            return place(parser.currentTokenLocation());
        }

        private static Place place(TokenStreamLocation location) {
            return new Place(
                    Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
        }
    }
}
