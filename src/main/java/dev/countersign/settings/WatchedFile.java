package dev.countersign.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/// Tells whether a file has changed since it was last asked, by looking at its size and times.
///
/// Polling rather than a watch service: editors replace files, network folders send no events, and
/// one look a second costs nothing. Confined to whoever guards it.
public final class WatchedFile {
    // File times can be as coarse as two seconds: so long a second write may look like the first.
    private static final Duration COARSEST_TIME = Duration.ofSeconds(2);

    private final Path file;
    private final InstantSource clock;
    private Optional<Stamp> last = Optional.empty();
    private boolean settled;

    public WatchedFile(Path file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
    }

    /// Whether the file may be another than at the last time this was asked. The first answer is
    /// true. Looks at the disk.
    public boolean mayHaveChanged() {
        Stamp now = stamp();
        boolean same = settled && last.equals(Optional.of(now));
        last = Optional.of(now);
        settled =
                now.modified()
                        .map(time -> time.plus(COARSEST_TIME).isBefore(clock.instant()))
                        .orElse(true);
        return !same;
    }

    private Stamp stamp() {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            FileTime modified = attributes.lastModifiedTime();
            return new Stamp(
                    Optional.of(modified.toInstant()),
                    attributes.size(),
                    String.valueOf(attributes.fileKey()));
        } catch (IOException failure) {
            return new Stamp(Optional.empty(), 0, failure.getClass().getName());
        }
    }

    private record Stamp(Optional<Instant> modified, long size, String key) {}
}
