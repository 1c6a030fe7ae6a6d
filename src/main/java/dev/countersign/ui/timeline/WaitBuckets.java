package dev.countersign.ui.timeline;

import dev.countersign.journal.LaneSpan;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// How long calls waited for the person, counted in classes. Pure.
///
/// @param counts one for each of [#LIMITS] and one for what took longer
/// @param median empty where nothing waited
/// @param overAMinute how many of them waited for longer than a minute
record WaitBuckets(List<Long> counts, long total, Optional<Duration> median, long overAMinute) {
    /// Each class holds the waits up to its limit.
    static final List<Duration> LIMITS =
            List.of(
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(2),
                    Duration.ofSeconds(4),
                    Duration.ofSeconds(8),
                    Duration.ofSeconds(15),
                    Duration.ofSeconds(30),
                    Duration.ofMinutes(1),
                    Duration.ofMinutes(2),
                    Duration.ofMinutes(5),
                    Duration.ofMinutes(15));

    static final List<String> LABELS =
            List.of("1s", "2s", "4s", "8s", "15s", "30s", "1m", "2m", "5m", "15m", "more");

    WaitBuckets {
        counts = List.copyOf(counts);
    }

    static WaitBuckets of(List<LaneSpan> spans) {
        long[] counts = new long[LABELS.size()];
        Duration[] waits =
                spans.stream()
                        .filter(span -> span.queued().isPresent() && span.decided().isPresent())
                        .map(span ->
                                Duration.between(
                                        span.queued().get(), span.decided().get()))
                        .sorted()
                        .toArray(Duration[]::new);
        for (Duration wait : waits) {
            counts[bucket(wait)]++;
        }
        return new WaitBuckets(
                Arrays.stream(counts).boxed().toList(),
                waits.length,
                waits.length == 0 ? Optional.empty() : Optional.of(waits[(waits.length - 1) / 2]),
                Arrays.stream(waits)
                        .filter(wait -> wait.compareTo(Duration.ofMinutes(1)) > 0)
                        .count());
    }

    static int bucket(Duration wait) {
        int bucket = 0;
        while (bucket < LIMITS.size() && wait.compareTo(LIMITS.get(bucket)) > 0) {
            bucket++;
        }
        return bucket;
    }
}
