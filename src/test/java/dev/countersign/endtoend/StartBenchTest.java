package dev.countersign.endtoend;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.countersign.launcher.LiveConsole;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// How long starts take and what an idle console costs, each beside a control in the same run.
/// Needs the image: `mvn package` first.
@Tag("bench")
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class StartBenchTest {
    private static final Path IMAGE =
            Path.of(System.getProperty("countersign.image", "target/countersign")).toAbsolutePath();
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final int ROUNDS = 11;
    private static final int WINDOWS = 5;
    private static final Duration SETTLING = Duration.ofSeconds(10);
    private static final Duration IDLE = Duration.ofSeconds(20);
    private static final int TEXT_BYTES = 32 << 20;
    private static final String HEADLESS = "-Dglass.platform=Headless -Dprism.order=sw";
    private static final Pattern FIRST_FRAME = Pattern.compile("first frame ([0-9]+) ms");

    @TempDir Path folder;

    @BeforeEach
    void needImage() {
        assumeTrue(Files.isExecutable(script()), "there is no image at " + IMAGE + ": mvn package");
    }

    private static Path script() {
        return IMAGE.resolve("bin").resolve("countersign");
    }

    private static ProcessBuilder builder(Path home, String... arguments) {
        List<String> command = new ArrayList<>(List.of(script().toString()));
        command.addAll(List.of("--home", home.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile());
        builder.environment()
                .putAll(Map.of("COUNTERSIGN_NO_START", "1", "COUNTERSIGN_JAVA", JAVA.toString()));
        return builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    }

    private static double median(int rounds, Callable<Double> once) throws Exception {
        once.call();
        double[] times = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            times[i] = once.call();
        }
        Arrays.sort(times);
        return times[rounds / 2];
    }

    private static double since(long start) {
        return (System.nanoTime() - start) / 1e6;
    }

    private static double plainJava() throws Exception {
        return median(
                ROUNDS,
                () -> {
                    long start = System.nanoTime();
                    new ProcessBuilder(
                                    JAVA.toString(),
                                    "-XX:+UseSerialGC",
                                    "-XX:TieredStopAtLevel=1",
                                    "--version")
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor();
                    return since(start);
                });
    }

    /// A line of `/proc/PID/status`, in KiB.
    private static long kibibytes(long pid, String name) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
            if (line.startsWith(name + ":")) {
                return Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        }
        throw new IOException("no " + name);
    }

    @Test
    void bridgeAndHook() throws Exception {
        try (LiveConsole console = new LiveConsole("{\"bash\":{\"echo*\":\"allow\"}}")) {
            long[] memory = {0};
            double bridge = median(ROUNDS, () -> bridge(console.home(), memory));
            double hook = median(ROUNDS, () -> hook(console.home()));
            System.out.printf(
                    Locale.ROOT,
                    "start, control, java --version: %.0f ms%n"
                            + "start, bridge to its first answer: %.0f ms, at most %d MiB%n"
                            + "start, hook round trip with an allow rule: %.0f ms%n",
                    plainJava(),
                    bridge,
                    memory[0] / 1024,
                    hook);
        }
    }

    private static double bridge(Path home, long[] memory) throws IOException {
        long start = System.nanoTime();
        Process process = builder(home, "mcp", "--agent", "bench").start();
        process.getOutputStream()
                .write(
                        """
                        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}
                        """
                                .getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        var lines =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        assertTrue(lines.readLine().contains("serverInfo"));
        double time = since(start);
        memory[0] = Math.max(memory[0], kibibytes(process.pid(), "VmHWM"));
        process.getOutputStream().close();
        process.onExit().join();
        return time;
    }

    private static double hook(Path home) throws IOException {
        long start = System.nanoTime();
        Process process = builder(home, "hook", "claude-code").start();
        try (var input = process.getOutputStream()) {
            input.write(
                    """
                    {"session_id":"s","cwd":"%s","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"echo a"},"tool_use_id":"t"}
                    """
                            .formatted(home)
                            .getBytes(StandardCharsets.UTF_8));
        }
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.onExit().join();
        assertTrue(answer.contains("\"allow\""), answer);
        return since(start);
    }

    @Test
    void windowWithAndWithoutItsCache() throws Exception {
        boolean cached = Files.exists(IMAGE.resolve("lib").resolve("aot").resolve("window.aot"));
        double without = median(WINDOWS, () -> firstFrame("off"));
        System.out.printf(
                Locale.ROOT, "start, control, first frame without a cache: %.0f ms%n", without);
        if (cached) {
            double with = median(WINDOWS, () -> firstFrame("on"));
            System.out.printf(
                    Locale.ROOT,
                    "start, first frame with the AOT cache: %.0f ms, %.2f of it%n",
                    with,
                    with / without);
        } else {
            System.out.println("start: the image has no AOT cache for the window");
        }
    }

    private static double firstFrame(String cache) throws Exception {
        return firstFrame(Map.of("COUNTERSIGN_AOT", cache, "COUNTERSIGN_JAVA_OPTS", HEADLESS));
    }

    private static double firstFrame(Map<String, String> environment) throws Exception {
        Path home = Files.createTempDirectory("cs").toRealPath();
        ProcessBuilder builder = builder(home);
        builder.environment().putAll(environment);
        Process process = builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        try {
            return awaitFirstFrame(home, process);
        } finally {
            end(process);
            delete(home);
        }
    }

    private static double awaitFirstFrame(Path home, Process process) throws IOException {
        Path logs = home.resolve("state").resolve("log");
        while (process.isAlive()) {
            if (Files.isDirectory(logs)) {
                try (var files = Files.list(logs)) {
                    for (Path file : files.toList()) {
                        Matcher line = FIRST_FRAME.matcher(Files.readString(file));
                        if (line.find()) {
                            return Double.parseDouble(line.group(1));
                        }
                    }
                }
            }
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
        throw new IOException("the console ended");
    }

    private static void end(Process process) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    private static void delete(Path home) throws IOException {
        try (var files = Files.walk(home)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    /// On a virtual screen, beside a terminal of the kind that desktops bring, where one is
    /// installed: from its start to the first thing that its shell does, and how fast it takes
    /// output.
    @Test
    void besideATerminal() throws Exception {
        List<Terminal> terminals = Terminal.installed();
        assumeTrue(!terminals.isEmpty(), "no terminal to compare with: apt-get install sakura");
        Path text = folder.resolve("text");
        writeText(text);
        try (VirtualScreen screen = VirtualScreen.start()) {
            for (Terminal terminal : terminals) {
                System.out.printf(
                        Locale.ROOT,
                        "start, control, %s to its shell's first command: %.0f ms%n"
                                + "output, control, cat of %d MiB in %s: %.0f ms%n",
                        terminal.name(),
                        median(WINDOWS, () -> terminal.milliseconds("exit", folder, screen)),
                        TEXT_BYTES >> 20,
                        terminal.name(),
                        median(3, () -> terminal.milliseconds("cat " + text, folder, screen)));
            }
            Map<String, String> onScreen =
                    Map.of(
                            "DISPLAY",
                            screen.display(),
                            "COUNTERSIGN_JAVA_OPTS",
                            "-Dprism.order=sw");
            System.out.printf(
                    Locale.ROOT,
                    "start, the console's first frame on the same screen: %.0f ms%n",
                    median(WINDOWS, () -> firstFrame(onScreen)));
            outputThrough(screen, text);
        }
    }

    private static void writeText(Path text) throws IOException {
        String line = "The quick brown fox jumps over the lazy dog, and on: 0123456789\n";
        Files.writeString(text, line.repeat(TEXT_BYTES / line.length()));
    }

    private static void outputThrough(VirtualScreen screen, Path text) throws Exception {
        Path home = Files.createTempDirectory("cs").toRealPath();
        Path rules = Files.createDirectories(home.resolve("config")).resolve("permissions.json");
        Files.writeString(rules, "{\"bash\":{\"*\":\"allow\"}}");
        ProcessBuilder builder = builder(home);
        builder.environment().put("DISPLAY", screen.display());
        builder.environment().put("COUNTERSIGN_JAVA_OPTS", "-Dprism.order=sw");
        Process console = builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        try {
            awaitFirstFrame(home, console);
            Path socket = home.resolve("run").resolve("console.sock");
            try (SocketClient client = SocketClient.hello(socket, home)) {
                System.out.printf(
                        Locale.ROOT,
                        "output, cat of %d MiB as a call, shown while it runs: %.0f ms%n",
                        TEXT_BYTES >> 20,
                        median(
                                3,
                                () -> {
                                    long start = System.nanoTime();
                                    client.bash("cat " + text);
                                    return since(start);
                                }));
            }
        } finally {
            end(console);
            delete(home);
        }
    }

    @Test
    void idleConsoleBesideAnEmptyWindow() throws Exception {
        Process hello =
                new ProcessBuilder(
                                JAVA.toString(),
                                "-Xms64m",
                                "-Xmx1g",
                                "-Dglass.platform=Headless",
                                "-Dprism.order=sw",
                                "--module-path=" + IMAGE.resolve("lib").resolve("javafx"),
                                "--add-modules=javafx.controls",
                                "--enable-native-access=javafx.graphics",
                                "-classpath",
                                Path.of(
                                                HelloWindow.class
                                                        .getProtectionDomain()
                                                        .getCodeSource()
                                                        .getLocation()
                                                        .toURI())
                                        .toString(),
                                HelloWindow.Start.class.getName())
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try {
            assertTrue(
                    new BufferedReader(
                                    new InputStreamReader(
                                            hello.getInputStream(), StandardCharsets.UTF_8))
                            .readLine()
                            .contains("shown"));
            String control = idle(hello);
            Path home = Files.createTempDirectory("cs").toRealPath();
            ProcessBuilder builder = builder(home);
            builder.environment().put("COUNTERSIGN_JAVA_OPTS", HEADLESS);
            Process console = builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            try {
                awaitFirstFrame(home, console);
                String ours = idle(console);
                System.out.printf(
                        Locale.ROOT,
                        "idle, control, an empty JavaFX window: %s%nidle, console: %s, %.2f of its"
                                + " memory%n",
                        control,
                        ours,
                        (double) kibibytes(console.pid(), "VmRSS")
                                / kibibytes(hello.pid(), "VmRSS"));
            } finally {
                end(console);
                delete(home);
            }
        } finally {
            end(hello);
        }
    }

    private static String idle(Process process) throws IOException {
        LockSupport.parkNanos(SETTLING.toNanos());
        long before = ticks(process.pid());
        long start = System.nanoTime();
        LockSupport.parkNanos(IDLE.toNanos());
        double seconds = (System.nanoTime() - start) / 1e9;
        double share = (ticks(process.pid()) - before) / 100.0 / seconds;
        return String.format(
                Locale.ROOT,
                "%.2f %% of a core, %d MiB resident",
                share * 100,
                kibibytes(process.pid(), "VmRSS") / 1024);
    }

    /// User and system time, in hundredths of a second.
    private static long ticks(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
    }
}
