package dev.countersign.toolcall;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/// The folders that an agent works in, and the one that its commands start in.
///
/// Paths are absolute, with symbolic links already resolved by whoever made this value; nothing
/// here touches a disk.
public record Workspace(List<Path> roots, Path directory) {
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
        if (!directory.isAbsolute()) {
            throw new IllegalArgumentException("directory must be absolute: " + directory);
        }
    }

    /// Several folders; commands start in the first.
    public Workspace(List<Path> roots) {
        this(roots, roots.getFirst());
    }

    public static Workspace of(Path root) {
        return new Workspace(List.of(root));
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

    /// The last name of the first root, for tight places: `shop` for `/home/ann/shop`.
    public String shortName() {
        Path root = roots.getFirst();
        return Objects.requireNonNullElse(root.getFileName(), root).toString();
    }
}
