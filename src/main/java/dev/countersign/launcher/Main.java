package dev.countersign.launcher;

import dev.countersign.cli.ExitCode;
import dev.countersign.cli.GivenOptions;
import dev.countersign.cli.McpLaunch;
import dev.countersign.cli.hook.HookLaunch;
import dev.countersign.cli.hook.RunLaunch;
import java.util.Optional;

/// Where the program begins. It does as little as it can for the bridge and the hooks, which agents
/// start often, and for the window; it reads every other command line in full.
public final class Main {
    /// Set by the start script where it gives the bridge or a hook the few jars that they need, and
    /// the full command line is not among them.
    private static final String LEAN_PROPERTY = "countersign.lean";

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
        if (ticket.isPresent()) {
            return ticket.get().run();
        }
        if (Boolean.getBoolean(LEAN_PROPERTY)) {
            System.err.println(
                    "countersign: '%s' is not understood. See: countersign --help"
                            .formatted(String.join(" ", arguments)));
            return ExitCode.USAGE;
        }
        Optional<GivenOptions> window = GivenOptions.ofWindow(arguments, System.getenv());
        return window.isPresent() ? WindowLaunch.run(window.get()) : Program.run(arguments);
    }
}
