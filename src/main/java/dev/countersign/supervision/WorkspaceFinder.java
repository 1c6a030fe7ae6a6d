package dev.countersign.supervision;

import dev.countersign.toolcall.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Finds the workspace of an agent by looking at the disk, never by running git.
///
/// It is the git top level of the agent's directory, else that directory; for an agent that told
/// only roots, these; for one that told nothing, the person's home folder, as which everything
/// counts as outside. May block on a slow disk.
public final class WorkspaceFinder {
    private final Path home;

    WorkspaceFinder(Path home) {
        this.home = home;
    }

    Workspace find(AgentIntroduction introduction) {
        Optional<Path> directory = introduction.directory().flatMap(WorkspaceFinder::resolve);
        if (directory.isPresent()) {
            return of(directory.get());
        }
        List<Path> roots =
                introduction.roots().stream().flatMap(root -> resolve(root).stream()).toList();
        if (!roots.isEmpty()) {
            return new Workspace(roots);
        }
        return Workspace.of(resolve(home).orElse(home.toAbsolutePath()));
    }

    /// The workspace of somebody who works in this folder.
    ///
    /// @param directory absolute, links resolved
    public static Workspace of(Path directory) {
        return new Workspace(List.of(topLevel(directory)), directory);
    }

    /// The nearest folder upwards that holds a `.git`; the folder itself where there is none.
    private static Path topLevel(Path directory) {
        for (Path folder = directory; folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve(".git"))) {
                return folder;
            }
        }
        return directory;
    }

    /// The real path of an existing folder.
    private static Optional<Path> resolve(Path folder) {
        try {
            Path real = folder.toRealPath();
            return Files.isDirectory(real) ? Optional.of(real) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
