package dev.countersign.supervision;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What runs ask of the system in tests: every shell is a bash, there is no git, and nothing is
/// rehearsed.
final class PlainSurroundings {
    private PlainSurroundings() {}

    /// Those of this system, where nothing can be shut in.
    static RunSurroundings in(Path folder) {
        return RunSurroundings.ofThisSystem(
                folder,
                Optional::empty,
                () -> Optional.of("There is no sandbox here."),
                () -> List.of(Duration.ofSeconds(1)));
    }

    /// With a disk and with pauses before further starts that the test chose.
    static RunSurroundings with(DiskRoom.Space space, List<Duration> startRetries) {
        return new RunSurroundings(
                space,
                Optional::empty,
                Optional::empty,
                () -> startRetries,
                Optional.empty(),
                Optional.empty());
    }
}
