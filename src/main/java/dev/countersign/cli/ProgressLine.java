package dev.countersign.cli;

import dev.countersign.journal.StoredHistory;
import dev.countersign.recording.ExportWatch;
import java.io.Console;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;

/// Tells on standard error how far a long work has come: nothing in its first second, then twice a
/// second on a terminal, else every ten seconds. Confined to its caller.
final class ProgressLine implements StoredHistory.Progress, ExportWatch {
    private static final Duration QUIET = Duration.ofSeconds(1);
    private static final Duration ON_TERMINAL = Duration.ofMillis(500);
    private static final Duration ELSEWHERE = Duration.ofSeconds(10);

    /// What is counted.
    enum Unit {
        EVENTS("%s: %,d of %,d events, %,d a second", 1),
        MEBIBYTES("%s: %,d of %,d MiB, %,d a second", 1 << 20);

        private final String form;
        private final long size;

        Unit(String form, long size) {
            this.form = form;
            this.size = size;
        }
    }

    private final PrintWriter error;
    private final Unit unit;
    private final String work;
    private final boolean terminal;
    private final InstantSource clock;
    private final Instant start;
    private Instant next;
    private boolean told;

    /// @param work what is done, as a phrase: 'verifying'
    ProgressLine(PrintWriter error, Unit unit, String work, boolean terminal, InstantSource clock) {
        this.unit = unit;
        this.error = error;
        this.work = work;
        this.terminal = terminal;
        this.clock = clock;
        this.start = clock.instant();
        this.next = start.plus(QUIET);
    }

    static boolean isOnTerminal() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    }

    @Override
    public void at(long done, long all) {
        Instant now = clock.instant();
        if (now.isBefore(next)) {
            return;
        }
        next = now.plus(terminal ? ON_TERMINAL : ELSEWHERE);
        long seconds = Math.max(1, Duration.between(start, now).toSeconds());
        String line =
                String.format(
                        Locale.ROOT,
                        unit.form,
                        work,
                        done / unit.size,
                        all / unit.size,
                        done / unit.size / seconds);
        error.print(terminal ? "\r\u001b[K" + line : line + System.lineSeparator());
        error.flush();
        told = true;
    }

    @Override
    public boolean isCancelled() {
        return false;
    }

    /// Clears the line for what comes.
    void end() {
        if (told && terminal) {
            error.print("\r\u001b[K");
            error.flush();
        }
    }
}
