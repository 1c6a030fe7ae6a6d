package dev.countersign.cli;

import dev.countersign.platform.ConsoleStarter;
import dev.countersign.settings.CountersignPaths;
import dev.countersign.settings.Launcher;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// `countersign mcp` as a process of its own, started without anything else of the program.
///
/// The end of standard input, SIGTERM and SIGINT all mean that the agent is gone; each ends the
/// process with 0.
public final class McpLaunch {
    private static final String HOME_OPTION = "--home";
    private static final String AGENT_OPTION = "--agent";
    private static final String LIMIT_OPTION = "--limit";

    /// Of a client's own time limit, in seconds.
    private static final String LIMIT_FORM = "[1-9][0-9]{0,6}";

    private final Optional<Path> home;
    private final Optional<String> agent;
    private final Optional<Duration> limit;

    /// @param limit after which the agent gives up on a call, where its configuration says so
    public McpLaunch(Optional<Path> home, Optional<String> agent, Optional<Duration> limit) {
        this.home = home;
        this.agent = agent;
        this.limit = limit;
    }

    /// Reads arguments that ask for the bridge and nothing unusual; empty for all others, which the
    /// full command line should take (and answer with help, or with what is wrong).
    public static Optional<McpLaunch> parse(String[] arguments) {
        Optional<Path> home = Optional.empty();
        Optional<String> agent = Optional.empty();
        Optional<Duration> limit = Optional.empty();
        boolean named = false;
        for (int i = 0; i < arguments.length; i++) {
            String argument = arguments[i];
            boolean hasNext = i + 1 < arguments.length && !arguments[i + 1].isEmpty();
            if (!named && argument.equals("mcp")) {
                named = true;
            } else if (argument.equals(HOME_OPTION) && hasNext) {
                i++;
                home = Optional.of(Path.of(arguments[i]));
            } else if (named && argument.equals(AGENT_OPTION) && hasNext) {
                i++;
                agent = Optional.of(arguments[i]);
            } else if (named
                    && argument.equals(LIMIT_OPTION)
                    && hasNext
                    && arguments[i + 1].matches(LIMIT_FORM)) {
                i++;
                limit = Optional.of(Duration.ofSeconds(Long.parseLong(arguments[i])));
            } else {
                return Optional.empty();
            }
        }
        return named ? Optional.of(new McpLaunch(home, agent, limit)) : Optional.empty();
    }

    /// Blocks until the agent is gone. Ends the JVM itself when a signal ends it.
    ///
    /// @return the exit code
    public int run() {
        Map<String, String> environment = System.getenv();
        CountersignPaths paths = CountersignPaths.ofThisSystem(home, environment);
        Optional<String> problem = paths.socketProblem();
        if (problem.isPresent()) {
            System.err.println("countersign: " + problem.get());
            return ExitCode.CANNOT;
        }
        McpBridge bridge =
                new McpBridge(
                        new FileInputStream(FileDescriptor.in),
                        new FileOutputStream(FileDescriptor.out),
                        paths.socket(),
                        HelloLine.ofThisProcess(
                                agent,
                                limit,
                                Launcher.ofThisProcess(home, environment).shellLine("run")),
                        Optional.of(ConsoleStarter.ofThisProcess()),
                        home);
        SignalEnd signalEnd = new SignalEnd(bridge);
        Runtime.getRuntime().addShutdownHook(signalEnd);
        try {
            int code = bridge.run();
            signalEnd.finished(code);
            return code;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return ExitCode.DONE;
        }
    }

    /// A JVM that a signal ends reports the signal, but to be told to go is no failure here.
    private static final class SignalEnd extends Thread {
        private final McpBridge bridge;
        private volatile int code = ExitCode.DONE;

        SignalEnd(McpBridge bridge) {
            super("bridge-end");
            this.bridge = bridge;
        }

        void finished(int exitCode) {
            code = exitCode;
        }

        @Override
        public void run() {
            bridge.close();
            Runtime.getRuntime().halt(code);
        }
    }
}
