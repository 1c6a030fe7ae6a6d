package dev.countersign.safety;

import java.nio.file.Path;
import java.util.Optional;

/// What the disk knows that a command does not say. The only way by which this room sees the disk.
@FunctionalInterface
public interface FileFacts {
    /// The path with the symbolic links of its existing part resolved. Never fails: what cannot be
    /// found out stays as it is.
    Path resolve(Path absolute);

    /// What a regular file holds, links followed. Empty where there is none, it cannot be read, or
    /// it is larger than [FileContent#LARGEST].
    default Optional<FileContent> content(Path file) {
        return Optional.empty();
    }

    /// Knows nothing of the disk.
    static FileFacts none() {
        return Path::normalize;
    }
}
