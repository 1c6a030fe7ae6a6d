package dev.countersign.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `countersign completion`: prints what a shell needs to complete our command line.
@Command(
        name = "completion",
        description = {
            "Prints the completions for bash and zsh.",
            "For a shell that is open: source <(countersign completion)"
        })
public final class CompletionCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        out.print(AutoComplete.bash("countersign", spec.root().commandLine()));
        out.flush();
        return ExitCode.DONE;
    }
}
