package dev.countersign.safety;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The files that a command runs, found and read while it is assessed. Confined to one assessment.
final class ScriptFiles {
    static final int MOST_FILES = 50;

    private static final long MOST_BYTES = 32L << 20;
    // Of one file.
    private static final int MOST_PIECES = 100;
    // How far up from a folder the file of its project is looked for.
    private static final int HIGHEST = 20;
    private static final String INSTALLED_PROGRAMS = "node_modules/.bin/";
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z0-9][\\w-]*");
    private static final Pattern SHELL_SCRIPT =
            Pattern.compile("#! ?\\S*/(env (-S )?)?(ba|da|z|k)?sh\\b.*");

    private final TargetPaths paths;
    private final FileFacts disk;
    private final Map<Path, ScriptFile> found = new LinkedHashMap<>();
    private final Set<Path> runByShell = new HashSet<>();
    private final Map<Path, List<Asked>> asked = new HashMap<>();
    private Optional<Asked> asking = Optional.empty();
    private long bytes;
    private boolean tooMany;

    /// A tool that reads a file, and the words behind it, which say what of the file it runs.
    private record Asked(String tool, List<ScriptWord> words) {}

    ScriptFiles(TargetPaths paths, FileFacts disk) {
        this.paths = paths;
        this.disk = disk;
    }

    List<ScriptFile> found() {
        return List.copyOf(found.values());
    }

    /// Whether some were left out.
    boolean tooMany() {
        return tooMany;
    }

    /// A word that names what is run.
    ///
    /// @param byShell a shell reads it, whatever its first line says
    void named(ScriptWord word, boolean byShell) {
        asking = Optional.empty();
        for (Path path : paths.unresolved(word)) {
            add(word.shown(), path, word.start(), word.end());
            if (byShell) {
                runByShell.add(path);
            }
        }
    }

    /// An argument that may be a file that is run, a folder, or the name of something else.
    void perhaps(ScriptWord word) {
        asking = Optional.empty();
        for (Path path : paths.unresolved(word)) {
            if (Names.base(word.shown()).indexOf('.') > 0 || disk.content(path).isPresent()) {
                add(word.shown(), path, word.start(), word.end());
            }
        }
    }

    /// What a tool reads by itself.
    void ofTool(SimpleCommand command, String name) {
        Optional<ProjectScripts.Sought> sought =
                ProjectScripts.sought(name, command.words().subList(1, command.words().size()));
        if (sought.isEmpty()) {
            return;
        }
        asking = Optional.of(new Asked(name, command.words().subList(1, command.words().size())));
        List<Path> folders =
                sought.get().folder().map(paths::unresolved).orElseGet(paths::possibleFolders);
        for (Path folder : folders) {
            if (sought.get().files().isEmpty()) {
                sought.get().names().forEach(file -> nearest(command, folder, file));
            }
            for (ScriptWord file : sought.get().files()) {
                file.value()
                        .flatMap(text -> TargetPaths.under(folder, text))
                        .ifPresent(path -> add(file.shown(), path, command.start(), command.end()));
            }
        }
    }

    private boolean nearest(SimpleCommand command, Path folder, String file) {
        Path at = folder;
        for (int i = 0; i < HIGHEST && at != null && paths.isInWorkspace(at); i++) {
            Path path = at.resolve(file);
            if (disk.content(path).isPresent()) {
                add(file, path, command.start(), command.end());
                return true;
            }
            at = at.getParent();
        }
        return false;
    }

    /// Whether the project has installed the program that its package runner is told, wherever the
    /// command may run; then it is one of the files that are run.
    boolean isInstalled(SimpleCommand command, ScriptWord program) {
        String name = program.shown();
        List<Path> folders = paths.possibleFolders();
        asking = Optional.empty();
        return program.isKnown()
                && PLAIN_NAME.matcher(name).matches()
                && !folders.isEmpty()
                && folders.stream()
                        .allMatch(folder -> nearest(command, folder, INSTALLED_PROGRAMS + name));
    }

    private void add(String named, Path path, int start, int end) {
        asking.filter(one -> hasPieces(one.tool()))
                .ifPresent(one -> asked.computeIfAbsent(path, _ -> new ArrayList<>()).add(one));
        if (found.containsKey(path)) {
            return;
        }
        if (found.size() >= MOST_FILES || bytes > MOST_BYTES) {
            tooMany = true;
            return;
        }
        Optional<FileContent> content = disk.content(path);
        bytes += content.map(FileContent::size).orElse(0L);
        found.put(path, new ScriptFile(named, path, start, end, content));
        content.ifPresent(file -> entryPoints(path, file.text(), start, end));
        content.ifPresent(file -> includedTasks(path, file.text(), start, end));
    }

    /// The Taskfiles of other folders, with those of their tasks that this one runs.
    private void includedTasks(Path taskfile, String text, int start, int end) {
        Optional<Asked> asker = asking.filter(one -> one.tool().equals("task"));
        Optional<Path> folder = Optional.ofNullable(taskfile.getParent());
        if (asker.isEmpty() || folder.isEmpty()) {
            return;
        }
        TaskfileTasks.included(text, asker.get().words())
                .forEach((file, tasks) -> {
                    List<ScriptWord> words =
                            tasks.stream().map(task -> ScriptWord.known(task, start, end)).toList();
                    asking = Optional.of(new Asked("task", words));
                    Stream.of(file, file + "/Taskfile.yml", file + "/Taskfile.yaml")
                            .flatMap(named -> TargetPaths.under(folder.get(), named).stream())
                            .filter(path -> disk.content(path).isPresent())
                            .findFirst()
                            .ifPresent(path -> add(file, path, start, end));
                });
        asking = asker;
    }

    /// The modules of the project that `uv run NAME` and its like start.
    private void entryPoints(Path project, String text, int start, int end) {
        Optional<Asked> asker = asking.filter(one -> PyprojectTasks.TOOLS.contains(one.tool()));
        Optional<Path> folder = Optional.ofNullable(project.getParent());
        if (asker.isEmpty() || folder.isEmpty()) {
            return;
        }
        asking = Optional.empty();
        for (String file : PyprojectTasks.files(text, asker.get().words())) {
            Optional<Path> path = TargetPaths.under(folder.get(), file);
            path.filter(one -> disk.content(one).isPresent())
                    .ifPresent(one -> add(file, one, start, end));
        }
        asking = asker;
    }

    /// The same, shown where another script stands that runs them.
    ScriptFiles at(ScriptFile script) {
        found.replaceAll((_, file) -> file.at(script.start(), script.end()));
        return this;
    }

    private static boolean hasPieces(String tool) {
        return PackageScripts.MANAGERS.contains(tool)
                || MakeRecipes.TOOLS.contains(tool)
                || PyprojectTasks.TOOLS.contains(tool)
                || tool.equals("just")
                || tool.equals("task");
    }

    /// What of it a shell is given; empty where another program reads it.
    List<ScriptPiece> shellTexts(ScriptFile file) {
        Optional<FileContent> content = file.content().filter(FileContent::isWhole);
        if (content.isEmpty()) {
            return List.of();
        }
        String text = content.get().text();
        List<Asked> askers = asked.getOrDefault(file.path(), List.of());
        if (!askers.isEmpty()) {
            return askers.stream()
                    .flatMap(one -> pieces(one, text).stream())
                    .distinct()
                    .limit(MOST_PIECES)
                    .toList();
        }
        String first = text.lines().findFirst().orElse("");
        boolean shell =
                isForShell(first)
                        || runByShell.contains(file.path())
                        || (file.named().endsWith(".sh") && !first.startsWith("#!"));
        return shell ? List.of(ScriptPiece.whole(text)) : List.of();
    }

    private static List<ScriptPiece> pieces(Asked asked, String text) {
        if (MakeRecipes.TOOLS.contains(asked.tool())) {
            return MakeRecipes.of(text, asked.words());
        }
        if (PyprojectTasks.TOOLS.contains(asked.tool())) {
            return PyprojectTasks.of(text, asked.words());
        }
        return switch (asked.tool()) {
            case "just" -> JustRecipes.of(text, asked.words());
            case "task" -> TaskfileTasks.of(text, asked.words());
            default -> PackageScripts.pieces(asked.tool(), text, asked.words());
        };
    }

    /// Whether the first line of a file has a shell read it.
    static boolean isForShell(String firstLine) {
        return SHELL_SCRIPT.matcher(firstLine).matches();
    }
}
