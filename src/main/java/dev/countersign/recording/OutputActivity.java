package dev.countersign.recording;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// When a run printed how much, in equal spans of time.
///
/// @param span how long one of the counted spans is
/// @param stdout lines that began or went on in each span, from the start on
/// @param stderr the same of standard error, as many spans
/// @param lastOutput when the last byte came
/// @param firstStderr when standard error first said something
/// @param pauses ascending; not all short ones, see [OutputTimeline]
public record OutputActivity(
        Duration span,
        List<Long> stdout,
        List<Long> stderr,
        Duration lastOutput,
        Optional<Duration> firstStderr,
        List<Pause> pauses) {

    public static final OutputActivity NONE =
            new OutputActivity(
                    Duration.ofMillis(1),
                    List.of(),
                    List.of(),
                    Duration.ZERO,
                    Optional.empty(),
                    List.of());

    /// A time without output, between two outputs or before the first.
    public record Pause(Duration from, Duration to) {
        public Pause {
            if (to.compareTo(from) < 0) {
                throw new IllegalArgumentException("pause: " + from + ".." + to);
            }
        }

        public Duration length() {
            return to.minus(from);
        }
    }

    public OutputActivity {
        stdout = List.copyOf(stdout);
        stderr = List.copyOf(stderr);
        pauses = List.copyOf(pauses);
        if (stdout.size() != stderr.size()) {
            throw new IllegalArgumentException("spans: " + stdout.size() + ", " + stderr.size());
        }
    }
}
