package dev.countersign.supervision;

import dev.countersign.safety.FileFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// What the real disk tells the assessment. Safe on any thread; may block on a slow disk.
public final class DiskFacts implements FileFacts {
    /// The path with the symbolic links of its existing part resolved.
    @Override
    public Path resolve(Path absolute) {
        Path normal = absolute.toAbsolutePath().normalize();
        for (Path existing = normal; existing != null; existing = existing.getParent()) {
            Optional<Path> real = realPath(existing);
            if (real.isPresent()) {
                return real.get().resolve(existing.relativize(normal)).normalize();
            }
        }
        return normal;
    }

    /// Empty when it is not there, or not to be looked at.
    private static Optional<Path> realPath(Path path) {
        try {
            return Optional.of(path.toRealPath());
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}
