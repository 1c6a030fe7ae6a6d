package dev.countersign.execution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// `taskkill /T /F`, which on Windows ends a process with all that it started (RUN-3). Starts a
/// program and returns at once; that gets as long as a stop may take. Nobody has tried it on
/// Windows yet.
final class TaskKill {
    private static final Logger LOG = LoggerFactory.getLogger(TaskKill.class);

    private final Path program;
    private final Supplier<StopTimes> times;

    TaskKill(Path program, Supplier<StopTimes> times) {
        this.program = program;
        this.times = times;
    }

    /// Where this system has it.
    static Optional<TaskKill> ofThisSystem(
            Map<String, String> environment, Supplier<StopTimes> times) {
        return Optional.ofNullable(environment.get("SystemRoot"))
                .map(root -> Path.of(root, "System32", "taskkill.exe"))
                .filter(Files::isExecutable)
                .map(program -> new TaskKill(program, times));
    }

    void kill(long pid) {
        try {
            Process process =
                    new ProcessBuilder(
                                    List.of(
                                            program.toString(),
                                            "/T",
                                            "/F",
                                            "/PID",
                                            Long.toString(pid)))
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            Thread.ofVirtual().name("taskkill-" + pid).start(() -> limit(process));
        } catch (IOException e) {
            LOG.warn("process {} could not be killed with its tree: {}", pid, e.getMessage());
        }
    }

    private void limit(Process process) {
        try {
            if (!process.waitFor(times.get().limit().toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
