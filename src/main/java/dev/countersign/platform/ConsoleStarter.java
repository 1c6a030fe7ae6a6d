package dev.countersign.platform;

import java.io.File;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Starts the console for an agent that came before it. Safe on any thread; what waits says so.
public final class ConsoleStarter {
    /// Forbids the start when it is `1`.
    public static final String FORBIDDING_VARIABLE = "COUNTERSIGN_NO_START";

    /// Names the start script where the system property [#LAUNCHER_PROPERTY] does not.
    public static final String LAUNCHER_VARIABLE = "COUNTERSIGN_LAUNCHER";

    public static final String LAUNCHER_PROPERTY = "countersign.launcher";

    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final List<Path> SETSID =
            List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));
    private static final String LOCALE_VARIABLE = "LC_ALL";

    /// Where the start script keeps the locale that it was called with.
    private static final String CALLER_LOCALE_VARIABLE = "COUNTERSIGN_CALLER_LC_ALL";

    /// What came of it.
    public sealed interface Result {
        /// It listens.
        record Started() implements Result {}

        /// It was not started, or did not come up.
        ///
        /// @param reason a clause: 'there is no screen'
        record NotStarted(String reason) implements Result {}
    }

    private final Map<String, String> environment;
    private final Optional<Path> launcher;

    /// @param environment the caller's own
    /// @param launcher the start script
    public ConsoleStarter(Map<String, String> environment, Optional<Path> launcher) {
        this.environment = Map.copyOf(environment);
        this.launcher = launcher;
    }

    /// With the environment and the start script of this process.
    public static ConsoleStarter ofThisProcess() {
        Map<String, String> environment = System.getenv();
        Optional<String> launcher =
                Optional.ofNullable(System.getProperty(LAUNCHER_PROPERTY))
                        .or(() -> Optional.ofNullable(environment.get(LAUNCHER_VARIABLE)));
        return new ConsoleStarter(
                environment, launcher.filter(text -> !text.isEmpty()).map(Path::of));
    }

    /// Starts the console in a session of its own, so that it outlives the agent, and blocks until
    /// something listens at the socket, `patience` at most.
    ///
    /// @param home what `--home` said; it is handed on
    public Result start(Path socket, Optional<Path> home, Duration patience)
            throws InterruptedException {
        Optional<String> obstacle = obstacle();
        if (obstacle.isPresent()) {
            return new Result.NotStarted(obstacle.get());
        }
        Process process;
        try {
            process = builder(launcher.orElseThrow(), home).start();
        } catch (IOException failure) {
            return new Result.NotStarted("it could not be started: " + failure.getMessage());
        }
        return waitFor(process, socket, patience);
    }

    /// What gives the console a session of its own; without it a console may end with the agent
    /// that started it.
    public static Optional<Path> setsid() {
        return SETSID.stream().filter(Files::isExecutable).findFirst();
    }

    private Optional<String> obstacle() {
        if ("1".equals(environment.get(FORBIDDING_VARIABLE))) {
            return Optional.of("%s=1 forbids to start it".formatted(FORBIDDING_VARIABLE));
        }
        if (!hasScreen()) {
            return Optional.of("there is no screen to start it on");
        }
        if (launcher.isEmpty() || !Files.isExecutable(launcher.get())) {
            return Optional.of("its start script is not known");
        }
        return Optional.empty();
    }

    private boolean hasScreen() {
        return isSet("DISPLAY")
                || isSet("WAYLAND_DISPLAY")
                || !System.getProperty("os.name").startsWith("Linux");
    }

    private boolean isSet(String variable) {
        return !environment.getOrDefault(variable, "").isEmpty();
    }

    private ProcessBuilder builder(Path script, Optional<Path> home) {
        List<String> command = new ArrayList<>();
        setsid().ifPresent(setsid -> command.add(setsid.toString()));
        command.add(script.toString());
        home.ifPresent(folder -> command.addAll(List.of("--home", folder.toString())));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.redirectInput(new File("/dev/null"));
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        Map<String, String> variables = builder.environment();
        variables.clear();
        variables.putAll(environment);
        restoreLocale(variables);
        return builder;
    }

    /// The script set a locale for this process; the console's commands want the caller's.
    private static void restoreLocale(Map<String, String> variables) {
        String callers = variables.remove(CALLER_LOCALE_VARIABLE);
        if (callers == null) {
            variables.remove(LOCALE_VARIABLE);
        } else {
            variables.put(LOCALE_VARIABLE, callers);
        }
    }

    private static Result waitFor(Process process, Path socket, Duration patience)
            throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (System.nanoTime() - deadline < 0) {
            if (listens(socket)) {
                return new Result.Started();
            }
            if (!process.isAlive() && process.exitValue() != 0) {
                return new Result.NotStarted(
                        "it was started and ended at once with exit code %d"
                                .formatted(process.exitValue()));
            }
            Thread.sleep(PAUSE);
        }
        return new Result.NotStarted(
                "it was started and did not answer within %d s".formatted(patience.toSeconds()));
    }

    private static boolean listens(Path socket) {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            return channel.connect(UnixDomainSocketAddress.of(socket));
        } catch (IOException | IllegalArgumentException _) {
            return false;
        }
    }
}
