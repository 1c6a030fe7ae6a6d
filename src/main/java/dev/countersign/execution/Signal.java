package dev.countersign.execution;

import dev.countersign.toolcall.Outcome;
import java.util.List;
import java.util.Optional;

/// The signals that we send, and the names of those that end commands.
enum Signal {
    TERMINATE(15),
    KILL(9),
    INTERRUPT(2),
    STOP(onMacOr(17, 19)),
    CONTINUE(onMacOr(19, 18)),
    WINDOW_CHANGED(28);

    /// Linux, x86 and ARM, see signal(7). Those with an empty name end no process.
    private static final List<String> NAMES =
            List.of(
                    "", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1",
                    "SEGV", "USR2", "PIPE", "ALRM", "TERM", "STKFLT", "", "", "", "", "", "", "",
                    "XCPU", "XFSZ", "VTALRM", "PROF", "", "POLL", "PWR", "SYS");

    private static final int SIGNALLED = 128;

    private final int number;

    Signal(int number) {
        this.number = number;
    }

    private static int onMacOr(int mac, int other) {
        return System.getProperty("os.name", "").startsWith("Mac") ? mac : other;
    }

    int number() {
        return number;
    }

    /// With its prefix: `SIGKILL`.
    String signalName() {
        return nameOf(number);
    }

    /// `SIGSEGV` for 11; `signal 40` for one without a name.
    static String nameOf(int number) {
        return deadlyName(number).orElse("signal " + number);
    }

    /// How a command ended, by the exit code of a shell that waited for it: 128 + n for signal n,
    /// which a command can also choose itself.
    static Outcome outcomeOfShell(int code) {
        return deadlyName(code - SIGNALLED)
                .<Outcome>map(Outcome.Signalled::new)
                .orElseGet(() -> new Outcome.Exited(code));
    }

    /// The name of a signal that ends a process unless it is handled; empty for other numbers.
    static Optional<String> deadlyName(int number) {
        if (number <= 0 || number >= NAMES.size() || NAMES.get(number).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of("SIG" + NAMES.get(number));
    }
}
