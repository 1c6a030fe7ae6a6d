package dev.countersign.safety;

import dev.countersign.shell.ShellParser;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The recipes of a makefile that `make` would run for its targets, and those of what they need, as
/// texts for a shell. Both branches of a condition count; files that it includes are not looked at.
/// Variables with a value in the file are put in; one without is left to the shell, which does not
/// know it either; what a function of make yields stands as a name that is nothing special.
/// Confined to one reading.
final class MakeRecipes {
    static final Set<String> TOOLS = Set.of("make", "gmake", "remake");

    private static final int MOST_RULES = 5_000;
    private static final int MOST_RECIPES = 100;
    private static final int MOST_SHELL_CALLS = 50;
    private static final int DEEPEST = 10;
    // Of one line with its variables put in, in UTF-16 units.
    private static final int LONGEST_LINE = 10_000;
    // References put in, in all; they can refer to each other without end.
    private static final int MOST_REFERENCES = 20_000;
    private static final String MADE = "made-by-make";

    private static final Pattern ASSIGNMENT =
            Pattern.compile(
                    "^\\s*(?:(?:export|override|private)\\s+)*([A-Za-z_.][\\w.-]*)\\s*(\\?|\\+|:{0,3}|!)=\\s*(.*)$",
                    Pattern.DOTALL);
    private static final Pattern RULE =
            Pattern.compile("^([^\\t:=#][^:=#]*?)\\s*::?(?!=)([^;]*)(?:;(.*))?$", Pattern.DOTALL);
    private static final Set<String> DIRECTIVES =
            Set.of(
                    "ifeq",
                    "ifneq",
                    "ifdef",
                    "ifndef",
                    "else",
                    "endif",
                    "include",
                    "-include",
                    "sinclude",
                    "vpath",
                    "unexport",
                    "undefine",
                    "define",
                    "endef");
    private static final Set<String> WITH_VALUE =
            Set.of("-C", "-f", "-I", "-l", "-o", "-W", "--directory", "--file", "--makefile");

    private record Rule(List<String> needs, List<String> lines) {}

    private final Map<String, String> variables = new HashMap<>();
    private final Map<String, Rule> rules = new LinkedHashMap<>();
    private final Set<String> shellCalls = new LinkedHashSet<>();
    private Optional<String> first = Optional.empty();
    private int references;

    private MakeRecipes() {}

    /// @param words what stands behind `make`
    static List<ScriptPiece> of(String makefile, List<ScriptWord> words) {
        MakeRecipes recipes = new MakeRecipes();
        List<String> targets = recipes.targets(words);
        recipes.read(makefile, Set.copyOf(recipes.variables.keySet()));
        return recipes.pieces(targets);
    }

    private List<String> targets(List<ScriptWord> words) {
        List<String> targets = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            ScriptWord word = words.get(i);
            String text = word.shown();
            Matcher assigned = ASSIGNMENT.matcher(text);
            if (WITH_VALUE.contains(text)) {
                i++;
            } else if (word.isKnown() && assigned.matches()) {
                variables.put(assigned.group(1), assigned.group(3));
            } else if (word.isKnown() && !text.startsWith("-")) {
                targets.add(text);
            }
        }
        return targets;
    }

    /// @param given what the command line sets, which the file does not change
    private void read(String makefile, Set<String> given) {
        List<Rule> current = List.of();
        for (String line : logicalLines(makefile)) {
            if (line.startsWith("\t")) {
                current.forEach(rule -> rule.lines().add(line.substring(1)));
                continue;
            }
            String text = withoutComment(line);
            if (text.isBlank()
                    || text.length() > LONGEST_LINE
                    || DIRECTIVES.contains(firstWord(text))) {
                continue;
            }
            Matcher assignment = ASSIGNMENT.matcher(text);
            if (assignment.matches()) {
                assign(assignment, given);
                continue;
            }
            Matcher rule = RULE.matcher(text);
            if (rule.matches() && rules.size() < MOST_RULES) {
                current = rule(rule);
            }
        }
    }

    private void assign(Matcher assignment, Set<String> given) {
        String name = assignment.group(1);
        String value = assignment.group(3).strip();
        if (given.contains(name)) {
            return;
        }
        switch (assignment.group(2)) {
            case "?" -> variables.putIfAbsent(name, value);
            case "+" -> variables.merge(name, value, (before, more) -> before + " " + more);
            case "!" -> {
                shellCall(value);
                variables.put(name, MADE);
            }
            default -> variables.put(name, value);
        }
        // What is assigned at once runs its commands whatever the target is.
        expanded(value, Map.of(), 0);
    }

    private List<Rule> rule(Matcher matcher) {
        List<Rule> made = new ArrayList<>();
        List<String> needs = words(matcher.group(2).replace("|", " "));
        for (String target : words(matcher.group(1))) {
            Rule rule =
                    rules.computeIfAbsent(
                            target, _ -> new Rule(new ArrayList<>(), new ArrayList<>()));
            rule.needs().addAll(needs);
            if (matcher.group(3) != null) {
                rule.lines().add(matcher.group(3));
            }
            made.add(rule);
            if (first.isEmpty() && target.charAt(0) != '.' && target.indexOf('%') < 0) {
                first = Optional.of(target);
            }
        }
        return made;
    }

    private List<String> words(String text) {
        String known = expanded(text, Map.of(), 0).strip();
        return known.isEmpty() ? List.of() : List.of(known.split("\\s+"));
    }

    private List<ScriptPiece> pieces(List<String> targets) {
        List<ScriptPiece> pieces = new ArrayList<>();
        Deque<String> open = new ArrayDeque<>(targets);
        if (open.isEmpty()) {
            Optional.ofNullable(variables.get(".DEFAULT_GOAL"))
                    .or(() -> first)
                    .ifPresent(open::add);
        }
        Set<String> seen = new LinkedHashSet<>();
        while (!open.isEmpty() && pieces.size() < MOST_RECIPES) {
            String target = open.poll();
            if (!seen.add(target)) {
                continue;
            }
            for (String name : matching(target)) {
                Rule rule = rules.get(name);
                if (rule == null) {
                    continue;
                }
                rule.needs().forEach(open::add);
                if (!rule.lines().isEmpty()) {
                    pieces.add(new ScriptPiece("recipe " + target, recipe(target, rule)));
                }
            }
        }
        if (!shellCalls.isEmpty()) {
            pieces.add(new ScriptPiece("variables", String.join("\n", shellCalls)));
        }
        return pieces;
    }

    /// The rule of that name, else the patterns that it fits.
    private List<String> matching(String target) {
        if (rules.containsKey(target)) {
            return List.of(target);
        }
        return rules.keySet().stream()
                .filter(name -> {
                    int percent = name.indexOf('%');
                    return percent >= 0
                            && target.startsWith(name.substring(0, percent))
                            && target.endsWith(name.substring(percent + 1));
                })
                .limit(DEEPEST)
                .toList();
    }

    private String recipe(String target, Rule rule) {
        Map<String, String> automatic =
                Map.of(
                        "@",
                        target,
                        "<",
                        rule.needs().isEmpty() ? "" : rule.needs().getFirst(),
                        "^",
                        String.join(" ", rule.needs()),
                        "?",
                        String.join(" ", rule.needs()),
                        "+",
                        String.join(" ", rule.needs()),
                        "*",
                        MADE);
        List<String> lines = new ArrayList<>();
        for (String line : rule.lines()) {
            String text = expanded(line.strip(), automatic, 0).replaceFirst("^[@+\\-\\s]+", "");
            boolean readable = ShellParser.parse(text).problem().isEmpty();
            lines.add(readable ? text : ":");
        }
        return String.join("\n", lines);
    }

    /// The text with what make knows put in.
    private String expanded(String text, Map<String, String> automatic, int depth) {
        if (++references > MOST_REFERENCES) {
            return MADE;
        }
        StringBuilder result = new StringBuilder();
        int i = 0;
        while (i < text.length() && result.length() < LONGEST_LINE) {
            char c = text.charAt(i);
            if (c != '$' || i + 1 == text.length()) {
                result.append(c);
                i++;
                continue;
            }
            char next = text.charAt(i + 1);
            if (next == '$') {
                result.append('$');
                i += 2;
            } else if (next == '(' || next == '{') {
                int end = closing(text, i + 1, next, next == '(' ? ')' : '}');
                if (end < 0) {
                    return result.append(MADE).toString();
                }
                result.append(reference(text.substring(i + 2, end), automatic, depth));
                i = end + 1;
            } else {
                result.append(variable(String.valueOf(next), automatic, depth));
                i += 2;
            }
        }
        return result.toString();
    }

    private static int closing(String text, int from, char open, char close) {
        int depth = 0;
        for (int i = from; i < text.length(); i++) {
            depth += text.charAt(i) == open ? 1 : 0;
            depth -= text.charAt(i) == close ? 1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return -1;
    }

    /// `$(NAME)`, `$(function …)`
    private String reference(String inside, Map<String, String> automatic, int depth) {
        if (inside.startsWith("shell ")) {
            if (depth < DEEPEST) {
                shellCall(expanded(inside.substring("shell ".length()), automatic, depth + 1));
            }
            return MADE;
        }
        if (inside.startsWith("wildcard ") && depth < DEEPEST) {
            return expanded(inside.substring("wildcard ".length()), automatic, depth + 1).strip();
        }
        return inside.matches("[\\w.@<^?*+%-]+") ? variable(inside, automatic, depth) : MADE;
    }

    private String variable(String name, Map<String, String> automatic, int depth) {
        String plain = name.replaceFirst("(?<=^[@<^?*+%])[DF]$", "");
        if (automatic.containsKey(plain)) {
            return automatic.get(plain);
        }
        if (name.equals("MAKE")) {
            return "make";
        }
        if (name.equals("CURDIR") || name.equals("PWD")) {
            return ".";
        }
        String value = variables.get(name);
        if (value == null) {
            return name.matches("[A-Za-z_]\\w*") && !isBuiltIn(name) ? "$" + name : MADE;
        }
        return depth < DEEPEST ? expanded(value, automatic, depth + 1) : MADE;
    }

    private static boolean isBuiltIn(String name) {
        return name.matches("MAKE\\w*|CC|CXX|CPP|LD|AR|AS|RM|FC|LEX|YACC|SHELL|\\w*FLAGS|VPATH");
    }

    private void shellCall(String command) {
        boolean readable = ShellParser.parse(command).problem().isEmpty();
        if (readable && shellCalls.size() < MOST_SHELL_CALLS) {
            shellCalls.add(command);
        }
    }

    private static String firstWord(String text) {
        return text.strip().split("[\\s(]", 2)[0];
    }

    private static String withoutComment(String line) {
        int hash = line.indexOf('#');
        return hash < 0 ? line : line.substring(0, hash);
    }

    /// Lines that end in a backslash with the next; in a recipe the shell sees both.
    private static List<String> logicalLines(String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder open = new StringBuilder();
        for (String line : text.lines().toList()) {
            boolean recipe = open.isEmpty() ? line.startsWith("\t") : open.charAt(0) == '\t';
            if (!open.isEmpty()) {
                open.append(recipe ? "\n" : " ");
            }
            boolean goesOn = line.endsWith("\\");
            open.append(goesOn && !recipe ? line.substring(0, line.length() - 1) : line);
            if (!goesOn) {
                lines.add(open.toString());
                open.setLength(0);
            }
        }
        if (!open.isEmpty()) {
            lines.add(open.toString());
        }
        return lines;
    }
}
