package dev.countersign.safety;

import dev.countersign.shell.ShellParser;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The tasks of a `pyproject.toml` that poe, pdm, hatch, rye or taskipy would run, and those that
/// they need, as texts for a shell; and the modules behind its entry points. Reads the tables that
/// say what is run, not TOML as such. Confined to one reading.
final class PyprojectTasks {
    static final Set<String> TOOLS = Set.of("poe", "poetry", "uv", "pdm", "hatch", "rye");

    private static final int MOST_TASKS = 100;
    private static final int MOST_LINES = 20_000;
    // Longer lines are left out, in UTF-16 units.
    private static final int LONGEST_LINE = 4_000;
    // What goes on over more is cut, in UTF-16 units.
    private static final int LONGEST_VALUE = 16_000;
    private static final Pattern TABLE = Pattern.compile("^\\[\\s*([\\w.\"'-]+)\\s*](?:\\s*#.*)?$");
    private static final Pattern TASKS =
            Pattern.compile(
                    "^(?:tool\\.(?:poe\\.tasks|pdm\\.scripts|taskipy\\.tasks|rye\\.scripts"
                            + "|hatch\\.envs\\.[\\w-]+\\.scripts))(?:\\.([\\w-]+))?$");
    private static final Set<String> ENTRY_POINTS =
            Set.of("project.scripts", "project.gui-scripts", "tool.poetry.scripts");
    private static final Pattern ENTRY =
            Pattern.compile("^[\"']?([\\w.:-]+)[\"']?\\s*=\\s*(.*)$");
    // Of a task's table what is no command.
    private static final Set<String> NO_COMMANDS =
            Set.of(
                    "help", "cwd", "env", "envfile", "env_file", "working_dir", "description",
                    "name", "interpreter", "script", "call", "args", "default", "options", "type",
                    "executor", "capture_stdout");
    private static final Pattern MODULE = Pattern.compile("^([A-Za-z_][\\w.]*)(?::.*)?$");

    private final Map<String, List<String>> tasks = new LinkedHashMap<>();
    private final Map<String, String> modules = new LinkedHashMap<>();

    private PyprojectTasks() {}

    /// @param words what stands behind the tool
    static List<ScriptPiece> of(String toml, List<ScriptWord> words) {
        PyprojectTasks read = new PyprojectTasks();
        read.read(toml);
        return read.pieces(names(words).stream().filter(read.tasks::containsKey).toList());
    }

    /// The files in which the entry points may stand that these words run, relative to the project.
    static List<String> files(String toml, List<ScriptWord> words) {
        PyprojectTasks read = new PyprojectTasks();
        read.read(toml);
        List<String> files = new ArrayList<>();
        for (String name : names(words)) {
            String module = read.modules.get(name);
            if (module != null) {
                String path = module.replace('.', '/');
                for (String folder : List.of("", "src/")) {
                    files.add(folder + path + ".py");
                    files.add(folder + path + "/__init__.py");
                }
            }
        }
        return files;
    }

    /// `hatch run test:cov` names the script `cov` of the environment `test`.
    private static List<String> names(List<ScriptWord> words) {
        return words.stream()
                .filter(ScriptWord::isKnown)
                .map(ScriptWord::shown)
                .flatMap(word ->
                        List.of(word, word.substring(word.indexOf(':') + 1)).stream().distinct())
                .toList();
    }

    private void read(String toml) {
        String table = "";
        List<String> lines =
                toml.lines()
                        .limit(MOST_LINES)
                        .filter(line -> line.length() <= LONGEST_LINE)
                        .toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            Matcher head = TABLE.matcher(line);
            if (head.matches()) {
                table = head.group(1).replace("\"", "").replace("'", "");
                continue;
            }
            Matcher entry = ENTRY.matcher(line);
            if (!entry.matches()) {
                continue;
            }
            StringBuilder text = new StringBuilder(entry.group(2));
            TomlTexts value = TomlTexts.of(text);
            while (value.open() && i + 1 < lines.size() && text.length() <= LONGEST_VALUE) {
                value = TomlTexts.of(text.append('\n').append(lines.get(++i)));
            }
            entry(table, entry.group(1), value.without(NO_COMMANDS));
        }
    }

    private void entry(String table, String key, List<String> texts) {
        if (ENTRY_POINTS.contains(table)) {
            texts.stream()
                    .findFirst()
                    .map(text -> MODULE.matcher(text))
                    .filter(Matcher::matches)
                    .ifPresent(module -> modules.put(key, module.group(1)));
            return;
        }
        Matcher own = TASKS.matcher(table);
        if (!own.matches()) {
            return;
        }
        if (own.group(1) == null) {
            tasks.computeIfAbsent(key, _ -> new ArrayList<>()).addAll(texts);
        } else if (!NO_COMMANDS.contains(key)) {
            tasks.computeIfAbsent(own.group(1), _ -> new ArrayList<>()).addAll(texts);
        }
    }

    /// A command whose first word is another task runs that one.
    private List<ScriptPiece> pieces(List<String> asked) {
        Deque<String> open = new ArrayDeque<>(asked);
        Set<String> seen = new HashSet<>();
        List<ScriptPiece> pieces = new ArrayList<>();
        while (!open.isEmpty() && pieces.size() < MOST_TASKS) {
            String name = open.poll();
            List<String> commands = tasks.get(name);
            if (commands == null || !seen.add(name)) {
                continue;
            }
            List<String> lines = new ArrayList<>();
            for (String command : commands) {
                String first = command.strip().split("\\s", 2)[0];
                if (tasks.containsKey(first)) {
                    open.add(first);
                } else if (ShellParser.parse(command).problem().isEmpty()) {
                    lines.add(command);
                }
            }
            if (!lines.isEmpty()) {
                pieces.add(new ScriptPiece("task " + name, String.join("\n", lines)));
            }
        }
        return pieces;
    }
}
