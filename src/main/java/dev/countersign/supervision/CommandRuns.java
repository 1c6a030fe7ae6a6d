package dev.countersign.supervision;

import dev.countersign.approval.ApprovedCall;
import dev.countersign.execution.ExecutionEngine;
import dev.countersign.execution.StartResult;
import dev.countersign.recording.RecordingWriter;
import dev.countersign.settings.Settings;
import dev.countersign.settings.SettingsStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/// Starts what was approved, and makes the recordings that output goes to. Safe on any thread.
final class CommandRuns {
    private static final long MEBIBYTE = 1L << 20;

    private final ExecutionEngine engine;
    private final SettingsStore settings;
    private final InstantSource clock;
    private final DiskRoom room;
    private final Supplier<List<Duration>> startRetries;
    private final AtomicLong outputBytes = new AtomicLong();

    CommandRuns(SupervisorParts parts, DiskRoom room) {
        this.engine = parts.running().engine();
        this.settings = parts.settings();
        this.clock = parts.world().clock();
        this.room = room;
        this.startRetries = parts.running().surroundings().startRetries();
    }

    StartResult start(ApprovedCall call, CallOutput output) {
        return engine.start(call, output);
    }

    /// How long to wait before each further try of a start that failed for a passing reason.
    List<Duration> startRetries() {
        return startRetries.get();
    }

    /// How long a job may run, counted from its start.
    Duration jobTimeLimit() {
        return settings.value(Settings.BACKGROUND_TIME);
    }

    /// Makes the place that output is recorded in.
    ///
    /// @param arrived is run whenever output arrived; must not block
    /// @param limitReached is run when the run printed as much as one may; must not block
    CallOutput createOutput(Path recording, Runnable arrived, Runnable limitReached)
            throws IOException {
        return new CallOutput(
                RecordingWriter.create(recording, clock.instant()),
                new CallOutput.House(
                        clock,
                        outputBytes,
                        room,
                        () -> MEBIBYTE * settings.value(Settings.MAX_RUN_OUTPUT)),
                arrived,
                limitReached);
    }

    /// Bytes of output recorded since the start of the console.
    long outputBytes() {
        return outputBytes.get();
    }
}
