package dev.countersign.cli;

import dev.countersign.supervision.connect.AgentFiles;
import dev.countersign.supervision.connect.ConnectPlan;
import dev.countersign.supervision.connect.ShellUse;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `countersign disconnect`: takes back what `connect` wrote.
@Command(
        name = "disconnect",
        description = {
            "Shows what takes 'connect' back, and with --write does it.",
            "A file that was not changed since is put back as it was; else only our part goes."
        })
public final class DisconnectCommand implements Callable<Integer> {
    private final CountersignCommand root;
    private final Map<String, String> environment;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "AGENT",
            completionCandidates = ConnectCommand.Agents.class,
            description = "One of: ${COMPLETION-CANDIDATES}.")
    private String agent = "";

    @Option(names = "--write", description = "Write it, instead of only showing it.")
    private boolean write;

    public DisconnectCommand(CountersignCommand root, Map<String, String> environment) {
        this.root = root;
        this.environment = Map.copyOf(environment);
    }

    @Override
    public Integer call() throws IOException {
        ConnectPlan plan = plan();
        List<AgentFiles.Change> changes = AgentFiles.previewUndo(plan);
        PrintWriter out = spec.commandLine().getOut();
        boolean any = ConnectCommand.show(out, changes);
        if (!any) {
            out.println(plan.agent().agent() + " is not connected.");
        } else if (write) {
            AgentFiles.writeUndo(changes);
            out.println("Written. Start the agent anew.");
        } else {
            out.println("Nothing was written: add --write to do so.");
        }
        out.flush();
        return any ? ExitCode.DONE : ExitCode.NO;
    }

    /// The plan that its files show, whatever was chosen then.
    private ConnectPlan plan() throws IOException {
        ConnectPlan usual =
                ConnectCommand.plan(spec, agent, Optional.empty(), root, environment);
        Optional<ShellUse> use =
                AgentFiles.connectedAs(
                        usual.agent(),
                        dev.countersign.settings.Launcher.ofThisProcess(root.home(), environment),
                        new ConnectPlan.Places(root.personHome(), environment));
        return use.isEmpty()
                ? usual
                : ConnectCommand.plan(
                        spec,
                        agent,
                        use.map(one -> one.name().toLowerCase(Locale.ROOT)),
                        root,
                        environment);
    }
}
