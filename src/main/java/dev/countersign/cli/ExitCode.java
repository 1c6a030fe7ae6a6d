package dev.countersign.cli;

/// What the subcommands tell whoever started them.
public final class ExitCode {
    public static final int DONE = 0;

    /// The answer is no: denied, not verified, nothing found.
    public static final int NO = 1;

    public static final int USAGE = 2;

    /// No console runs.
    public static final int NO_CONSOLE = 3;

    /// It cannot be done here.
    public static final int CANNOT = 4;

    private ExitCode() {}
}
