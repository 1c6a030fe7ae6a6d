package dev.countersign.cli.hook;

import dev.countersign.cli.CountersignCommand;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `countersign hook` as part of the whole command line; agents take the short way of [HookLaunch].
@Command(
        name = "hook",
        description = {
            "Puts the commands of an agent's own shell in the queue: the agent starts this as its"
                    + " hook.",
            "Reads the agent's hook JSON on standard input. 'countersign connect' sets it up.",
            "Exit code 0 with JSON, or 2 with a reason, never else."
        })
public final class HookCommand implements Callable<Integer> {
    private final CountersignCommand root;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "AGENT",
            completionCandidates = Agents.class,
            description = "One of: ${COMPLETION-CANDIDATES}.")
    private String agent = "";

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description =
                    "The time limit that the agent gives its hook; it is answered before that.")
    private Optional<Long> timeout = Optional.empty();

    /// The names of the agents.
    static final class Agents implements Iterable<String> {
        @Override
        public java.util.Iterator<String> iterator() {
            return List.of(HookDialect.values()).stream().map(HookDialect::agent).iterator();
        }
    }

    public HookCommand(CountersignCommand root) {
        this.root = root;
    }

    @Override
    public Integer call() {
        HookDialect dialect =
                HookDialect.named(agent)
                        .orElseThrow(() ->
                                new ParameterException(
                                        spec.commandLine(),
                                        "unknown agent '%s'; known are: %s"
                                                .formatted(
                                                        agent, String.join(", ", new Agents()))));
        return new HookLaunch(dialect, root.home(), timeout.map(Duration::ofSeconds)).run();
    }
}
