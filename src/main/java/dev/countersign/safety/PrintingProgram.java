package dev.countersign.safety;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Whether a program for an interpreter does nothing but reckon with what stands in it and print:
/// `print(6 * 7)`, `console.log('ok')`. It is read as a row of words each of which must be allowed;
/// of any other program it is not said. Pure.
final class PrintingProgram {
    /// Longer programs are not looked at, in characters.
    static final int LONGEST = 2_000;

    // In every language: blanks, numbers and names to which nothing sticks.
    private static final Pattern BLANK = Pattern.compile("\\s+");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}+(\\.\\d{1,9}+)?(?![\\w.])");
    private static final Pattern NAME =
            Pattern.compile("[A-Za-z_]\\w*+(\\.[A-Za-z_]\\w*+)*+(?![\\w.'\"`])");
    private static final Pattern ASSIGNED = Pattern.compile("\\s*=(?!=)");
    private static final Pattern STRING =
            Pattern.compile("'([^'\\\\\\n]|\\\\n)*+'|\"([^\"\\\\\\n]|\\\\n)*+\"");

    // Another module could be a file of the folder; in a string of three quotes one ends nothing.
    private static final Language PYTHON =
            new Language(
                    Set.of("-c", "-u", "-B", "-s", "-E"),
                    "+-*/%(),<>=!:[]{};",
                    List.of("**", "'''", "\"\"\""),
                    Pattern.compile(STRING.pattern() + "|import\\s+sys\\s*(;|\\n|$)"),
                    true,
                    Set.of(
                            "print",
                            "len",
                            "str",
                            "int",
                            "float",
                            "bool",
                            "sum",
                            "min",
                            "max",
                            "abs",
                            "round",
                            "range",
                            "sorted",
                            "reversed",
                            "list",
                            "tuple",
                            "chr",
                            "ord",
                            "hex",
                            "bin",
                            "oct",
                            "repr",
                            "True",
                            "False",
                            "None",
                            "and",
                            "or",
                            "not",
                            "in",
                            "is",
                            "if",
                            "else",
                            "sys.version",
                            "sys.version_info",
                            "sys.version_info.major",
                            "sys.version_info.minor",
                            "sys.executable",
                            "sys.platform",
                            "sys.maxsize",
                            "sys.prefix"));
    // No brackets: `[]['x']['constructor']` reaches everything. No slash: behind it may stand a
    // pattern, in which a quote begins nothing.
    private static final Language JAVASCRIPT =
            new Language(
                    Set.of("-e", "--eval", "-p", "--print", "-pe"),
                    "+-*%(),<>=!?:;",
                    List.of("**"),
                    STRING,
                    true,
                    Set.of(
                            "console.log",
                            "console.error",
                            "console.info",
                            "process.version",
                            "process.versions",
                            "process.versions.node",
                            "process.versions.v8",
                            "process.platform",
                            "process.arch",
                            "Math.PI",
                            "Math.max",
                            "Math.min",
                            "Math.round",
                            "Math.floor",
                            "Math.ceil",
                            "Math.sqrt",
                            "Math.pow",
                            "Math.abs",
                            "Math.random",
                            "true",
                            "false",
                            "null",
                            "undefined",
                            "const",
                            "let",
                            "var"));
    // No `%`: `%x(…)` is a command. Without `#` nothing is put into a string.
    private static final Language RUBY =
            new Language(
                    Set.of("-e", "-w"),
                    "+-*(),;",
                    List.of("#"),
                    STRING,
                    false,
                    Set.of(
                            "puts",
                            "print",
                            "p",
                            "true",
                            "false",
                            "nil",
                            "RUBY_VERSION",
                            "RUBY_PLATFORM",
                            "RUBY_ENGINE"));
    private static final Language PERL =
            new Language(
                    Set.of("-e", "-E", "-w", "-l"),
                    "+*(),;",
                    List.of("$", "@"),
                    STRING,
                    false,
                    Set.of("print", "say", "STDOUT", "STDERR"));
    // No parentheses: `'system'('id')` is a call.
    private static final Language PHP =
            new Language(
                    Set.of("-r", "-n"),
                    "+-*,;.",
                    List.of("$"),
                    STRING,
                    false,
                    Set.of("echo", "print", "PHP_VERSION", "PHP_OS", "PHP_EOL", "PHP_INT_MAX"));

    private static final Map<String, Language> LANGUAGES =
            Map.of(
                    "python", PYTHON,
                    "python3", PYTHON,
                    "node", JAVASCRIPT,
                    "nodejs", JAVASCRIPT,
                    "ruby", RUBY,
                    "perl", PERL,
                    "php", PHP);

    /// What may stand in such a program.
    ///
    /// @param options of the interpreter, which load nothing else
    /// @param signs single characters
    /// @param never what must stand nowhere, not even in a string
    /// @param whole what is taken as it is: a string in which nothing is put in
    /// @param assigns `name = …` makes a name one of the program's own
    private record Language(
            Set<String> options,
            String signs,
            List<String> never,
            Pattern whole,
            boolean assigns,
            Set<String> names) {}

    private PrintingProgram() {}

    /// @param interpreter as it is written; of another folder than the system's it is not known
    /// @param options that it is given
    static boolean onlyPrints(String interpreter, List<String> options, String program) {
        Language language = LANGUAGES.get(Names.base(interpreter));
        return language != null
                && Names.isOfTheSystem(interpreter)
                && program.length() <= LONGEST
                && language.options().containsAll(options)
                && language.never().stream().noneMatch(program::contains)
                && onlyPrints(language, program);
    }

    private static boolean onlyPrints(Language language, String program) {
        Set<String> own = new HashSet<>();
        Matcher matcher = BLANK.matcher(program);
        int at = 0;
        while (at < program.length()) {
            if (isAt(at, BLANK, matcher)
                    || isAt(at, NUMBER, matcher)
                    || isAt(at, language.whole(), matcher)) {
                at = matcher.end();
            } else if (isAt(at, NAME, matcher)) {
                String name = matcher.group();
                at = matcher.end();
                if (language.assigns() && name.indexOf('.') < 0 && isAt(at, ASSIGNED, matcher)) {
                    own.add(name);
                }
                if (!language.names().contains(name) && !own.contains(name)) {
                    return false;
                }
            } else if (language.signs().indexOf(program.charAt(at)) >= 0) {
                at++;
            } else {
                return false;
            }
        }
        return true;
    }

    /// Looks from there on, as if nothing stood before it.
    private static boolean isAt(int start, Pattern pattern, Matcher matcher) {
        return matcher.usePattern(pattern).region(start, matcher.regionEnd()).lookingAt();
    }
}
