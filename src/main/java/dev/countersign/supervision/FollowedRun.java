package dev.countersign.supervision;

import dev.countersign.ansi.OutputSanitizer;
import dev.countersign.journal.CallRecord;
import dev.countersign.recording.ReadPosition;
import dev.countersign.recording.Recording;
import dev.countersign.recording.StreamKind;
import dev.countersign.settings.Settings;
import dev.countersign.settings.SettingsStore;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.StartFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads a run on as it goes, for whoever showed its ticket. Guarded by its own monitor.
final class FollowedRun implements TicketRun {
    private static final Logger LOG = LoggerFactory.getLogger(FollowedRun.class);

    /// How much is given at once, in bytes, about.
    private static final int PIECE_BYTES = 256 << 10;

    private static final int SIGNAL_BASE = 128;
    private static final int TIMED_OUT = 124;
    private static final int CANNOT_START = 126;
    private static final int NOT_FOUND = 127;

    /// As Linux numbers them, and macOS but for SIGBUS.
    private static final Map<String, Integer> SIGNALS =
            Map.of(
                    "SIGHUP", 1, "SIGINT", 2, "SIGQUIT", 3, "SIGILL", 4, "SIGABRT", 6, "SIGBUS", 7,
                    "SIGKILL", 9, "SIGSEGV", 11, "SIGPIPE", 13, "SIGTERM", 15);

    private final LiveCall life;
    private final CallLedger ledger;
    private final CallAnswers answers;
    private final SettingsStore settings;
    private final OutputSanitizer stdout = new OutputSanitizer();
    private final OutputSanitizer stderr = new OutputSanitizer();
    private Optional<Recording> recording = Optional.empty();
    private ReadPosition position = ReadPosition.START;
    private boolean finished;

    FollowedRun(LiveCall life, CallLedger ledger, CallAnswers answers, SettingsStore settings) {
        this.life = life;
        this.ledger = ledger;
        this.answers = answers;
        this.settings = settings;
    }

    @Override
    public Output next(Duration wait) throws InterruptedException {
        long known = readBytes();
        CallState state =
                life.await(
                        now ->
                                now.isOver()
                                        || now.output()
                                                .filter(output -> output.totals().bytes() > known)
                                                .isPresent(),
                        wait);
        return read(state.isOver());
    }

    private synchronized long readBytes() {
        return recording.map(files -> files.totals().bytes()).orElse(0L);
    }

    private synchronized Output read(boolean over) {
        List<Piece> pieces = new ArrayList<>();
        try {
            boolean all = readSome(pieces, over);
            if (!over || !all) {
                return new Output(pieces, Optional.empty());
            }
        } catch (IOException e) {
            LOG.error("{}: its recording cannot be read: {}", life.id(), e.toString());
            pieces.add(new Piece(true, "[its output cannot be read: " + e.getMessage() + "]\n"));
        }
        close();
        return new Output(pieces, Optional.of(end()));
    }

    /// Whether all that there is was read.
    private boolean readSome(List<Piece> pieces, boolean over) throws IOException {
        if (recording.isEmpty()) {
            if (life.state().output().isEmpty()) {
                return true;
            }
            recording = Optional.of(Recording.open(ledger.recording(life.id())));
        }
        Recording files = recording.get();
        files.refresh();
        position =
                files.readSome(
                        position,
                        StreamKind.ofCommand(),
                        PIECE_BYTES,
                        (stream, _, bytes, offset, length) -> {
                            StringBuilder text = new StringBuilder(length);
                            boolean error = stream == StreamKind.STDERR;
                            (error ? stderr : stdout).accept(bytes, offset, length, text);
                            add(pieces, error, text);
                            return true;
                        });
        boolean all = position.equals(files.end());
        if (over && all && !finished) {
            finished = true;
            StringBuilder rest = new StringBuilder();
            stdout.finish(rest);
            add(pieces, false, rest);
            StringBuilder restOfErrors = new StringBuilder();
            stderr.finish(restOfErrors);
            add(pieces, true, restOfErrors);
        }
        return all;
    }

    private static void add(List<Piece> pieces, boolean toStderr, StringBuilder text) {
        if (!text.isEmpty()) {
            pieces.add(new Piece(toStderr, text.toString()));
        }
    }

    private End end() {
        Optional<CallRecord> record = ledger.find(life.id());
        Optional<Outcome> outcome = record.flatMap(CallRecord::outcome);
        List<String> words = new ArrayList<>();
        life.approvedCommand()
                .filter(approved -> !approved.equals(life.call().command()))
                .map(CommandText::text)
                .map("[edited before running; what ran: %s]"::formatted)
                .ifPresent(words::add);
        record.flatMap(DecisionReport::rehearsed).map(AnswerText::rehearsed).ifPresent(words::add);
        if (outcome.isPresent() && outcome.get() instanceof Outcome.Exited(int code)) {
            return new End(code, said(words));
        }
        words.add("[" + HookedCalls.sentence(answers.withoutOutput(life.id())) + "]");
        return new End(outcome.map(FollowedRun::exitCode).orElse(CANNOT_START), said(words));
    }

    private static Optional<String> said(List<String> words) {
        return words.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", words));
    }

    private static int exitCode(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Exited(int code) -> code;
            case Outcome.Signalled(String signal) -> SIGNAL_BASE + number(signal);
            case Outcome.Stopped(var _, String signal) -> SIGNAL_BASE + number(signal);
            case Outcome.TimedOut _ -> TIMED_OUT;
            case Outcome.FailedToStart(StartFailure failure, String _) ->
                    failure == StartFailure.SHELL_NOT_FOUND ? NOT_FOUND : CANNOT_START;
            case Outcome.Lost _ -> CANNOT_START;
        };
    }

    private static int number(String signal) {
        return SIGNALS.getOrDefault(signal, 0);
    }

    @Override
    public void callerGone() {
        life.callerLeft(settings.value(Settings.STOP_FOREGROUND_ON_DISCONNECT));
        synchronized (this) {
            close();
        }
    }

    private void close() {
        try {
            if (recording.isPresent()) {
                recording.get().close();
            }
        } catch (IOException e) {
            LOG.warn("a recording could not be closed: {}", e.toString());
        }
        recording = Optional.empty();
    }
}
