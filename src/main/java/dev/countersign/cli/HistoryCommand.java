package dev.countersign.cli;

import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `countersign history`: what is kept, for terminals and scripts. Works while the console runs and
/// while it does not.
@Command(
        name = "history",
        description = {
            "Searches, shows, replays, exports and verifies what is kept.",
            "Changes nothing (reindex makes the index anew); works while the console runs and"
                    + " while it does not."
        })
public final class HistoryCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    private HistoryCommand() {}

    /// The command with all its own subcommands.
    ///
    /// @param environment the values of its secrets are masked in what is shown
    public static CommandLine commandLine(CommonOptions options, Map<String, String> environment) {
        HistoryPlaces places = new HistoryPlaces(options, environment);
        return new CommandLine(new HistoryCommand())
                .addSubcommand(new HistorySearchCommand(places))
                .addSubcommand(new HistoryShowCommand(places))
                .addSubcommand(new HistoryReplayCommand(places))
                .addSubcommand(new HistoryExportCommand(places))
                .addSubcommand(new HistoryVerifyCommand(places))
                .addSubcommand(new HistoryReindexCommand(places));
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCode.USAGE;
    }
}
