package dev.countersign.recording;

import dev.countersign.recording.OutputActivity.Pause;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Counts when a recording printed how much, while it grows. Confined to one thread.
///
/// Memory is the same for a second and for a day: at most [#MOST_SPANS] spans, which double their
/// length when the run outgrows them, and the longest [#MOST_PAUSES] pauses.
public final class OutputTimeline {
    static final int MOST_SPANS = 2_048;
    static final int MOST_PAUSES = 512;

    /// A shorter time without output is no pause.
    static final Duration SHORTEST_PAUSE = Duration.ofMillis(500);

    private final Recording recording;
    private final EntryCursor cursor;
    private final long[] stdout = new long[MOST_SPANS];
    private final long[] stderr = new long[MOST_SPANS];
    private final List<Pause> pauses = new ArrayList<>();
    private long spanNanos = 1_000_000;
    private long shortestPause = SHORTEST_PAUSE.toNanos();
    private int spans;
    private long next;
    private long lastNanos;
    private Optional<Duration> firstStderr = Optional.empty();

    public OutputTimeline(Recording recording) {
        this.recording = recording;
        this.cursor = recording.cursor();
    }

    /// Takes in what the recording knows by its own last refresh. Blocks on the disk. Returns
    /// whether there was anything new; an interrupt ends it early without loss.
    public boolean refresh() throws IOException {
        long before = next;
        cursor.forget();
        long end = recording.end().entries();
        while (next < end && !(next % 4096 == 0 && Thread.currentThread().isInterrupted())) {
            take(recording.entry(cursor, next));
            next++;
        }
        return next != before;
    }

    private void take(IndexEntry entry) {
        if (entry.stream() == StreamKind.CONSOLE || entry.length() == 0) {
            return;
        }
        long nanos = entry.nanos();
        if (nanos - lastNanos >= shortestPause) {
            addPause(new Pause(Duration.ofNanos(lastNanos), Duration.ofNanos(nanos)));
        }
        lastNanos = nanos;
        while (nanos / spanNanos >= MOST_SPANS) {
            halve();
        }
        int place = (int) (nanos / spanNanos);
        spans = Math.max(spans, place + 1);
        long amount = Math.max(1, entry.newlines());
        switch (entry.stream()) {
            case STDOUT -> stdout[place] += amount;
            case STDERR -> {
                stderr[place] += amount;
                if (firstStderr.isEmpty()) {
                    firstStderr = Optional.of(Duration.ofNanos(nanos));
                }
            }
            case CONSOLE -> throw new IllegalStateException("not counted");
        }
    }

    private void addPause(Pause pause) {
        pauses.add(pause);
        if (pauses.size() > MOST_PAUSES) {
            shortestPause *= 2;
            pauses.removeIf(each -> each.length().toNanos() < shortestPause);
        }
    }

    private void halve() {
        for (int place = 0; place < MOST_SPANS / 2; place++) {
            stdout[place] = stdout[2 * place] + stdout[2 * place + 1];
            stderr[place] = stderr[2 * place] + stderr[2 * place + 1];
        }
        Arrays.fill(stdout, MOST_SPANS / 2, MOST_SPANS, 0);
        Arrays.fill(stderr, MOST_SPANS / 2, MOST_SPANS, 0);
        spans = (spans + 1) / 2;
        spanNanos *= 2;
    }

    /// What was counted up to now.
    public OutputActivity activity() {
        return new OutputActivity(
                Duration.ofNanos(spanNanos),
                Arrays.stream(stdout, 0, spans).boxed().toList(),
                Arrays.stream(stderr, 0, spans).boxed().toList(),
                Duration.ofNanos(lastNanos),
                firstStderr,
                pauses);
    }
}
