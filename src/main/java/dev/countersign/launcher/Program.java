package dev.countersign.launcher;

import dev.countersign.cli.CheckCommand;
import dev.countersign.cli.CompletionCommand;
import dev.countersign.cli.ConnectCommand;
import dev.countersign.cli.CountersignCommand;
import dev.countersign.cli.CountersignCommandLine;
import dev.countersign.cli.DemoCommand;
import dev.countersign.cli.DisconnectCommand;
import dev.countersign.cli.DoctorCommand;
import dev.countersign.cli.HistoryCommand;
import dev.countersign.cli.McpCommand;
import dev.countersign.cli.PlatformChecks;
import dev.countersign.cli.hook.ApproverCommand;
import dev.countersign.cli.hook.HookCommand;
import dev.countersign.cli.hook.RunCommand;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/// The whole command line, put together.
final class Program {
    private Program() {}

    /// Runs what the arguments ask for. Blocks as long as that takes.
    ///
    /// @return the exit code
    static int run(String[] arguments) {
        return commandLine(System.getenv())
                .writingTo(
                        new PrintWriter(System.out, false, StandardCharsets.UTF_8),
                        new PrintWriter(System.err, true, StandardCharsets.UTF_8))
                .execute(arguments);
    }

    static CountersignCommandLine commandLine(Map<String, String> environment) {
        CountersignCommand root = new CountersignCommand(WindowLaunch::run, environment);
        Path directory = Path.of("").toAbsolutePath();
        return new CountersignCommandLine(root)
                .with(new McpCommand(root))
                .with(new HookCommand(root))
                .with(new RunCommand(root))
                .with(new ApproverCommand(root, environment))
                .with(new ConnectCommand(root, environment))
                .with(new DisconnectCommand(root, environment))
                .with(new CheckCommand(root, System.in, directory))
                .with(HistoryCommand.commandLine(root, environment))
                .with(new DoctorCommand(root, new PlatformChecks(environment).all()))
                .with(new DemoCommand(root))
                .with(new CompletionCommand());
    }
}
