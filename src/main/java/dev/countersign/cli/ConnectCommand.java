package dev.countersign.cli;

import dev.countersign.settings.Launcher;
import dev.countersign.supervision.connect.AgentFiles;
import dev.countersign.supervision.connect.AgentKind;
import dev.countersign.supervision.connect.ConnectPlan;
import dev.countersign.supervision.connect.ShellUse;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `countersign connect`: shows, and with `--write` makes, the change to an agent's configuration.
@Command(
        name = "connect",
        description = {
            "Shows what connects an agent: our tool allowed, its own shell off or hooked, its time"
                    + " limits raised.",
            "With --write it is written; each file is kept beside it as it was, and 'disconnect'"
                    + " puts it back."
        })
public final class ConnectCommand implements Callable<Integer> {
    private final CountersignCommand root;
    private final Map<String, String> environment;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "AGENT",
            completionCandidates = Agents.class,
            description = "One of: ${COMPLETION-CANDIDATES}.")
    private String agent = "";

    @Option(names = "--write", description = "Write it, instead of only showing it.")
    private boolean write;

    @Option(
            names = "--shell",
            paramLabel = "USE",
            description =
                    "What becomes of the agent's own shell: off, hooked or open. Usual: hooked for"
                            + " claude-code, off for the others.")
    private Optional<String> shell = Optional.empty();

    /// The names of the agents.
    static final class Agents implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of(AgentKind.values()).stream().map(AgentKind::agent).iterator();
        }
    }

    public ConnectCommand(CountersignCommand root, Map<String, String> environment) {
        this.root = root;
        this.environment = Map.copyOf(environment);
    }

    @Override
    public Integer call() throws IOException {
        ConnectPlan plan = plan(spec, agent, shell, root, environment);
        PrintWriter out = spec.commandLine().getOut();
        Optional<ShellUse> other = otherUse(plan);
        if (other.isPresent()) {
            out.printf(
                    "%s is connected with --shell %s. Take that back first: countersign disconnect"
                            + " %s --write%n",
                    agent, other.get().name().toLowerCase(Locale.ROOT), agent);
            out.flush();
            return ExitCode.NO;
        }
        List<AgentFiles.Change> changes = AgentFiles.preview(plan);
        boolean any = show(out, changes);
        if (!any) {
            out.println(plan.agent().agent() + " is connected already.");
        }
        plan.notes().forEach(note -> out.println("Note: " + note));
        out.println(plan.exposure());
        if (any && write) {
            AgentFiles.write(changes);
            out.println("Written. Start the agent anew; 'countersign disconnect' takes it back.");
        } else if (any) {
            out.println("Nothing was written: add --write to do so.");
        }
        out.flush();
        return ExitCode.DONE;
    }

    /// What was chosen for its shell before, where that would stay behind.
    private Optional<ShellUse> otherUse(ConnectPlan plan) throws IOException {
        return AgentFiles.connectedAs(
                        plan.agent(),
                        Launcher.ofThisProcess(root.home(), environment),
                        new ConnectPlan.Places(root.personHome(), environment))
                .filter(use -> use != ShellUse.OPEN && use != plan.shell());
    }

    static ConnectPlan plan(
            CommandSpec spec,
            String agent,
            Optional<String> shell,
            CountersignCommand root,
            Map<String, String> environment) {
        AgentKind kind =
                AgentKind.named(agent)
                        .orElseThrow(() ->
                                new ParameterException(
                                        spec.commandLine(),
                                        "unknown agent '%s'; known are: %s"
                                                .formatted(
                                                        agent, String.join(", ", new Agents()))));
        Optional<ShellUse> use = shell.map(word -> use(spec, word));
        if (use.equals(Optional.of(ShellUse.HOOKED)) && !kind.canBeHooked()) {
            throw new ParameterException(
                    spec.commandLine(), agent + " has no hooks for its shell; use off or open");
        }
        return ConnectPlan.of(
                kind,
                use,
                Launcher.ofThisProcess(root.home(), environment),
                new ConnectPlan.Places(root.personHome(), environment));
    }

    private static ShellUse use(CommandSpec spec, String word) {
        return switch (word) {
            case "off" -> ShellUse.OFF;
            case "hooked" -> ShellUse.HOOKED;
            case "open" -> ShellUse.OPEN;
            default ->
                    throw new ParameterException(
                            spec.commandLine(), "--shell takes off, hooked or open");
        };
    }

    /// Prints changes; tells whether there is any.
    static boolean show(PrintWriter out, List<AgentFiles.Change> changes) {
        boolean any = false;
        for (AgentFiles.Change change : changes) {
            if (change.isNone()) {
                continue;
            }
            any = true;
            String state =
                    change.before().isEmpty()
                            ? " (new)"
                            : change.after().isEmpty() ? " (removed)" : "";
            out.println(change.file() + state);
            change.lines().forEach(line -> out.println("  " + line));
        }
        return any;
    }
}
