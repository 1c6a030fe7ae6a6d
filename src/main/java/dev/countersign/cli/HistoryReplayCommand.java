package dev.countersign.cli;

import dev.countersign.journal.CallRecord;
import dev.countersign.recording.CastImport;
import dev.countersign.recording.MaskedReplay;
import dev.countersign.recording.Recording;
import dev.countersign.recording.ReplayPace;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `countersign history replay`: plays a run's output again, as it came. Nothing is run.
@Command(
        name = "replay",
        description = {
            "Plays the output of a run again in the terminal, as it came.",
            "Nothing is run; what a terminal could obey but colours is left out, secrets are"
                    + " masked."
        },
        footer = {"", "Exit codes: 0 played, 1 there is nothing to play, 4 it cannot be read."})
final class HistoryReplayCommand implements Callable<Integer> {
    private final HistoryPlaces places;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "ID|FILE",
            description = "shell_1a2b3c4d or 1a2b3c4d, or an asciicast file (.cast).")
    private String what = "";

    @Option(
            names = "--speed",
            paramLabel = "N",
            defaultValue = "1",
            description = "0.5 to 16 times as quick (default: ${DEFAULT-VALUE}).")
    private double speed;

    @Option(
            names = "--idle",
            paramLabel = "SECONDS",
            defaultValue = "2",
            description = "Longer pauses are cut to this (default: ${DEFAULT-VALUE}).")
    private double idle;

    HistoryReplayCommand(HistoryPlaces places) {
        this.places = places;
    }

    @Override
    public Integer call() throws IOException {
        ReplayPace pace = pace();
        Path file = Path.of(what);
        if (what.endsWith(".cast") || (HistoryPlaces.id(what).isEmpty() && Files.exists(file))) {
            return playCast(file, pace);
        }
        ToolCallId id =
                HistoryPlaces.id(what)
                        .orElseThrow(() ->
                                new ParameterException(
                                        spec.commandLine(), HistoryPlaces.noId(what)));
        Path folder = places.recording(id);
        if (!Files.isDirectory(folder)) {
            CallRecord record = places.records(Set.of(id)).get(id);
            tell(record == null ? "there is no call " + id : HistoryPlaces.noOutput(record));
            return ExitCode.NO;
        }
        try (Recording recording = Recording.recover(folder)) {
            play(recording, pace);
        }
        return ExitCode.DONE;
    }

    private ReplayPace pace() {
        if (!(speed >= ReplayPace.SLOWEST && speed <= ReplayPace.FASTEST)) {
            throw new ParameterException(spec.commandLine(), "--speed must be from 0.5 to 16");
        }
        if (!(idle >= 0 && idle < 1e6)) {
            throw new ParameterException(spec.commandLine(), "--idle must be 0 or more");
        }
        return new ReplayPace(speed, Optional.of(Duration.ofMillis(Math.round(idle * 1000))));
    }

    private int playCast(Path file, ReplayPace pace) throws IOException {
        if (!Files.isRegularFile(file)) {
            tell(file + " is not there, or is no file");
            return ExitCode.CANNOT;
        }
        Path temporary = Files.createTempDirectory("countersign-cast");
        Path folder = temporary.resolve("recording");
        try {
            CastImport.into(file, folder);
            try (Recording recording = Recording.open(folder)) {
                play(recording, pace);
            }
            return ExitCode.DONE;
        } catch (CastImport.NoAsciicast e) {
            tell("%s cannot be played: %s".formatted(file, e.getMessage()));
            return ExitCode.CANNOT;
        } finally {
            Recording.delete(folder);
            Files.deleteIfExists(temporary);
        }
    }

    private void tell(String words) {
        spec.commandLine().getErr().println("countersign: " + words);
    }

    private void play(Recording recording, ReplayPace pace) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Duration[] last = {Duration.ZERO};
        MaskedReplay.play(
                recording,
                places.masker(),
                (time, text) -> {
                    pause(pace.wait(time.minus(last[0])));
                    last[0] = time;
                    out.print(text);
                    return !out.checkError();
                });
    }

    private static void pause(Duration wait) throws InterruptedIOException {
        try {
            Thread.sleep(wait);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }
}
