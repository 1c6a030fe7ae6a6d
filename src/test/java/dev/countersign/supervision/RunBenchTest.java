package dev.countersign.supervision;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Prints what runs cost through the whole console, each figure beside its control.
///
/// Run with `mvn -Pbench -Dtest=RunBenchTest`; `-Dcountersign.bench.megabytes=…` for another size
/// than 1,024, `-Dcountersign.bench.jobs=…` for another number than 1,000.
@Timeout(600)
final class RunBenchTest {
    @TempDir private Path temporary;

    @Test
    @Tag("bench")
    void printsFigures() throws Exception {
        int megabytes = Integer.getInteger("countersign.bench.megabytes", 1_024);
        int jobs = Integer.getInteger("countersign.bench.jobs", 1_000);
        Path folder = temporary.toRealPath();
        try (SupervisedFolder console = SupervisedFolder.open(folder)) {
            RunFigures figures = new RunFigures(folder, console);
            figures.latency(30, " (cold)");
            figures.latency(100, " (after 30)");
            figures.warmUp(3_000);
            figures.latency(200, " (after 3,000)");
            all(figures, folder, megabytes, jobs, 1_000_000, 3);
            figures.latencyBesideQuietJobs(jobs, 200);
        }
        System.out.println(QuietConsole.measure(folder.resolve("quiet"), jobs));
    }

    /// The same in small, so that the bench itself is known to work.
    @Test
    void theFiguresCanBeMeasured() throws Exception {
        assumeTrue(Files.isReadable(Path.of("/proc/self/status")));
        Path folder = temporary.toRealPath();
        try (SupervisedFolder console = SupervisedFolder.open(folder)) {
            RunFigures figures = new RunFigures(folder, console);
            figures.warmUp(1);
            figures.latency(3, "");
            all(figures, folder, 4, 10, 100_000, 1);
            figures.latencyBesideQuietJobs(10, 3);
        }
        String quiet = QuietConsole.measure(folder.resolve("quiet"), 3);
        assertTrue(quiet.startsWith("quiet jobs"), quiet);
    }

    private static void all(
            RunFigures figures, Path folder, int megabytes, int jobs, int bytesEach, int rounds)
            throws Exception {
        Path yes = folder.resolve("yes");
        String printed = "yes | head -c %d".formatted(megabytes * 1_048_576L);
        RunFigures.bash(printed + " >" + yes);
        figures.throughput("yes | head", yes, printed, rounds);
        figures.throughput("what yes printed, from a file", yes, "cat " + yes, rounds);
        Path log = folder.resolve("log");
        writeLog(log, megabytes * 1_048_576L / 5);
        figures.throughput("coloured log", log, "cat " + log, rounds);
        figures.manyJobs(jobs, bytesEach);
    }

    private static void writeLog(Path file, long bytes) throws IOException {
        StringBuilder block = new StringBuilder();
        for (int i = 0; block.length() < 1_000_000; i++) {
            block.append(
                    "\u001b[32m%d\u001b[0m \u001b[1minfo\u001b[0m some words of a log\n"
                            .formatted(i));
        }
        byte[] text = block.toString().getBytes(StandardCharsets.US_ASCII);
        try (OutputStream log = Files.newOutputStream(file)) {
            for (long written = 0; written < bytes; written += text.length) {
                log.write(text);
            }
        }
    }
}
