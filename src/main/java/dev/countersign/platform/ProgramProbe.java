package dev.countersign.platform;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Finds programs on the search path and asks them for their version. Safe on any thread; asking
/// waits for the program.
public final class ProgramProbe {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int MAXIMUM_ANSWER_BYTES = 4_096;

    private final List<Path> searchPath;

    /// @param path the value of `PATH`
    public ProgramProbe(String path) {
        this.searchPath =
                List.of(path.split(File.pathSeparator)).stream()
                        .filter(entry -> entry.startsWith("/"))
                        .map(Path::of)
                        .toList();
    }

    /// Where the program is, as a shell would find it.
    public Optional<Path> find(String program) {
        return searchPath.stream()
                .map(folder -> folder.resolve(program))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }

    /// The first line that the program prints when asked with `--version`; empty when it prints
    /// none within five seconds. Blocks that long.
    public Optional<String> version(Path program) throws InterruptedException {
        Process process;
        try {
            process =
                    new ProcessBuilder(program.toString(), "--version")
                            .redirectErrorStream(true)
                            .redirectInput(new File("/dev/null"))
                            .start();
        } catch (IOException _) {
            return Optional.empty();
        }
        try {
            boolean ended = process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            return ended ? firstLine(process) : Optional.empty();
        } finally {
            process.destroyForcibly();
        }
    }

    private static Optional<String> firstLine(Process process) {
        try (InputStream output = process.getInputStream()) {
            byte[] answer = output.readNBytes(MAXIMUM_ANSWER_BYTES);
            return new String(answer, StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .findFirst();
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}
