package dev.countersign.safety;

import java.nio.file.Path;

/// What the disk knows that a command does not say. The only way by which this room sees the disk.
@FunctionalInterface
public interface FileFacts {
    /// The path with the symbolic links of its existing part resolved. Never fails: what cannot be
    /// found out stays as it is.
    Path resolve(Path absolute);

    /// Knows nothing of the disk.
    static FileFacts none() {
        return Path::normalize;
    }
}
