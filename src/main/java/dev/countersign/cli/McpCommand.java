package dev.countersign.cli;

import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `countersign mcp` as part of the whole command line; agents take the short way of [McpLaunch].
@Command(
        name = "mcp",
        description = {
            "Connects an agent: speaks MCP on standard input and output with the console.",
            "Agents start this; it is what stands in their configuration."
        })
public final class McpCommand implements Callable<Integer> {
    private final CountersignCommand root;

    @Option(
            names = "--agent",
            paramLabel = "NAME",
            description = "What the window calls the agent.")
    private Optional<String> agent = Optional.empty();

    public McpCommand(CountersignCommand root) {
        this.root = root;
    }

    @Override
    public Integer call() {
        return new McpLaunch(root.home(), agent).run();
    }
}
