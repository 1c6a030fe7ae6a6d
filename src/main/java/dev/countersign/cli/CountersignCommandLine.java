package dev.countersign.cli;

import java.io.PrintWriter;
import java.util.Objects;
import picocli.CommandLine;

/// The whole command line: the root command with the subcommands that the launcher hands in.
public final class CountersignCommandLine {
    private final CountersignCommand root;
    private final CommandLine commandLine;

    public CountersignCommandLine(CountersignCommand root) {
        this.root = root;
        this.commandLine = new CommandLine(root);
    }

    /// Adds a command that is annotated for picocli.
    public CountersignCommandLine with(Object subcommand) {
        commandLine.addSubcommand(subcommand);
        return this;
    }

    /// What it understands: its commands, options and parameters.
    public CommandLine.Model.CommandSpec specification() {
        return commandLine.getCommandSpec();
    }

    /// Where the commands write; the process's own streams unless it is said.
    public CountersignCommandLine writingTo(PrintWriter out, PrintWriter error) {
        commandLine.setOut(out).setErr(error);
        return this;
    }

    /// Runs what the arguments ask for. Blocks as long as that takes.
    ///
    /// @return the exit code
    public int execute(String... arguments) {
        commandLine.setUsageHelpAutoWidth(true);
        commandLine.setExecutionExceptionHandler((failure, command, _) -> {
            PrintWriter error = command.getErr();
            error.println("countersign: " + words(failure));
            if (root.debug()) {
                failure.printStackTrace(error);
            }
            error.flush();
            return ExitCode.CANNOT;
        });
        commandLine.setParameterExceptionHandler((failure, _) -> misused(failure));
        return commandLine.execute(arguments);
    }

    /// Says what is wrong and where to read on: the whole help would hide it.
    private static int misused(CommandLine.ParameterException failure) {
        CommandLine command = failure.getCommandLine();
        PrintWriter error = command.getErr();
        error.println("countersign: " + words(failure));
        CommandLine.UnmatchedArgumentException.printSuggestions(failure, error);
        error.println("Try: " + command.getCommandSpec().qualifiedName() + " --help");
        error.flush();
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    private static String words(Exception failure) {
        return Objects.requireNonNullElse(failure.getMessage(), failure.toString());
    }
}
