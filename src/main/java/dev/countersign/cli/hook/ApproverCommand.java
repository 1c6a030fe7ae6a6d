package dev.countersign.cli.hook;

import dev.countersign.cli.CountersignCommand;
import dev.countersign.cli.ExitCode;
import dev.countersign.platform.WrappedProgram;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `countersign approver`: answers an agent's own questions about commands from the queue.
@Command(
        name = "approver",
        description = {
            "Answers an agent's own questions about commands from the queue; the agent runs what is"
                    + " approved itself."
        })
public final class ApproverCommand {
    private final CountersignCommand root;
    private final Map<String, String> environment;

    @Spec private CommandSpec spec = CommandSpec.create();

    public ApproverCommand(CountersignCommand root, Map<String, String> environment) {
        this.root = root;
        this.environment = Map.copyOf(environment);
    }

    /// Stands in front of `codex app-server`.
    @Command(
            name = "codex",
            description = {
                "Starts a codex app-server and stands between it and its client: what it asks about"
                        + " commands goes into the queue.",
                "Codex is not told why a command was declined; its protocol has no words for it."
            })
    int codex(
            @Parameters(
                            paramLabel = "PROGRAM",
                            arity = "0..*",
                            description = "What to start. Usual: codex app-server.")
                    List<String> program)
            throws IOException, InterruptedException {
        List<String> command =
                program == null || program.isEmpty() ? List.of("codex", "app-server") : program;
        Process server = WrappedProgram.start(command);
        Thread end = new Thread(server::destroy, "approver-end");
        Runtime.getRuntime().addShutdownHook(end);
        new CodexApprover(
                        new CodexApprover.Pipes(
                                new FileInputStream(FileDescriptor.in),
                                new FileOutputStream(FileDescriptor.out),
                                server.getInputStream(),
                                server.getOutputStream()),
                        root.paths().socket())
                .run();
        return server.waitFor();
    }

    /// Listens to a running `opencode serve`.
    @Command(
            name = "opencode",
            description = {
                "Listens to a running 'opencode serve': where its permission for bash is 'ask', its"
                        + " questions go into the queue."
            })
    int opencode(
            @Parameters(
                            paramLabel = "URL",
                            description = "The server, on this machine: http://127.0.0.1:4096")
                    URI server,
            @Option(
                            names = "--directory",
                            paramLabel = "FOLDER",
                            description =
                                    "The project, where it is not the one the server was started"
                                            + " in.")
                    Optional<String> directory)
            throws IOException, InterruptedException {
        if (!OpencodeApprover.isLocal(server)) {
            throw new ParameterException(
                    spec.commandLine(), "only a server on this machine: http://127.0.0.1:PORT");
        }
        new OpencodeApprover(server, directory, environment, root.paths().socket()).run();
        return ExitCode.DONE;
    }
}
