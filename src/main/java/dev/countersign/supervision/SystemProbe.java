package dev.countersign.supervision;

import dev.countersign.execution.ExecutionEngines;
import dev.countersign.execution.Rehearsals;
import dev.countersign.execution.SandboxAvailability;
import dev.countersign.execution.Sandboxes;
import dev.countersign.execution.ShellFinder;
import dev.countersign.settings.CountersignPaths;
import dev.countersign.settings.Settings;
import dev.countersign.settings.SettingsSnapshot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// What `doctor` tries of this system. Blocks for some milliseconds.
public final class SystemProbe {
    private SystemProbe() {}

    /// The shell that commands run by; empty where there is none.
    ///
    /// @param bash whether it is a bash, as which commands are judged
    public record Shell(Path program, boolean bash) {}

    /// Finds the shell as the console does.
    ///
    /// @param settings the person's own
    public static Optional<Shell> shell(
            Map<String, String> environment, SettingsSnapshot settings) {
        String set = settings.value(Settings.SHELL);
        ShellFinder shells =
                new ShellFinder(environment)
                        .preferring(
                                () -> set.isEmpty() ? Optional.empty() : Optional.of(Path.of(set)));
        return shells.find().map(found -> new Shell(found, shells.other().isEmpty()));
    }

    /// Why commands run by Java's own means, by which what leaves its process tree is found less
    /// surely; empty where they run by those of Linux.
    public static Optional<String> engineObstacle() {
        return ExecutionEngines.linuxObstacle();
    }

    /// What shuts commands in, or why nothing does, a sentence.
    ///
    /// @param program bubblewrap, where it works
    /// @param obstacle empty where it does
    public record Sandboxing(Optional<Path> program, Optional<String> obstacle) {}

    /// Tries bubblewrap as the console does.
    public static Sandboxing sandboxing(
            Map<String, String> environment, Path home, CountersignPaths paths) {
        return switch (new Sandboxes(environment, home, paths.ownFolders()).availability()) {
            case SandboxAvailability.Available(Path program) ->
                    new Sandboxing(Optional.of(program), Optional.empty());
            case SandboxAvailability.Absent(String reason) ->
                    new Sandboxing(Optional.empty(), Optional.of(reason));
        };
    }

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
