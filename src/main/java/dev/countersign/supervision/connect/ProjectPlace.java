package dev.countersign.supervision.connect;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A place in a project where its own configuration of an agent may lie, and what of it matters.
///
/// @param path below a folder of the project
/// @param kinds how the names of files end that are looked at in the folder `path` and those below
///   it; empty where `path` is a file
record ProjectPlace(String path, List<String> kinds, Look look, Harm harm) {
    /// What a person must think of.
    enum Harm {
        /// The agent's own shell may be open again.
        OPENS,
        /// Commands run that nobody sees here, whatever becomes of the agent's own shell.
        RUNS
    }

    /// What in a file matters.
    sealed interface Look {
        /// One of these keys of JSON.
        record Keys(List<List<String>> paths) implements Look {}

        /// A pattern in the value of a key of JSON.
        record Inside(String key, Pattern pattern) implements Look {}

        /// A pattern anywhere in the text; its first group is the name, else all of it.
        record Text(Pattern pattern) implements Look {}

        /// A pattern in the lines between `---` at the beginning of a text in Markdown.
        record Head(Pattern pattern) implements Look {}

        /// That there is such a file.
        ///
        /// @param words what it is
        record Presence(String words) implements Look {}
    }

    private static final Pattern HEAD =
            Pattern.compile(
                    "\\A\\uFEFF?---[ \\t]*\\R(.*?)^---[ \\t]*$",
                    Pattern.DOTALL | Pattern.MULTILINE);

    /// What means that a key says nothing.
    private static final Pattern NOTHING = Pattern.compile("false|null|\"\"|\\{\\s*\\}|\\[\\s*\\]");

    /// A file of JSON.
    ///
    /// @param keys each a path, its names parted by `/`
    static ProjectPlace json(Harm harm, String file, String... keys) {
        List<List<String>> paths =
                List.of(keys).stream().map(key -> List.of(key.split("/", -1))).toList();
        return new ProjectPlace(file, List.of(), new Look.Keys(paths), harm);
    }

    static ProjectPlace file(Harm harm, String file, Look look) {
        return new ProjectPlace(file, List.of(), look, harm);
    }

    /// All files of a kind in a folder and below it.
    static ProjectPlace folder(Harm harm, String folder, List<String> kinds, Look look) {
        return new ProjectPlace(folder, kinds, look, harm);
    }

    static Look text(String pattern) {
        return new Look.Text(Pattern.compile(pattern));
    }

    static Look head(String pattern) {
        return new Look.Head(Pattern.compile(pattern));
    }

    ProjectPlace {
        kinds = List.copyOf(kinds);
    }

    boolean isFolder() {
        return !kinds.isEmpty();
    }

    boolean takes(Path file) {
        return kinds.stream().anyMatch(kind -> file.toString().endsWith(kind));
    }

    /// What of this a text says, as a clause that follows the file's name; empty where it says
    /// nothing that matters.
    ///
    /// @throws ConfigurationText.Unreadable when it is not of its form
    Optional<String> says(String text) {
        return switch (look) {
            case Look.Keys(List<List<String>> paths) -> inJson(text, paths);
            case Look.Inside(String key, Pattern pattern) ->
                    JsoncText.of(text)
                            .value(List.of(key))
                            .flatMap(value -> found(pattern.matcher(value)));
            case Look.Text(Pattern pattern) -> found(pattern.matcher(text));
            case Look.Head(Pattern pattern) -> {
                Matcher head = HEAD.matcher(text);
                yield head.find() ? found(pattern.matcher(head.group(1))) : Optional.empty();
            }
            case Look.Presence(String words) -> Optional.of("is " + words);
        };
    }

    private static Optional<String> found(Matcher matcher) {
        return matcher.find()
                ? Optional.of("says '" + matcher.group(matcher.groupCount()) + "'")
                : Optional.empty();
    }

    /// What opens goes before the person's even where it is empty; what runs then runs nothing.
    private Optional<String> inJson(String text, List<List<String>> paths) {
        JsoncText json = JsoncText.of(text);
        return paths.stream()
                .filter(path -> json.value(path).filter(this::matters).isPresent())
                .findFirst()
                .map(path -> "says '" + String.join(".", path) + "'");
    }

    private boolean matters(String value) {
        return switch (harm) {
            case OPENS -> !value.equals("false");
            case RUNS -> !NOTHING.matcher(value).matches();
        };
    }
}
