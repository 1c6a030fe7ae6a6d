package dev.countersign.cli;

import dev.countersign.settings.CountersignPaths;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/// `countersign` itself: without a subcommand it opens the window.
@Command(
        name = "countersign",
        versionProvider = CountersignCommand.Version.class,
        synopsisSubcommandLabel = "[COMMAND]",
        description = {
            "Asks a person before AI coding agents run shell commands.",
            "Without a command it opens the window; if it is open already, it comes to the front."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:the answer is no (denied, not verified, nothing found)",
            "2:the command line is wrong",
            "3:no console runs",
            "4:it cannot be done here"
        },
        footerHeading = "%nEnvironment:%n",
        footer = {
            "  COUNTERSIGN_HOME       keeps everything it reads and writes under one folder",
            "  COUNTERSIGN_JAVA_OPTS  further options for the JVM",
            "  COUNTERSIGN_NO_START   1 keeps 'mcp' from starting the console"
        })
public final class CountersignCommand implements Callable<Integer>, CommonOptions {
    /// Opens the window.
    public interface Console {
        /// Blocks until the window is closed.
        ///
        /// @return the exit code
        int open(CommonOptions options);
    }

    /// What `--version` says.
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"countersign " + ProgramVersion.number()};
        }
    }

    private final Console console;
    private final Map<String, String> environment;

    @Option(
            names = "--home",
            paramLabel = "FOLDER",
            scope = ScopeType.INHERIT,
            description = "Keep everything under this folder (also: COUNTERSIGN_HOME).")
    private Optional<Path> home = Optional.empty();

    @Option(
            names = "--debug",
            scope = ScopeType.INHERIT,
            description = "Tell failures with all their details.")
    private boolean debug;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help.")
    @SuppressWarnings("UnusedVariable") // picocli itself answers it
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version.")
    @SuppressWarnings("UnusedVariable") // picocli itself answers it
    private boolean version;

    public CountersignCommand(Console console, Map<String, String> environment) {
        this.console = console;
        this.environment = Map.copyOf(environment);
    }

    @Override
    public Integer call() {
        return console.open(this);
    }

    @Override
    public Optional<Path> home() {
        return home;
    }

    @Override
    public boolean debug() {
        return debug;
    }

    @Override
    public Path personHome() {
        return given().personHome();
    }

    @Override
    public CountersignPaths paths() {
        return given().paths();
    }

    private GivenOptions given() {
        return new GivenOptions(home, debug, environment);
    }
}
