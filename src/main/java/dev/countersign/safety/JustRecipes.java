package dev.countersign.safety;

import dev.countersign.shell.ShellParser;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The recipes of a justfile that `just` would run, and those that they depend on, as texts for a
/// shell. Confined to one reading.
final class JustRecipes {
    private static final int MOST_RECIPES = 100;
    // Longer lines are left out, in UTF-16 units.
    private static final int LONGEST_LINE = 2_000;
    private static final Pattern ASSIGNMENT =
            Pattern.compile("^(?:export\\s+)?([A-Za-z_][\\w-]*)\\s*:=\\s*(.*)$");
    private static final Pattern ALIAS =
            Pattern.compile("^alias\\s+([A-Za-z_][\\w-]*)\\s*:=\\s*([A-Za-z_][\\w-]*)\\s*$");
    private static final Pattern RECIPE =
            Pattern.compile("^@?([A-Za-z_][\\w-]*)((?:\\s[^:]*)?):(?!=)(.*)$");
    private static final Pattern INTERPOLATION = Pattern.compile("\\{\\{\\s*(.*?)\\s*}}");
    private static final Pattern TEXT = Pattern.compile("^\"([^\"\\\\]*)\"$|^'([^']*)'$");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][\\w-]*");

    private record Recipe(List<String> needs, List<String> lines) {}

    private final Map<String, String> variables = new HashMap<>();
    private final Map<String, String> aliases = new HashMap<>();
    private final Map<String, Recipe> recipes = new LinkedHashMap<>();

    private JustRecipes() {}

    /// @param words what stands behind `just`
    static List<ScriptPiece> of(String justfile, List<ScriptWord> words) {
        JustRecipes read = new JustRecipes();
        read.read(justfile);
        List<String> asked =
                words.stream()
                        .filter(ScriptWord::isKnown)
                        .map(ScriptWord::shown)
                        .map(name -> read.aliases.getOrDefault(name, name))
                        .filter(read.recipes::containsKey)
                        .toList();
        return read.pieces(asked);
    }

    private void read(String justfile) {
        Optional<Recipe> current = Optional.empty();
        for (String line : justfile.lines().toList()) {
            if (line.isBlank() || line.startsWith("#") || line.length() > LONGEST_LINE) {
                continue;
            }
            if (Character.isWhitespace(line.charAt(0))) {
                current.ifPresent(recipe -> recipe.lines().add(line.strip()));
                continue;
            }
            Matcher alias = ALIAS.matcher(line);
            Matcher assignment = ASSIGNMENT.matcher(line);
            Matcher recipe = RECIPE.matcher(line);
            if (alias.matches()) {
                aliases.put(alias.group(1), alias.group(2));
            } else if (assignment.matches()) {
                Matcher text = TEXT.matcher(assignment.group(2).strip());
                if (text.matches()) {
                    variables.put(
                            assignment.group(1),
                            text.group(1) == null ? text.group(2) : text.group(1));
                }
            } else if (recipe.matches()) {
                Recipe made = new Recipe(new ArrayList<>(), new ArrayList<>());
                Matcher name = NAME.matcher(recipe.group(3));
                while (name.find()) {
                    made.needs().add(name.group());
                }
                recipes.put(recipe.group(1), made);
                current = Optional.of(made);
            }
        }
    }

    private List<ScriptPiece> pieces(List<String> asked) {
        Deque<String> open = new ArrayDeque<>(asked);
        if (open.isEmpty() && !recipes.isEmpty()) {
            open.add(recipes.keySet().iterator().next());
        }
        Set<String> seen = new HashSet<>();
        List<ScriptPiece> pieces = new ArrayList<>();
        while (!open.isEmpty() && pieces.size() < MOST_RECIPES) {
            String name = open.poll();
            Recipe recipe = recipes.get(name);
            if (recipe != null && seen.add(name)) {
                open.addAll(recipe.needs());
                text(recipe).ifPresent(text -> pieces.add(new ScriptPiece("recipe " + name, text)));
            }
        }
        return pieces;
    }

    /// Empty where another program than a shell reads it.
    private Optional<String> text(Recipe recipe) {
        if (recipe.lines().isEmpty()) {
            return Optional.empty();
        }
        String first = recipe.lines().getFirst();
        if (first.startsWith("#!")) {
            return ScriptFiles.isForShell(first)
                    ? Optional.of(expanded(String.join("\n", recipe.lines())))
                    : Optional.empty();
        }
        List<String> lines = new ArrayList<>();
        for (String line : recipe.lines()) {
            String text = expanded(line).replaceFirst("^[@\\-\\s]+", "");
            lines.add(ShellParser.parse(text).problem().isEmpty() ? text : ":");
        }
        return Optional.of(String.join("\n", lines));
    }

    /// A parameter stands as a variable that the shell does not know either.
    private String expanded(String text) {
        return INTERPOLATION
                .matcher(text)
                .replaceAll(match -> {
                    String inside = match.group(1);
                    String value =
                            NAME.matcher(inside).matches()
                                    ? variables.getOrDefault(inside, "$" + inside.replace('-', '_'))
                                    : "made-by-just";
                    return Matcher.quoteReplacement(value);
                });
    }
}
