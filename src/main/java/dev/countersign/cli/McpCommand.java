package dev.countersign.cli;

import java.time.Duration;
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

    @Option(
            names = "--limit",
            paramLabel = "SECONDS",
            description = "After this the agent gives up on a call, by its configuration.")
    private Optional<Integer> limit = Optional.empty();

    public McpCommand(CountersignCommand root) {
        this.root = root;
    }

    @Override
    public Integer call() {
        Optional<Duration> time = limit.filter(seconds -> seconds > 0).map(Duration::ofSeconds);
        return new McpLaunch(root.home(), agent, time).run();
    }
}
