package dev.countersign.safety;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Where the paths of a command lead, while its `cd`s are followed.
///
/// After a `cd` a relative path is looked at from every folder that the script was in, since which
/// of them it is can depend on what fails. Confined to one assessment.
final class TargetPaths {
    private static final int MOST_FOLDERS = 8;
    // Looks at the disk; more than any command of a person names.
    private static final int MOST_LOOKS = 5_000;
    private static final Set<String> HARMLESS_DEVICES =
            Set.of("/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/zero");

    private final AssessmentRequest request;
    private final FileFacts files;
    private final List<Path> folders = new ArrayList<>();
    private final Map<String, List<Path>> resolved = new HashMap<>();
    private Optional<Folders> changed = Optional.empty();
    private boolean folderUnknown;
    private int looks;

    TargetPaths(AssessmentRequest request, FileFacts files) {
        this.request = request;
        this.files = files;
        this.folders.add(request.directory());
    }

    /// Where a path leads.
    enum Place {
        INSIDE,
        OUTSIDE,
        UNKNOWN,
        /// `/dev/null` and its like, which keep nothing.
        NOWHERE
    }

    /// The folders that the script may be in.
    ///
    /// @param unknown it may be in others too
    record Folders(List<Path> reached, boolean unknown) {
        Folders {
            reached = List.copyOf(reached);
        }
    }

    Folders folders() {
        return new Folders(folders, folderUnknown);
    }

    void returnTo(Folders before) {
        if (folderUnknown != before.unknown() || !folders.equals(before.reached())) {
            folders.clear();
            folders.addAll(before.reached());
            folderUnknown = before.unknown();
            resolved.clear();
        }
    }

    /// It may be in these as well.
    void also(Folders others) {
        if (folderUnknown == others.unknown() && folders.equals(others.reached())) {
            return;
        }
        folderUnknown |= others.unknown();
        others.reached().stream().filter(path -> !folders.contains(path)).forEach(folders::add);
        if (folders.size() > MOST_FOLDERS) {
            changeDirectoryToUnknown();
        }
        resolved.clear();
    }

    /// Where the last command has changed to, if it was a `cd` and did not fail.
    Optional<Folders> changed() {
        return changed;
    }

    void forgetChange() {
        changed = Optional.empty();
    }

    void changedTo(Folders reached) {
        changed = Optional.of(reached);
    }

    /// A `cd`, which may fail.
    void changeDirectory(ScriptWord target) {
        List<Path> reached = resolve(target);
        if (reached.isEmpty() || folders.size() + reached.size() > MOST_FOLDERS) {
            changeDirectoryToUnknown();
            return;
        }
        changed = Optional.of(new Folders(reached, false));
        reached.stream().filter(path -> !folders.contains(path)).forEach(folders::add);
        resolved.clear();
    }

    void changeDirectoryToUnknown() {
        folderUnknown = true;
        changed = Optional.empty();
        resolved.clear();
    }

    String workspaceRoot() {
        return request.workspace().roots().getFirst().toString();
    }

    Place place(ScriptWord word) {
        String named = word.path().orElse("");
        if (HARMLESS_DEVICES.contains(named) || named.startsWith("/dev/fd/")) {
            return Place.NOWHERE;
        }
        List<Path> paths = resolve(word);
        if (paths.isEmpty()) {
            return Place.UNKNOWN;
        }
        boolean inside =
                paths.stream().allMatch(path -> request.workspace().contains(path, request.home()));
        return inside ? Place.INSIDE : Place.OUTSIDE;
    }

    /// What a command does to a place, for rules about paths.
    PathUse use(EffectKind kind, ScriptWord word) {
        return new PathUse(
                kind, word.shown(), resolve(word), word.glob(), place(word) == Place.INSIDE);
    }

    /// Every place that the word may name, links resolved; none when it is not known. Of a pattern
    /// the folder that it is looked for in.
    List<Path> resolve(ScriptWord word) {
        Optional<String> text = word.path().map(path -> word.glob() ? beforeGlob(path) : path);
        if (text.isEmpty()) {
            return List.of();
        }
        String key = (word.fromHome() ? "home:" : "path:") + text.get();
        List<Path> before = resolved.get(key);
        if (before != null) {
            return before;
        }
        List<Path> paths = look(text.get(), word.fromHome());
        resolved.put(key, paths);
        return paths;
    }

    private List<Path> look(String text, boolean fromHome) {
        looks += folders.size();
        if (looks > MOST_LOOKS) {
            return List.of();
        }
        try {
            return resolve(text, fromHome).stream()
                    .map(path -> files.resolve(path.normalize()))
                    .toList();
        } catch (InvalidPathException _) {
            return List.of();
        }
    }

    private List<Path> resolve(String text, boolean fromHome) {
        if (fromHome) {
            if (text.equals("~")) {
                return List.of(request.home());
            }
            return text.startsWith("~/")
                    ? List.of(request.home().resolve(text.substring(2)))
                    : List.of();
        }
        Path path = Path.of(text);
        if (path.isAbsolute()) {
            return List.of(path);
        }
        if (folderUnknown) {
            return List.of();
        }
        return folders.stream().map(folder -> folder.resolve(path)).toList();
    }

    /// Every place that the word may name, links left as they are; none when it is not known, or is
    /// a pattern.
    List<Path> unresolved(ScriptWord word) {
        if (word.path().isEmpty() || word.glob()) {
            return List.of();
        }
        try {
            return resolve(word.path().get(), word.fromHome());
        } catch (InvalidPathException _) {
            return List.of();
        }
    }

    /// The folders that the script may be in, as far as they are known.
    List<Path> possibleFolders() {
        return List.copyOf(folders);
    }

    boolean isInWorkspace(Path path) {
        return request.workspace().contains(path, request.home());
    }

    static Optional<Path> under(Path folder, String path) {
        try {
            return Optional.of(folder.resolve(path));
        } catch (InvalidPathException _) {
            return Optional.empty();
        }
    }

    boolean isOwn(Path path) {
        return request.ownFolders().stream().anyMatch(path::startsWith);
    }

    Path home() {
        return request.home();
    }

    private static String beforeGlob(String path) {
        int glob = 0;
        while (glob < path.length() && "*?[".indexOf(path.charAt(glob)) < 0) {
            glob++;
        }
        int slash = path.lastIndexOf('/', Math.min(glob, path.length() - 1));
        if (slash < 0) {
            return glob == path.length() ? path : ".";
        }
        return slash == 0 ? "/" : path.substring(0, slash);
    }
}
