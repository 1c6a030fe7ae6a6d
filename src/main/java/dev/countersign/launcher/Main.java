package dev.countersign.launcher;

import dev.countersign.cli.McpLaunch;
import java.util.Optional;

/// Where the program begins. It does as little as it can for the bridge, which agents start often,
/// and reads every other command line in full.
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        Optional<McpLaunch> bridge = McpLaunch.parse(arguments);
        System.exit(bridge.isPresent() ? bridge.get().run() : Program.run(arguments));
    }
}
