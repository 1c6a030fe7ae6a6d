package dev.countersign.cli.hook;

import dev.countersign.cli.CountersignCommand;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `countersign run` as part of the whole command line, see [RunLaunch].
@Command(
        name = "run",
        description = {
            "Runs an approved command by its ticket, prints its output and ends as it ended.",
            "A hook puts this in place of the agent's own command; there is no other use for it."
        })
public final class RunCommand implements Callable<Integer> {
    private final CountersignCommand root;

    @Parameters(paramLabel = "TICKET", description = "What the hook was told.")
    private String ticket = "";

    public RunCommand(CountersignCommand root) {
        this.root = root;
    }

    @Override
    public Integer call() {
        return new RunLaunch(root.home(), ticket).run();
    }
}
