package dev.countersign.toolcall;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/// The folders that an agent works in. The first root is where its commands start.
///
/// Paths are absolute, with symbolic links already resolved by whoever made this value; nothing
/// here touches a disk.
public record Workspace(List<Path> roots) {
    public Workspace {
        roots = List.copyOf(roots);
        if (roots.isEmpty()) {
            throw new IllegalArgumentException("workspace needs a root");
        }
        for (Path root : roots) {
            if (!root.isAbsolute()) {
                throw new IllegalArgumentException("workspace root must be absolute: " + root);
            }
        }
    }

    public static Workspace of(Path root) {
        return new Workspace(List.of(root));
    }

    /// The folder that commands start in.
    public Path directory() {
        return roots.getFirst();
    }

    /// Whether a resolved, absolute path lies in one of the roots.
    ///
    /// The root of the file system and a home folder hold other things than the agent's work, so as
    /// a workspace they contain nothing.
    public boolean contains(Path resolved, Path home) {
        Path normal = resolved.normalize();
        return roots.stream()
                .filter(root -> root.getParent() != null && !root.equals(home))
                .anyMatch(normal::startsWith);
    }

    /// The last name of the directory, for tight places: `shop` for `/home/ann/shop`.
    public String shortName() {
        return Objects.requireNonNullElse(directory().getFileName(), directory()).toString();
    }
}
