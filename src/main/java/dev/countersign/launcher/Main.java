package dev.countersign.launcher;

import dev.countersign.cli.McpLaunch;
import dev.countersign.cli.hook.HookLaunch;
import dev.countersign.cli.hook.RunLaunch;
import java.util.Optional;

/// Where the program begins. It does as little as it can for the bridge and the hooks, which agents
/// start often, and reads every other command line in full.
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    private static int run(String[] arguments) {
        Optional<McpLaunch> bridge = McpLaunch.parse(arguments);
        if (bridge.isPresent()) {
            return bridge.get().run();
        }
        Optional<HookLaunch> hook = HookLaunch.parse(arguments);
        if (hook.isPresent()) {
            return hook.get().run();
        }
        Optional<RunLaunch> ticket = RunLaunch.parse(arguments);
        return ticket.isPresent() ? ticket.get().run() : Program.run(arguments);
    }
}
