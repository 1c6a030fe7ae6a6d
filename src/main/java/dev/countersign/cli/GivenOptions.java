package dev.countersign.cli;

import dev.countersign.settings.CountersignPaths;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// What was said for all subcommands alike, in an environment.
public record GivenOptions(Optional<Path> home, boolean debug, Map<String, String> environment)
        implements CommonOptions {
    private static final String HOME = "--home";

    public GivenOptions {
        environment = Map.copyOf(environment);
    }

    /// Reads arguments that ask for the window and for nothing unusual; empty for all others, which
    /// the full command line takes. That one takes longer to be put together than all else that a
    /// start does before the window.
    public static Optional<GivenOptions> ofWindow(
            String[] arguments, Map<String, String> environment) {
        Optional<Path> home = Optional.empty();
        boolean debug = false;
        for (int i = 0; i < arguments.length; i++) {
            String argument = arguments[i];
            if (argument.equals("--debug") && !debug) {
                debug = true;
            } else if (argument.equals(HOME)
                    && home.isEmpty()
                    && i + 1 < arguments.length
                    && isFolder(arguments[i + 1])) {
                i++;
                home = Optional.of(Path.of(arguments[i]));
            } else {
                return Optional.empty();
            }
        }
        return Optional.of(new GivenOptions(home, debug, environment));
    }

    private static boolean isFolder(String argument) {
        return !argument.isEmpty() && !argument.startsWith("-");
    }

    @Override
    public Path personHome() {
        return Optional.ofNullable(environment.get("HOME"))
                .map(Path::of)
                .filter(Path::isAbsolute)
                .orElseGet(() -> Path.of(System.getProperty("user.home")).toAbsolutePath());
    }

    @Override
    public CountersignPaths paths() {
        return CountersignPaths.ofThisSystem(home, environment);
    }
}
