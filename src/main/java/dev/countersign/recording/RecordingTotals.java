package dev.countersign.recording;

/// How much a command has written, by stream.
public record RecordingTotals(StreamTotals stdout, StreamTotals stderr) {

    public static final RecordingTotals NONE =
            new RecordingTotals(StreamTotals.NONE, StreamTotals.NONE);

    /// Throws `IllegalArgumentException` for the console's own lines, which have no totals.
    public StreamTotals of(StreamKind stream) {
        return switch (stream) {
            case STDOUT -> stdout;
            case STDERR -> stderr;
            case CONSOLE -> throw new IllegalArgumentException("console lines are not counted");
        };
    }

    public long bytes() {
        return stdout.bytes() + stderr.bytes();
    }

    public long lines() {
        return stdout.lines() + stderr.lines();
    }
}
