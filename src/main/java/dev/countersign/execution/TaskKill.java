package dev.countersign.execution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// `taskkill /T /F`, which on Windows ends a process with all that it started (RUN-3). Starts a
/// program and returns at once; that gets five seconds. Nobody has tried it on Windows yet.
final class TaskKill {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final Logger LOG = LoggerFactory.getLogger(TaskKill.class);

    private final Path program;

    TaskKill(Path program) {
        this.program = program;
    }

    /// Where this system has it.
    static Optional<TaskKill> ofThisSystem(Map<String, String> environment) {
        return Optional.ofNullable(environment.get("SystemRoot"))
                .map(root -> Path.of(root, "System32", "taskkill.exe"))
                .filter(Files::isExecutable)
                .map(TaskKill::new);
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

    private static void limit(Process process) {
        try {
            if (!process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
