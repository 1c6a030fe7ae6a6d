package dev.countersign.supervision;

import dev.countersign.execution.Rehearsals;
import dev.countersign.platform.GitReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// What of the system the supervisor asks about runs.
///
/// @param space how many bytes are left where output is kept
/// @param otherShell the shell that commands run by where that is no bash
/// @param sandboxObstacle why commands cannot be shut in, a sentence; empty where they can; may
///   block for a moment when first asked
/// @param startRetries how long to wait before each further try of a start that failed for a
///   passing reason
/// @param git asked about what a waiting command would lose; empty where there is none
/// @param rehearsals runs commands for show; empty where nothing can
public record RunSurroundings(
        DiskRoom.Space space,
        Supplier<Optional<Path>> otherShell,
        Supplier<Optional<String>> sandboxObstacle,
        Supplier<List<Duration>> startRetries,
        Optional<GitReader> git,
        Optional<Rehearsals> rehearsals) {
    /// The same with a git to ask.
    public RunSurroundings withGit(Optional<GitReader> reader) {
        return new RunSurroundings(
                space, otherShell, sandboxObstacle, startRetries, reader, rehearsals);
    }

    /// The same with somebody to run commands for show.
    public RunSurroundings withRehearsals(Rehearsals layers) {
        return new RunSurroundings(
                space, otherShell, sandboxObstacle, startRetries, git, Optional.of(layers));
    }

    /// Those of this system, without git and rehearsals.
    ///
    /// @param recordings the folder of all recordings
    /// @param startRetries as the settings say now
    public static RunSurroundings ofThisSystem(
            Path recordings,
            Supplier<Optional<Path>> otherShell,
            Supplier<Optional<String>> sandboxObstacle,
            Supplier<List<Duration>> startRetries) {
        return new RunSurroundings(
                () -> Files.getFileStore(existing(recordings)).getUsableSpace(),
                otherShell,
                sandboxObstacle,
                startRetries,
                Optional.empty(),
                Optional.empty());
    }

    /// The folder, or what there is of its parents before the first recording.
    private static Path existing(Path folder) {
        Path there = folder.toAbsolutePath();
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        return there;
    }
}
