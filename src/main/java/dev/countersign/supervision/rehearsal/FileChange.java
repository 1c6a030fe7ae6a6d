package dev.countersign.supervision.rehearsal;

import java.nio.file.Path;
import java.util.Optional;

/// What a rehearsal did to one path of the workspace.
///
/// @param root which of the workspace's roots
/// @param path relative to the root
/// @param before empty where nothing was
/// @param after empty where nothing is any more
public record FileChange(
        int root, Path path, Optional<FileVersion> before, Optional<FileVersion> after) {
    public FileChange {
        if (before.isEmpty() && after.isEmpty()) {
            throw new IllegalArgumentException("nothing changed at " + path);
        }
    }

    /// In one word.
    public enum Kind {
        ADDED,
        CHANGED,
        REMOVED
    }

    public Kind kind() {
        if (before.isEmpty()) {
            return Kind.ADDED;
        }
        return after.isEmpty() ? Kind.REMOVED : Kind.CHANGED;
    }

    /// What it is, or was where it is gone.
    public FileVersion version() {
        return after.or(() -> before).orElseThrow();
    }

    /// Whether what was there must go before anything else can be there.
    boolean needsRemoval() {
        return before.isPresent()
                && (after.isEmpty()
                        || (after.get().kind() != before.get().kind()
                                && (after.get().kind() == FileVersion.Kind.FOLDER
                                        || before.get().kind() == FileVersion.Kind.FOLDER)));
    }
}
