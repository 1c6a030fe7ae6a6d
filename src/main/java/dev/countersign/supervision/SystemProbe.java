package dev.countersign.supervision;

import dev.countersign.execution.Rehearsals;
import dev.countersign.execution.Sandboxes;
import dev.countersign.settings.CountersignPaths;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// What `doctor` tries of this system. Blocks for some milliseconds.
public final class SystemProbe {
    private SystemProbe() {}

    /// Why commands cannot be rehearsed, a sentence; empty where they can. Tried where the console
    /// would keep the throw-away copies, or where temporary files are while it has no folder yet.
    public static Optional<String> rehearsalObstacle(
            Map<String, String> environment, Path home, CountersignPaths paths) {
        Sandboxes sandboxes = new Sandboxes(environment, home, paths.ownFolders());
        Path folder =
                Files.isDirectory(paths.state())
                        ? paths.rehearsalsFolder()
                        : Path.of(System.getProperty("java.io.tmpdir"));
        return new Rehearsals(sandboxes, folder).obstacle();
    }
}
