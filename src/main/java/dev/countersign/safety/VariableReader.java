package dev.countersign.safety;

import dev.countersign.shell.Word;
import dev.countersign.shell.WordPart;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// What `$x` and the forms of `${x…}` expand to, as far as the script itself says so. Confined to
/// one assessment.
final class VariableReader {
    /// Stands for what `mktemp` makes.
    static final String TEMPORARY = "/tmp/tmp.XXXXXXXXXX";

    private static final Set<String> NUMBERS =
            Set.of(
                    "?",
                    "#",
                    "$",
                    "!",
                    "RANDOM",
                    "SECONDS",
                    "LINENO",
                    "UID",
                    "EUID",
                    "PPID",
                    "BASHPID",
                    "EPOCHSECONDS");
    // One transformation after the other could double a text each time.
    private static final int LONGEST = 10_000;

    private final ScriptWalk walk;

    VariableReader(ScriptWalk walk) {
        this.walk = walk;
    }

    ScriptValue value(WordPart.Parameter parameter) {
        Optional<Word> operand = parameter.operand();
        ScriptValue given = operand.map(this::operand).orElse(ScriptValue.UNKNOWN);
        parameter.subscript().ifPresent(index -> index.parts().forEach(walk::substitutions));
        if (runsItsValue(parameter)) {
            walk.unclear(
                    parameter, "An expansion by which a text that it holds can run a command.");
        }
        if (parameter.subscript().isPresent()) {
            return ScriptValue.UNKNOWN;
        }
        return switch (parameter.access()) {
            case VALUE -> operated(parameter, base(parameter.name()), given);
            case LENGTH -> ScriptValue.place("0");
            case INDIRECT ->
                    parameter.operator().isEmpty()
                            ? base(parameter.name())
                                    .text()
                                    .map(this::base)
                                    .orElse(ScriptValue.UNKNOWN)
                            : ScriptValue.UNKNOWN;
            case NAMES -> ScriptValue.UNKNOWN;
        };
    }

    /// `${x@P}`, and what takes a text for arithmetic or for a name with a subscript.
    private boolean runsItsValue(WordPart.Parameter parameter) {
        String operator = parameter.operator();
        boolean prompt =
                operator.startsWith("@")
                        && (operator.contains("P")
                                || parameter
                                        .operand()
                                        .filter(word -> word.text().contains("P"))
                                        .isPresent());
        boolean evaluates =
                operator.equals(":")
                        || parameter.subscript().isPresent()
                        || parameter.access() == WordPart.Access.INDIRECT;
        return prompt || (evaluates && walk.state().holdsSubscript());
    }

    private ScriptValue operand(Word word) {
        return new WordExpansion(walk).value(word);
    }

    private ScriptValue base(String name) {
        Optional<ScriptValue> assigned = walk.state().variable(name);
        if (assigned.isPresent()) {
            return assigned.get();
        }
        if (!name.isEmpty() && name.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return argument(name);
        }
        if (NUMBERS.contains(name)) {
            return ScriptValue.place("0");
        }
        return switch (name) {
            case "HOME" -> ScriptValue.place("~");
            case "PWD" -> ScriptValue.place(".");
            case "TMPDIR" -> ScriptValue.place("/tmp");
            case "USER", "LOGNAME" -> ScriptValue.place(walk.userName());
            default -> ScriptValue.UNKNOWN;
        };
    }

    private ScriptValue argument(String name) {
        Optional<List<ScriptValue>> arguments = walk.state().arguments();
        if (name.equals("0") || arguments.isEmpty() || name.length() > 6) {
            return ScriptValue.UNKNOWN;
        }
        int index = Integer.parseInt(name) - 1;
        return index < arguments.get().size() ? arguments.get().get(index) : ScriptValue.known("");
    }

    private ScriptValue operated(
            WordPart.Parameter parameter, ScriptValue value, ScriptValue given) {
        String operator = parameter.operator();
        Optional<String> text = value.text();
        boolean empty = text.isPresent() && text.get().isEmpty();
        return switch (operator) {
            case "" -> value;
            // An assigned empty text is not told from none: both ways are the same where they
            // matter.
            case ":-", ":=" -> {
                ScriptValue chosen = empty ? given : orDefault(parameter.name(), value, given);
                if (operator.equals(":=")) {
                    walk.state().set(parameter.name(), chosen);
                }
                yield chosen;
            }
            case ":?", "?" -> value;
            case ":+" -> text.isEmpty() ? ScriptValue.UNKNOWN : empty ? value : given;
            case "#", "##", "%", "%%" -> trimmed(operator, text, given.text());
            case "/", "//" -> ScriptValue.UNKNOWN;
            case "^", "^^", ",", ",," ->
                    parameter.operand().filter(word -> !word.parts().isEmpty()).isPresent()
                            ? ScriptValue.UNKNOWN
                            : text.map(known -> ScriptValue.known(cased(operator, known)))
                                    .orElse(ScriptValue.UNKNOWN);
            case ":" ->
                    text.flatMap(known -> given.text().flatMap(range -> slice(known, range)))
                            .map(ScriptValue::known)
                            .orElse(ScriptValue.UNKNOWN);
            default -> ScriptValue.UNKNOWN;
        };
    }

    /// `${TMPDIR:-/tmp}`: where both lead to the same place, that is it.
    private static ScriptValue orDefault(String name, ScriptValue value, ScriptValue given) {
        boolean same = name.equals("TMPDIR") && given.path().equals(value.path());
        return value.text().isPresent() || same ? value : ScriptValue.UNKNOWN;
    }

    /// Only where the pattern is plain text.
    private static ScriptValue trimmed(
            String operator, Optional<String> text, Optional<String> pattern) {
        if (text.isEmpty() || pattern.isEmpty()) {
            return ScriptValue.UNKNOWN;
        }
        String cut = pattern.get();
        if (WordField.isPattern(cut) || cut.indexOf('\\') >= 0 || cut.indexOf('[') >= 0) {
            return ScriptValue.UNKNOWN;
        }
        String whole = text.get();
        if (operator.startsWith("#")) {
            return ScriptValue.known(whole.startsWith(cut) ? whole.substring(cut.length()) : whole);
        }
        return ScriptValue.known(
                whole.endsWith(cut) ? whole.substring(0, whole.length() - cut.length()) : whole);
    }

    private static String cased(String operator, String text) {
        boolean upper = operator.startsWith("^");
        if (operator.length() == 2) {
            return upper ? text.toUpperCase(Locale.ROOT) : text.toLowerCase(Locale.ROOT);
        }
        if (text.isEmpty()) {
            return text;
        }
        String first = text.substring(0, 1);
        return (upper ? first.toUpperCase(Locale.ROOT) : first.toLowerCase(Locale.ROOT))
                + text.substring(1);
    }

    private static Optional<String> slice(String text, String range) {
        if (!range.matches("\\d{1,6}(:\\d{1,6})?") || text.length() > LONGEST) {
            return Optional.empty();
        }
        String[] numbers = range.split(":", -1);
        int start = Math.min(Integer.parseInt(numbers[0]), text.length());
        int end =
                numbers.length == 1
                        ? text.length()
                        : Math.min(start + Integer.parseInt(numbers[1]), text.length());
        return Optional.of(text.substring(start, end));
    }
}
