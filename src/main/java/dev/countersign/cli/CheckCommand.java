package dev.countersign.cli;

import dev.countersign.approval.CommandsFile;
import dev.countersign.approval.PermissionRules;
import dev.countersign.approval.RuleBook;
import dev.countersign.approval.RuleFiles;
import dev.countersign.approval.RulesInForce;
import dev.countersign.safety.CommandKnowledge;
import dev.countersign.toolcall.Workspace;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `countersign check`: what the console thinks of commands, without running anything.
@Command(
        name = "check",
        description = {
            "Tells the assessment and verdict of commands without running anything.",
            "Needs no console, starts no process, touches no network."
        },
        footer = {
            "",
            "Exit codes for one command: 0 allowed, 1 denied or refused, 5 asked. For many: 0.",
            "",
            "Example: countersign check 'cd build && rm -rf \"$OUT\"/* ; git push -f'"
        })
public final class CheckCommand implements Callable<Integer> {
    /// A person would be asked.
    public static final int ASKED = 5;

    static final int ALLOWED = 0;
    static final int DENIED = 1;

    private static final String STANDARD_INPUT = "-";

    private final InputStream input;
    private final CommonOptions options;
    private final Path directory;

    @Spec private @Nullable CommandSpec spec;

    @Option(
            names = "--json",
            description =
                    "Answer in JSON lines; from standard input, take lines {\"id\",\"command\" or"
                            + " \"command_b64\",\"cwd\"}.")
    private boolean json;

    @Option(
            names = "--text",
            description = "Take each line of standard input as it is, as one command.")
    private boolean text;

    @Parameters(
            arity = "0..1",
            paramLabel = "COMMAND",
            description = "The command, or - to read many from standard input.")
    private @Nullable String command;

    /// @param input where the lines of `-` come from
    /// @param directory where a command would start when nothing else is said, absolute
    public CheckCommand(CommonOptions options, InputStream input, Path directory) {
        this.input = input;
        this.options = options;
        this.directory = directory.toAbsolutePath();
    }

    @Override
    public Integer call() throws IOException {
        CommandSpec self = spec;
        if (self == null) {
            throw new IllegalStateException("to be called by picocli");
        }
        String one = command;
        boolean many = one == null ? json || text : one.equals(STANDARD_INPUT);
        if (one == null && !many) {
            throw new ParameterException(
                    self.commandLine(),
                    "Give a command, or - to read commands from standard input.");
        }
        if (text && !many) {
            throw new ParameterException(
                    self.commandLine(), "--text is for commands from standard input.");
        }
        PrintWriter out = self.commandLine().getOut();
        Function<Workspace, RuleBook> rules = rules(self.commandLine().getErr());
        CommandChecker checker =
                CommandChecker.create(
                        options.paths(),
                        knowledge(self.commandLine().getErr()),
                        rules,
                        directory,
                        options.personHome());
        if (one == null || many) {
            new CheckLines(checker, json && !text, json).run(input, out);
            return 0;
        }
        CheckAnswer answer = checker.check(one, Optional.empty());
        out.print(json ? CheckJson.line(Optional.empty(), answer) : CheckText.of(answer));
        out.flush();
        return exitCode(answer);
    }

    private static int exitCode(CheckAnswer answer) {
        return switch (answer) {
            case CheckAnswer.Refused _ -> DENIED;
            case CheckAnswer.Judged judged ->
                    switch (judged.verdict().verdict()) {
                        case ALLOW -> ALLOWED;
                        case ASK -> ASKED;
                        case DENY -> DENIED;
                    };
        };
    }

    /// What is known of commands, with what the person says of them.
    private CommandKnowledge knowledge(PrintWriter errors) {
        CommandsFile file = CommandsFile.read(options.paths().commandsFile());
        file.problem()
                .ifPresent(problem ->
                        errors.println("What it says is not taken. " + problem.sentence()));
        errors.flush();
        return file.knowledge();
    }

    /// The rules in force, the starter rules where there is no file.
    private Function<Workspace, RuleBook> rules(PrintWriter errors) {
        Path file = options.paths().permissionsFile();
        RuleFiles files =
                RuleFiles.lookingOnly(
                        file, options.paths().rulesFolder(), InstantSource.system());
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            PermissionRules starter = PermissionRules.starter();
            return workspace -> files.book(workspace, starter);
        }
        RulesInForce now = files.global().current();
        String meanwhile =
                now.rules().rules().isEmpty()
                        ? "No rule is in force, so everything is asked. "
                        : "The rules before it decide. ";
        now.problem().ifPresent(problem -> errors.println(meanwhile + problem.sentence()));
        now.pending()
                .ifPresent(_ ->
                        errors.println(
                                file
                                        + " was changed and loosens. Until you confirm that in the"
                                        + " window, the rules before it decide."));
        errors.flush();
        return files::book;
    }
}
