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
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells whether a file has changed since it was last asked, by looking at its size and times.
///
/// Polling rather than a watch service: editors replace files, network folders send no events, and
/// one look a second costs nothing. Confined to whoever guards it.
public final class WatchedFile {
    private static final Logger LOG = LoggerFactory.getLogger(WatchedFile.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

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

    /// Has its owner look at the file once a second, on a thread of the executor.
    ///
    /// @param look asks [#mayHaveChanged] and takes what is new; a failure of it is logged
    /// @return ends the watching when run
    public Runnable watchOn(ScheduledExecutorService executor, Runnable look) {
        ScheduledFuture<?> looking =
                executor.scheduleWithFixedDelay(
                        () -> lookWithoutThrowing(look),
                        BETWEEN_LOOKS.toMillis(),
                        BETWEEN_LOOKS.toMillis(),
                        TimeUnit.MILLISECONDS);
        return () -> looking.cancel(false);
    }

    // A task that throws is never scheduled again, and the file would no longer be watched.
    private void lookWithoutThrowing(Runnable look) {
        try {
            look.run();
        } catch (RuntimeException failure) {
            LOG.error("{} could not be taken anew", file.getFileName(), failure);
        }
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
        // A file that is mostly absent is asked for without an exception each second.
        if (!Files.exists(file)) {
            return new Stamp(Optional.empty(), 0, "absent");
        }
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
