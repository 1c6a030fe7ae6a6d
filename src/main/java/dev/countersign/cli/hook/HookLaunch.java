package dev.countersign.cli.hook;

import dev.countersign.settings.CountersignPaths;
import dev.countersign.settings.Launcher;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// `countersign hook` as a process of its own, started without anything else of the program.
public final class HookLaunch {
    /// The exit code for an answer, where the start script wants to tell it from any other end.
    private static final String ANSWERED_PROPERTY = "countersign.hook.answered";

    private static final String NAME = "hook";
    private static final long LONGEST_TIMEOUT_SECONDS = 172_800;

    private final HookDialect dialect;
    private final Optional<Path> home;
    private final Optional<Duration> timeout;

    HookLaunch(HookDialect dialect, Optional<Path> home, Optional<Duration> timeout) {
        this.dialect = dialect;
        this.home = home;
        this.timeout = timeout;
    }

    /// Reads arguments that ask for a hook and nothing unusual; empty for all others.
    public static Optional<HookLaunch> parse(String[] arguments) {
        Optional<Path> home = Optional.empty();
        Optional<HookDialect> dialect = Optional.empty();
        Optional<Duration> timeout = Optional.empty();
        boolean named = false;
        for (int i = 0; i < arguments.length; i++) {
            String argument = arguments[i];
            boolean hasNext = i + 1 < arguments.length && !arguments[i + 1].isEmpty();
            if (!named && argument.equals(NAME)) {
                named = true;
            } else if (argument.equals("--home") && hasNext) {
                i++;
                home = Optional.of(Path.of(arguments[i]));
            } else if (named && argument.equals("--timeout") && hasNext) {
                i++;
                timeout = seconds(arguments[i]);
                if (timeout.isEmpty()) {
                    return Optional.empty();
                }
            } else if (named && dialect.isEmpty()) {
                dialect = HookDialect.named(argument);
                if (dialect.isEmpty()) {
                    return Optional.empty();
                }
            } else {
                return Optional.empty();
            }
        }
        Optional<Path> folder = home;
        Optional<Duration> limit = timeout;
        return dialect.map(agent -> new HookLaunch(agent, folder, limit));
    }

    private static Optional<Duration> seconds(String text) {
        if (!text.matches("[0-9]{1,6}")) {
            return Optional.empty();
        }
        long seconds = Long.parseLong(text);
        return seconds >= 1 && seconds <= LONGEST_TIMEOUT_SECONDS
                ? Optional.of(Duration.ofSeconds(seconds))
                : Optional.empty();
    }

    /// Blocks until there is a verdict, or until the agent's time limit is near.
    ///
    /// @return 0 with JSON on standard output, or 2 with a reason on standard error
    public int run() {
        Map<String, String> environment = System.getenv();
        CountersignPaths paths = CountersignPaths.ofThisSystem(home, environment);
        Instant start = ProcessHandle.current().info().startInstant().orElseGet(Instant::now);
        int code =
                new HookProcess(
                                dialect,
                                new HookProcess.Surroundings(
                                        new FileInputStream(FileDescriptor.in),
                                        new FileOutputStream(FileDescriptor.out),
                                        new FileOutputStream(FileDescriptor.err),
                                        paths.socket(),
                                        Launcher.ofThisProcess(home, environment),
                                        Path.of("").toAbsolutePath()),
                                start.plus(
                                        HookProcess.patience(
                                                timeout.orElse(dialect.defaultTimeout()))))
                        .run();
        return code == HookProcess.ANSWERED ? Integer.getInteger(ANSWERED_PROPERTY, code) : code;
    }
}
