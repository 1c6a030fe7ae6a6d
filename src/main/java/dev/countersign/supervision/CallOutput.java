package dev.countersign.supervision;

import dev.countersign.execution.OutputSink;
import dev.countersign.execution.OutputStreamKind;
import dev.countersign.recording.RecordingTotals;
import dev.countersign.recording.RecordingWriter;
import dev.countersign.recording.StreamKind;
import dev.countersign.toolcall.Outcome;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/// Takes what a command prints into its recording, as it arrives. Safe on any thread.
final class CallOutput implements OutputSink, Closeable {
    private final RecordingWriter recording;
    private final InstantSource clock;
    private final AtomicLong allBytes;
    private final Runnable arrived;

    /// @param allBytes counts the output of all calls together
    /// @param arrived is run after each chunk; must not block
    CallOutput(
            RecordingWriter recording, InstantSource clock, AtomicLong allBytes, Runnable arrived) {
        this.recording = recording;
        this.clock = clock;
        this.allBytes = allBytes;
        this.arrived = arrived;
    }

    @Override
    public boolean accept(OutputStreamKind stream, ByteBuffer bytes) throws IOException {
        recording.append(kind(stream), bytes, clock.instant());
        allBytes.addAndGet(bytes.remaining());
        arrived.run();
        return true;
    }

    private static StreamKind kind(OutputStreamKind stream) {
        return switch (stream) {
            case STDOUT -> StreamKind.STDOUT;
            case STDERR -> StreamKind.STDERR;
        };
    }

    /// Ends a job's file with a line that says how it ended.
    void appendClosingLine(Outcome outcome) throws IOException {
        recording.appendConsoleLine("[background process " + words(outcome) + "]", clock.instant());
    }

    private static String words(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Exited(int code) -> code == 0 ? "completed" : "failed: exit code " + code;
            case Outcome.Signalled(String signal) -> "error: killed by " + signal;
            case Outcome.TimedOut(var after) ->
                    "error: timed out after %s and was stopped".formatted(AnswerText.limit(after));
            case Outcome.Stopped(var by, var signal) ->
                    "error: stopped by %s (%s)".formatted(by.words(), signal);
            case Outcome.FailedToStart(var _, String message) -> "error: " + message;
            case Outcome.Lost _ -> "error: its end was not seen";
        };
    }

    void finish() throws IOException {
        recording.finish(clock.instant());
    }

    RecordingTotals totals() {
        return recording.progress().totals();
    }

    String lastLine() {
        return recording.progress().lastLine();
    }

    Path folder() {
        return recording.folder();
    }

    Path outputFile() {
        return recording.outputFile();
    }

    @Override
    public void close() throws IOException {
        recording.close();
    }
}
