package dev.countersign.supervision;

import dev.countersign.execution.OutputSink;
import dev.countersign.execution.OutputStreamKind;
import dev.countersign.recording.RecordingProgress;
import dev.countersign.recording.RecordingTotals;
import dev.countersign.recording.RecordingWriter;
import dev.countersign.recording.StreamKind;
import dev.countersign.toolcall.Outcome;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// Takes what a command prints into its recording, as it arrives, as long as there is room for it.
/// Safe on any thread.
final class CallOutput implements OutputSink, Closeable {
    /// Why output is not taken for now.
    enum Held {
        /// The disk has too little room.
        DISK,
        /// The run has printed as much as one run may.
        LIMIT
    }

    /// What all runs share.
    ///
    /// @param allBytes counts the output of all calls together
    /// @param mostBytes how much one run may print until the person is asked
    record House(InstantSource clock, AtomicLong allBytes, DiskRoom room, LongSupplier mostBytes) {}

    private final RecordingWriter recording;
    private final House house;
    private final Runnable arrived;
    private final Runnable limitReached;
    private final AtomicLong limit;
    private volatile Optional<Held> held = Optional.empty();
    private volatile boolean givenUp;

    /// Counted here as well, since the recording's own figures cost more to ask for. Of one thread
    /// at a time, which the engine sees to.
    private long taken;

    /// @param arrived is run after each chunk; must not block
    /// @param limitReached is run when the run has printed as much as it may; must not block
    CallOutput(RecordingWriter recording, House house, Runnable arrived, Runnable limitReached) {
        this.recording = recording;
        this.house = house;
        this.arrived = arrived;
        this.limitReached = limitReached;
        this.limit = new AtomicLong(house.mostBytes().getAsLong());
    }

    @Override
    public boolean accept(OutputStreamKind stream, ByteBuffer bytes) throws IOException {
        if (house.room().isLow()) {
            return holdForRoom("there is too little room on the disk");
        }
        if (taken + bytes.remaining() > limit.get()) {
            boolean first = held.isEmpty();
            held = Optional.of(Held.LIMIT);
            if (first) {
                limitReached.run();
            }
            return false;
        }
        int length = bytes.remaining();
        try {
            recording.append(kind(stream), bytes, house.clock().instant());
        } catch (IOException failure) {
            if (!DiskRoom.isForRoom(failure)) {
                throw failure;
            }
            house.room().refused();
            return holdForRoom(String.valueOf(failure.getMessage()));
        }
        if (held.isPresent()) {
            held = Optional.empty();
        }
        taken += length;
        house.allBytes().addAndGet(length);
        house.room().wrote(length);
        arrived.run();
        return true;
    }

    private boolean holdForRoom(String reason) throws IOException {
        if (givenUp) {
            throw new IOException("the console closed while " + reason);
        }
        held = Optional.of(Held.DISK);
        return false;
    }

    /// Why nothing is taken for now.
    Optional<Held> held() {
        return held;
    }

    /// The person lets it print as much again. The engine is to be told to go on.
    void raiseLimit() {
        limit.addAndGet(house.mostBytes().getAsLong());
    }

    /// It is being stopped: what it printed until then is taken whatever the limit says.
    void liftLimit() {
        limit.set(Long.MAX_VALUE);
    }

    /// The console closes: what finds no room now is lost. The engine is to be told to go on.
    void giveUp() {
        givenUp = true;
        liftLimit();
    }

    private static StreamKind kind(OutputStreamKind stream) {
        return switch (stream) {
            case STDOUT -> StreamKind.STDOUT;
            case STDERR -> StreamKind.STDERR;
        };
    }

    /// Ends a job's file with a line that says how it ended.
    void appendClosingLine(Outcome outcome) throws IOException {
        recording.appendConsoleLine(
                "[background process " + words(outcome) + "]", house.clock().instant());
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
        recording.finish(house.clock().instant());
    }

    RecordingTotals totals() {
        return recording.progress().totals();
    }

    RecordingProgress progress() {
        return recording.progress();
    }

    String lastLine() {
        return recording.progress().lastLine();
    }

    @Override
    public void close() throws IOException {
        recording.close();
    }
}
