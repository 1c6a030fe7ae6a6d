package dev.countersign.endtoend;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// A console started headless from the image, with a home of its own.
final class ConsoleProcess implements AutoCloseable {
    private static final Path IMAGE = Path.of(System.getProperty("countersign.image", ""));
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Path home;
    private final Process process;

    private ConsoleProcess(Path home, Process process) {
        this.home = home;
        this.process = process;
    }

    /// The start script.
    static Path script() {
        return IMAGE.resolve("bin").resolve("countersign");
    }

    /// Starts a console and waits until it listens.
    static ConsoleProcess start(Path home, String permissions) throws IOException {
        Path file = home.resolve("config").resolve("permissions.json");
        Files.createDirectories(file.getParent());
        Files.writeString(file, permissions);
        return start(home);
    }

    static ConsoleProcess start(Path home) throws IOException {
        Process process = launch(home, home, List.of());
        ConsoleProcess console = new ConsoleProcess(home, process);
        await(() -> console.listens() || !process.isAlive());
        if (!process.isAlive()) {
            throw new AssertionError("the console ended at once: " + console.errors());
        }
        return console;
    }

    /// Starts the script with arguments; standard error goes to a file in the home.
    static Process launch(Path home, Path directory, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(script().toString());
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment()
                .putAll(
                        Map.of(
                                "COUNTERSIGN_HOME", home.toString(),
                                "COUNTERSIGN_NO_START", "1",
                                "COUNTERSIGN_JAVA_OPTS",
                                        "-Dglass.platform=Headless -Dprism.order=sw"));
        builder.redirectError(
                ProcessBuilder.Redirect.appendTo(home.resolve("stderr.txt").toFile()));
        return builder.start();
    }

    /// Runs a subcommand to its end.
    record Done(int code, String output) {}

    static Done run(Path home, Path directory, String input, String... arguments)
            throws IOException, InterruptedException {
        Process process = launch(home, directory, List.of(arguments));
        try (var stdin = process.getOutputStream()) {
            stdin.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("it did not end: " + List.of(arguments));
        }
        return new Done(process.exitValue(), output);
    }

    Path home() {
        return home;
    }

    Path socket() {
        return home.resolve("run").resolve("console.sock");
    }

    long pid() {
        return process.pid();
    }

    private boolean listens() {
        return SocketClient.canConnect(socket());
    }

    String errors() throws IOException {
        Path file = home.resolve("stderr.txt");
        return Files.exists(file) ? Files.readString(file) : "";
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /// As a power cut would: nothing is tidied up.
    void kill() {
        process.destroyForcibly();
        await(() -> !process.isAlive());
    }

    static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("it never came to that");
            }
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }

    @Override
    public void close() {
        process.destroy();
        await(() -> !process.isAlive());
    }
}
