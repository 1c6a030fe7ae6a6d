package dev.countersign.supervision.connect;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// JSON with comments and trailing commas, as the agents' settings files are. Immutable.
///
/// A small reader of its own, because what is written back must be the person's text and not a
/// rendering of its meaning.
final class JsoncText implements ConfigurationText {
    /// The largest text that is read, in characters.
    static final int MAXIMUM_LENGTH = 16 << 20;

    private static final int MAXIMUM_DEPTH = 200;
    private static final String INDENT = "  ";

    private final String text;

    private JsoncText(String text) {
        this.text = text;
    }

    /// @throws Unreadable when the text is no JSON object
    static JsoncText of(String text) {
        String given = text.isBlank() ? "{\n}\n" : text;
        if (given.length() > MAXIMUM_LENGTH) {
            throw new Unreadable("it is longer than 16 MiB");
        }
        JsoncText read = new JsoncText(given);
        if (read.root().kind() != '{') {
            throw new Unreadable("it does not hold a JSON object");
        }
        return read;
    }

    @Override
    public String text() {
        return text;
    }

    /// A value with its place in the text.
    ///
    /// @param kind `{`, `[`, or anything else for a scalar
    /// @param names of the members of an object, as many as children
    private record Node(char kind, int start, int end, List<String> names, List<Node> children) {
        Optional<Node> member(String name) {
            int place = names.lastIndexOf(name);
            return place < 0 ? Optional.empty() : Optional.of(children.get(place));
        }
    }

    private Node root() {
        Reader reader = new Reader(text);
        reader.skipBlank();
        Node node = reader.value(0);
        reader.skipBlank();
        if (!reader.atEnd()) {
            throw reader.unreadable("something follows the end");
        }
        return node;
    }

    private Optional<Node> find(List<String> path) {
        Optional<Node> node = Optional.of(root());
        for (String name : path) {
            node = node.filter(one -> one.kind() == '{').flatMap(one -> one.member(name));
        }
        return node;
    }

    @Override
    public Optional<String> value(List<String> path) {
        return find(path).map(node -> text.substring(node.start(), node.end()));
    }

    /// The place of the first element of a list whose text has a part; -1 where there is none.
    int place(List<String> path, String part) {
        List<Node> elements = find(path).map(Node::children).orElse(List.of());
        for (int i = 0; i < elements.size(); i++) {
            if (text.substring(elements.get(i).start(), elements.get(i).end()).contains(part)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public JsoncText with(List<String> path, String value) {
        Optional<Node> present = find(path);
        if (present.isPresent()) {
            return replaced(present.get().start(), present.get().end(), value);
        }
        List<String> parent = path.subList(0, path.size() - 1);
        Optional<Node> object = find(parent);
        if (object.isEmpty()) {
            return with(parent, "{}").with(path, value);
        }
        if (object.get().kind() != '{') {
            throw new Unreadable("'%s' is not an object there".formatted(String.join(".", parent)));
        }
        return inserted(object.get(), parent.size(), quoted(path.getLast()) + ": " + value);
    }

    @Override
    public JsoncText withElement(List<String> path, String element) {
        Optional<Node> list = find(path);
        if (list.isEmpty()) {
            return with(path, "[\n]").withElement(path, element);
        }
        if (list.get().kind() != '[') {
            throw new Unreadable("'%s' is not a list there".formatted(String.join(".", path)));
        }
        boolean has = list.get().children().stream().anyMatch(child -> isSame(child, element));
        return has ? this : inserted(list.get(), path.size(), element);
    }

    private boolean isSame(Node node, String value) {
        return compact(text.substring(node.start(), node.end())).equals(compact(value));
    }

    /// Without the blanks and comments that mean nothing.
    private static String compact(String json) {
        StringBuilder compact = new StringBuilder();
        Reader reader = new Reader(json);
        reader.skipBlank();
        while (!reader.atEnd()) {
            int start = reader.place;
            if (reader.peek() == '"') {
                reader.string();
            } else {
                reader.place++;
            }
            compact.append(json, start, reader.place);
            reader.skipBlank();
        }
        return compact.toString();
    }

    /// Puts something at the end of an object or a list.
    private JsoncText inserted(Node container, int depth, String member) {
        String inner = INDENT.repeat(depth + 1);
        String outer = INDENT.repeat(depth);
        String shown = member.replace("\n", "\n" + inner);
        if (container.children().isEmpty()) {
            String open = text.substring(container.start(), container.start() + 1);
            String between = text.substring(container.start() + 1, container.end() - 1);
            String kept = between.isBlank() ? "" : between.stripTrailing();
            return replaced(
                    container.start(),
                    container.end(),
                    open
                            + kept
                            + "\n"
                            + inner
                            + shown
                            + "\n"
                            + outer
                            + (container.kind() == '{' ? "}" : "]"));
        }
        int last = container.children().getLast().end();
        Reader after = new Reader(text);
        after.place = last;
        after.skipBlank();
        boolean comma = after.peek() == ',';
        int place = comma ? after.place + 1 : last;
        return replaced(place, place, (comma ? "" : ",") + "\n" + inner + shown);
    }

    @Override
    public JsoncText without(List<String> path) {
        Optional<Node> present = find(path);
        if (present.isEmpty()) {
            return this;
        }
        List<String> parent = path.subList(0, path.size() - 1);
        Node object = find(parent).orElseThrow();
        int place = object.names().lastIndexOf(path.getLast());
        JsoncText left = removed(object, place);
        boolean empty = left.find(parent).filter(node -> node.children().isEmpty()).isPresent();
        return empty && !parent.isEmpty() ? left.without(parent) : left;
    }

    @Override
    public JsoncText withoutElement(List<String> path, String element) {
        Optional<Node> list = find(path).filter(node -> node.kind() == '[');
        if (list.isEmpty()) {
            return this;
        }
        for (int i = 0; i < list.get().children().size(); i++) {
            if (isSame(list.get().children().get(i), element)) {
                JsoncText left = removed(list.get(), i);
                boolean empty =
                        left.find(path).filter(node -> node.children().isEmpty()).isPresent();
                return empty ? left.without(path) : left;
            }
        }
        return this;
    }

    /// Takes a child out, with the comma that parts it from its neighbour and the line it stood on.
    private JsoncText removed(Node container, int place) {
        List<Node> children = container.children();
        boolean last = place == children.size() - 1;
        int from = place == 0 ? container.start() + 1 : endWithComma(children.get(place - 1));
        int to = last ? children.get(place).end() : endWithComma(children.get(place));
        if (last && place > 0) {
            from = children.get(place - 1).end();
        }
        String kept = commentsOf(text.substring(from, memberStart(container, place)));
        return replaced(from, to, kept);
    }

    private int memberStart(Node container, int place) {
        Reader reader = new Reader(text);
        reader.place =
                place == 0
                        ? container.start() + 1
                        : endWithComma(container.children().get(place - 1));
        reader.skipBlank();
        return reader.place;
    }

    /// What a person wrote before the member stays.
    private static String commentsOf(String between) {
        String comments = between.strip();
        boolean only = comments.startsWith("//") || comments.startsWith("/*");
        return only ? "\n" + between.stripTrailing().replaceFirst("^\\n", "") : "";
    }

    private int endWithComma(Node node) {
        Reader reader = new Reader(text);
        reader.place = node.end();
        reader.skipBlank();
        return reader.peek() == ',' ? reader.place + 1 : node.end();
    }

    private JsoncText replaced(int start, int end, String with) {
        return new JsoncText(text.substring(0, start) + with + text.substring(end));
    }

    /// A text as a JSON string, which is one of TOML, too.
    static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            switch (unit) {
                case '"', '\\' -> json.append('\\').append(unit);
                case '\n' -> json.append("\\n");
                case '\t' -> json.append("\\t");
                default -> {
                    if (unit < 0x20 || unit == 0x7f) {
                        json.append("\\u%04x".formatted((int) unit));
                    } else {
                        json.append(unit);
                    }
                }
            }
        }
        return json.append('"').toString();
    }

    /// Reads the text once from its start.
    private static final class Reader {
        private final String text;
        private int place;

        Reader(String text) {
            this.text = text;
        }

        boolean atEnd() {
            return place >= text.length();
        }

        /// NUL at the end.
        char peek() {
            return atEnd() ? 0 : text.charAt(place);
        }

        void skipBlank() {
            while (!atEnd()) {
                char unit = peek();
                if (Character.isWhitespace(unit) || unit == '\uFEFF') {
                    place++;
                } else if (text.startsWith("//", place)) {
                    int end = text.indexOf('\n', place);
                    place = end < 0 ? text.length() : end;
                } else if (text.startsWith("/*", place)) {
                    int end = text.indexOf("*/", place + 2);
                    if (end < 0) {
                        throw unreadable("a comment has no end");
                    }
                    place = end + 2;
                } else {
                    return;
                }
            }
        }

        Node value(int depth) {
            if (depth > MAXIMUM_DEPTH) {
                throw unreadable("it is nested too deeply");
            }
            return switch (peek()) {
                case '{' -> container(depth, '}');
                case '[' -> container(depth, ']');
                case '"' -> {
                    int start = place;
                    string();
                    yield new Node('"', start, place, List.of(), List.of());
                }
                default -> scalar();
            };
        }

        private Node container(int depth, char closing) {
            int start = place;
            char kind = peek();
            List<String> names = new ArrayList<>();
            List<Node> children = new ArrayList<>();
            place++;
            skipBlank();
            while (peek() != closing) {
                if (kind == '{') {
                    names.add(name());
                }
                children.add(value(depth + 1));
                skipBlank();
                if (peek() == ',') {
                    place++;
                    skipBlank();
                } else if (peek() != closing) {
                    throw unreadable("a comma or '%s' is missing".formatted(closing));
                }
            }
            place++;
            return new Node(kind, start, place, names, children);
        }

        private String name() {
            if (peek() != '"') {
                throw unreadable("a name in quotes is missing");
            }
            String name = string();
            skipBlank();
            if (peek() != ':') {
                throw unreadable("a colon is missing");
            }
            place++;
            skipBlank();
            return name;
        }

        private String string() {
            int start = place;
            place++;
            while (!atEnd() && peek() != '"') {
                place += peek() == '\\' ? 2 : 1;
            }
            if (atEnd()) {
                throw unreadable("a string has no end");
            }
            place++;
            return unescaped(text.substring(start + 1, place - 1));
        }

        /// Good enough for the names of settings, which hold no other escapes.
        private static String unescaped(String raw) {
            return raw.replace("\\\"", "\"").replace("\\/", "/").replace("\\\\", "\\");
        }

        private Node scalar() {
            int start = place;
            while (!atEnd() && (Character.isLetterOrDigit(peek()) || "+-.".indexOf(peek()) >= 0)) {
                place++;
            }
            if (place == start) {
                throw unreadable("a value is missing");
            }
            return new Node('x', start, place, List.of(), List.of());
        }

        Unreadable unreadable(String what) {
            long line = text.substring(0, Math.min(place, text.length())).lines().count();
            return new Unreadable("line %d: %s".formatted(Math.max(1, line), what));
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JsoncText that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return Objects.hash(text);
    }
}
