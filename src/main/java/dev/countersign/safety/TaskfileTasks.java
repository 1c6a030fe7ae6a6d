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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The tasks of a `Taskfile.yml` that `task` would run, and those that they need, as texts for a
/// shell, and what they need of the files that it includes. Reads the lines of the few forms that
/// say what is run, not YAML as such. Confined to one reading.
final class TaskfileTasks {
    private static final int MOST_TASKS = 100;
    private static final int MOST_LINES = 20_000;
    // Longer lines are left out, in UTF-16 units.
    private static final int LONGEST_LINE = 2_000;
    private static final Pattern TASK =
            Pattern.compile("^['\"]?([\\w.:*/-]+?)['\"]?:(?:\\s+(.*))?$");
    private static final Pattern KEY =
            Pattern.compile("^(cmds?|deps|task|sh|defer|preconditions|status)\\s*:(?:\\s+(.*))?$");
    private static final Pattern INCLUDE =
            Pattern.compile("^(taskfile|flatten|aliases)\\s*:\\s+(.*)$");
    private static final Pattern OTHER_KEY = Pattern.compile("^[\\w-]+\\s*:(?:\\s.*)?$");
    private static final Set<String> HOLD_COMMANDS =
            Set.of("cmds", "cmd", "preconditions", "status");
    private static final Set<String> WITH_VALUE =
            Set.of("-d", "--dir", "-t", "--taskfile", "-C", "--concurrency", "-o", "--output");
    private static final Pattern TEMPLATE = Pattern.compile("\\{\\{-?\\s*(.*?)\\s*-?}}");
    private static final Pattern VARIABLE = Pattern.compile("\\.([A-Za-z_]\\w*)");

    private record Task(List<String> needs, List<String> commands) {}

    private record Line(int indent, String text) {}

    /// A file or folder whose tasks are named `namespace:task`, or by their own names where it is
    /// flat.
    private record Include(String namespace, String file, boolean flat) {
        /// The name that a task has in that file; empty where it cannot be one of it.
        Optional<String> own(String task) {
            if (flat) {
                return Optional.of(task);
            }
            if (task.equals(namespace)) {
                return Optional.of("default");
            }
            return task.startsWith(namespace + ":")
                    ? Optional.of(task.substring(namespace.length() + 1))
                    : Optional.empty();
        }
    }

    private final Map<String, Task> tasks = new LinkedHashMap<>();
    private final List<Include> includes = new ArrayList<>();
    private final List<Line> lines;
    private int next;

    private TaskfileTasks(List<Line> lines) {
        this.lines = lines;
    }

    /// @param words what stands behind `task`
    static List<ScriptPiece> of(String taskfile, List<ScriptWord> words) {
        return read(taskfile).pieces(asked(words));
    }

    /// The files and folders that it includes, each with the names of those of their tasks that
    /// would run.
    ///
    /// @param words what stands behind `task`
    static Map<String, List<String>> included(String taskfile, List<ScriptWord> words) {
        TaskfileTasks read = read(taskfile);
        Set<String> reached = read.reached(asked(words));
        Map<String, List<String>> included = new LinkedHashMap<>();
        for (Include include : read.includes) {
            List<String> names =
                    reached.stream()
                            .filter(name -> !read.tasks.containsKey(name))
                            .flatMap(name -> include.own(name).stream())
                            .toList();
            if (!names.isEmpty()) {
                included.put(include.file(), names);
            }
        }
        return included;
    }

    private static TaskfileTasks read(String taskfile) {
        TaskfileTasks read = new TaskfileTasks(lines(taskfile));
        read.read();
        return read;
    }

    private static List<String> asked(List<ScriptWord> words) {
        List<String> operands = operands(words);
        return operands.isEmpty() ? List.of("default") : operands;
    }

    private static List<String> operands(List<ScriptWord> words) {
        List<String> operands = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String text = words.get(i).shown();
            boolean value = i > 0 && WITH_VALUE.contains(words.get(i - 1).shown());
            if (!value && !text.startsWith("-") && text.indexOf('=') < 0) {
                operands.add(text);
            }
        }
        return operands;
    }

    private static List<Line> lines(String text) {
        return text.lines()
                .limit(MOST_LINES)
                .filter(line -> !line.isBlank() && line.length() <= LONGEST_LINE)
                .filter(line -> !line.stripLeading().startsWith("#"))
                .map(line -> new Line(line.length() - line.stripLeading().length(), line.strip()))
                .toList();
    }

    private void read() {
        while (next < lines.size()) {
            Line line = lines.get(next++);
            if (line.indent() == 0 && line.text().matches("tasks\\s*:")) {
                tasks();
            } else if (line.indent() == 0 && line.text().matches("includes\\s*:")) {
                includes();
            }
        }
    }

    /// `docs: ./docs`, or `docs:` with `taskfile: ./docs` and the like below it.
    private void includes() {
        int indent = next < lines.size() ? lines.get(next).indent() : 0;
        while (next < lines.size() && indent > 0 && lines.get(next).indent() == indent) {
            Matcher name = TASK.matcher(lines.get(next++).text());
            if (!name.matches()) {
                continue;
            }
            Map<String, String> keys = new HashMap<>();
            keys.put("taskfile", Optional.ofNullable(name.group(2)).orElse(""));
            while (next < lines.size() && lines.get(next).indent() > indent) {
                Matcher key = INCLUDE.matcher(lines.get(next++).text());
                if (key.matches()) {
                    keys.put(key.group(1), key.group(2));
                }
            }
            String file = plain(keys.getOrDefault("taskfile", "").strip());
            boolean flat = keys.getOrDefault("flatten", "").equals("true");
            Stream.concat(Stream.of(name.group(1)), aliases(keys.getOrDefault("aliases", "")))
                    .filter(_ -> !file.isEmpty() && includes.size() < MOST_TASKS)
                    .forEach(one -> includes.add(new Include(one, file, flat)));
        }
    }

    /// `[a, b]`
    private static Stream<String> aliases(String text) {
        return Stream.of(text.replaceAll("[\\[\\]]", "").split(",", -1))
                .map(one -> plain(one.strip()))
                .filter(one -> !one.isEmpty());
    }

    private void tasks() {
        if (next == lines.size()) {
            return;
        }
        int indent = lines.get(next).indent();
        while (next < lines.size() && lines.get(next).indent() >= Math.max(1, indent)) {
            Line line = lines.get(next++);
            Matcher task = TASK.matcher(line.text());
            if (line.indent() == indent && task.matches()) {
                Task made = new Task(new ArrayList<>(), new ArrayList<>());
                tasks.put(task.group(1), made);
                value(made, "cmds", task.group(2), indent);
                body(made, indent);
            }
        }
    }

    private void body(Task task, int indent) {
        String section = "cmds";
        while (next < lines.size() && lines.get(next).indent() > indent) {
            Line line = lines.get(next++);
            boolean item = line.text().startsWith("- ");
            String text = item ? line.text().substring(2).strip() : line.text();
            Matcher key = KEY.matcher(text);
            if (key.matches()) {
                String name = key.group(1);
                section = item || name.equals("sh") || name.equals("task") ? section : name;
                value(task, name, key.group(2), line.indent());
            } else if (item) {
                value(task, section, text, line.indent());
            } else if (OTHER_KEY.matcher(text).matches()) {
                section = "";
            }
        }
    }

    /// What stands behind a key or a dash.
    private void value(Task task, String key, String text, int indent) {
        if (text == null || text.isEmpty() || text.startsWith("&")) {
            return;
        }
        boolean command = HOLD_COMMANDS.contains(key) || key.equals("sh") || key.equals("defer");
        if (text.matches("[|>][-+0-9]*")) {
            String block = block(indent);
            if (command) {
                task.commands().add(block);
            }
            return;
        }
        List<String> values =
                text.startsWith("[") && text.endsWith("]")
                        ? List.of(text.substring(1, text.length() - 1).split(",", -1))
                        : List.of(text);
        for (String one : values) {
            if (command) {
                task.commands().add(plain(one.strip()));
            } else if (key.equals("deps") || key.equals("task")) {
                task.needs().add(plain(one.strip()));
            }
        }
    }

    private String block(int indent) {
        List<String> block = new ArrayList<>();
        while (next < lines.size() && lines.get(next).indent() > indent) {
            block.add(lines.get(next++).text());
        }
        return String.join("\n", block);
    }

    private static String plain(String text) {
        if (text.length() > 1 && text.startsWith("'") && text.endsWith("'")) {
            return text.substring(1, text.length() - 1).replace("''", "'");
        }
        if (text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")) {
            return text.substring(1, text.length() - 1).replace("\\\"", "\"").replace("\\\\", "\\");
        }
        return text;
    }

    private List<ScriptPiece> pieces(List<String> asked) {
        List<ScriptPiece> pieces = new ArrayList<>();
        for (String name : reached(asked)) {
            List<String> commands =
                    Optional.ofNullable(tasks.get(name)).map(Task::commands).orElse(List.of());
            String text =
                    commands.stream()
                            .map(TaskfileTasks::expanded)
                            .collect(Collectors.joining("\n"));
            if (!text.isBlank()) {
                pieces.add(new ScriptPiece("task " + name, text));
            }
        }
        return pieces;
    }

    /// The names of these tasks and of all that they need, here or in a file that is included.
    private Set<String> reached(List<String> asked) {
        Deque<String> open = new ArrayDeque<>(asked);
        Set<String> reached = new LinkedHashSet<>();
        while (!open.isEmpty() && reached.size() < MOST_TASKS) {
            String name = open.poll();
            if (reached.add(name)) {
                Optional.ofNullable(tasks.get(name)).ifPresent(task -> open.addAll(task.needs()));
            }
        }
        return reached;
    }

    /// A variable of the Taskfile stands as one that the shell does not know either.
    private static String expanded(String command) {
        String text =
                TEMPLATE.matcher(command)
                        .replaceAll(match -> {
                            Matcher variable = VARIABLE.matcher(match.group(1));
                            String made =
                                    variable.find() ? "$" + variable.group(1) : "$MADE_BY_TASK";
                            return Matcher.quoteReplacement(made);
                        });
        return ShellParser.parse(text).problem().isEmpty() ? text : ":";
    }
}
