package dev.countersign.safety;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// The files that a command runs, found and read while it is assessed. Confined to one assessment.
final class ScriptFiles {
    static final int MOST_FILES = 50;

    private static final long MOST_BYTES = 32L << 20;
    // How far up from a folder the file of its project is looked for.
    private static final int HIGHEST = 20;
    private static final Pattern SHELL_SCRIPT =
            Pattern.compile("#! ?\\S*/(env (-S )?)?(ba|da|z|k)?sh\\b.*");

    private final TargetPaths paths;
    private final FileFacts disk;
    private final Map<Path, ScriptFile> found = new LinkedHashMap<>();
    private final Set<Path> runByShell = new HashSet<>();
    private final Map<Path, List<String>> packageScripts = new HashMap<>();
    private List<String> asked = List.of();
    private long bytes;
    private boolean tooMany;

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
        asked = List.of();
        for (Path path : paths.unresolved(word)) {
            add(word.shown(), path, word.start(), word.end());
            if (byShell) {
                runByShell.add(path);
            }
        }
    }

    /// An argument that may be a file that is run, a folder, or the name of something else.
    void perhaps(ScriptWord word) {
        asked = List.of();
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
        asked =
                PackageScripts.MANAGERS.contains(name)
                        ? PackageScripts.names(
                                name, command.words().subList(1, command.words().size()))
                        : List.of();
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

    private void nearest(SimpleCommand command, Path folder, String file) {
        Path at = folder;
        for (int i = 0; i < HIGHEST && at != null && paths.isInWorkspace(at); i++) {
            Path path = at.resolve(file);
            if (disk.content(path).isPresent()) {
                add(file, path, command.start(), command.end());
                return;
            }
            at = at.getParent();
        }
    }

    private void add(String named, Path path, int start, int end) {
        if (found.containsKey(path)) {
            return;
        }
        if (found.size() >= MOST_FILES || bytes > MOST_BYTES) {
            tooMany = true;
            return;
        }
        if (!asked.isEmpty()) {
            packageScripts.put(path, asked);
        }
        Optional<FileContent> content = disk.content(path);
        bytes += content.map(FileContent::size).orElse(0L);
        found.put(path, new ScriptFile(named, path, start, end, content));
    }

    /// The same, shown where another script stands that runs them.
    ScriptFiles at(ScriptFile script) {
        found.replaceAll((_, file) -> file.at(script.start(), script.end()));
        return this;
    }

    /// The text where it is one for a shell.
    Optional<String> shellScript(ScriptFile file) {
        Optional<FileContent> content = file.content().filter(FileContent::isWhole);
        if (content.isEmpty()) {
            return Optional.empty();
        }
        String text = content.get().text();
        if (packageScripts.containsKey(file.path())) {
            return PackageScripts.text(text, packageScripts.get(file.path()));
        }
        String first = text.lines().findFirst().orElse("");
        boolean shell =
                SHELL_SCRIPT.matcher(first).matches()
                        || runByShell.contains(file.path())
                        || (file.named().endsWith(".sh") && !first.startsWith("#!"));
        return shell ? Optional.of(text) : Optional.empty();
    }
}
