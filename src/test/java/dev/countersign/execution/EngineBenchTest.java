package dev.countersign.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.countersign.toolcall.Outcome;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Prints what the engines alone cost, without journal, recording and rules: both engines beside
/// plain Java.
@Timeout(600)
final class EngineBenchTest {
    @TempDir private Path folder;

    @Test
    @Tag("bench")
    void printsFigures() throws Exception {
        measure(200, 1_024);
    }

    /// The same in small, so that the bench itself is known to work.
    @Test
    void theFiguresCanBeMeasured() throws Exception {
        measure(3, 4);
    }

    private void measure(int rounds, int megabytes) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "commands are run by bash");
        long bytes = megabytes * 1_048_576L;
        String flood = "yes | head -c " + bytes;
        plainJava(rounds, flood, bytes);
        for (EngineKind kind : EngineKind.values()) {
            try (ExecutionEngine engine =
                    kind.open(
                            new ShellFinder(System.getenv()),
                            new CommandEnvironment(
                                    System.getenv(), "%016x".formatted(System.nanoTime())))) {
                engine(kind, engine, rounds);
                flood(kind, engine, flood, bytes);
            }
        }
    }

    private void plainJava(int rounds, String flood, long bytes) throws Exception {
        List<Long> firsts = new ArrayList<>();
        List<Long> ends = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            long begun = System.nanoTime();
            Process process = new ProcessBuilder("/bin/bash", "-c", "echo x").start();
            try (InputStream output = process.getInputStream()) {
                assertEquals('x', output.read());
                firsts.add(System.nanoTime() - begun);
                assertEquals(1, output.readAllBytes().length);
            }
            process.waitFor();
            ends.add(System.nanoTime() - begun);
        }
        tell("ProcessBuilder", firsts, ends);
        long begun = System.nanoTime();
        Process process = new ProcessBuilder("/bin/bash", "-c", flood).start();
        long read = 0;
        try (InputStream output = process.getInputStream()) {
            byte[] buffer = new byte[64 * 1024];
            for (int count = output.read(buffer); count >= 0; count = output.read(buffer)) {
                read += count;
            }
        }
        assertEquals(bytes, read);
        tellFlood("ProcessBuilder, read only", bytes, begun);
    }

    private void engine(EngineKind kind, ExecutionEngine engine, int rounds) throws Exception {
        List<Long> firsts = new ArrayList<>();
        List<Long> ends = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            AtomicLong first = new AtomicLong();
            long begun = System.nanoTime();
            RunningCommand command =
                    start(
                            engine,
                            "echo x",
                            (_, _) -> {
                                first.compareAndSet(0, System.nanoTime());
                                return true;
                            });
            assertEquals(new Outcome.Exited(0), command.await());
            ends.add(System.nanoTime() - begun);
            firsts.add(first.get() - begun);
        }
        tell(kind + " engine", firsts, ends);
    }

    private void flood(EngineKind kind, ExecutionEngine engine, String flood, long bytes)
            throws Exception {
        AtomicLong read = new AtomicLong();
        long begun = System.nanoTime();
        RunningCommand command =
                start(
                        engine,
                        flood,
                        (_, piece) -> {
                            read.addAndGet(piece.remaining());
                            return true;
                        });
        command.await();
        assertEquals(bytes, read.get());
        tellFlood(kind + " engine, the pump alone", bytes, begun);
    }

    private RunningCommand start(ExecutionEngine engine, String command, OutputSink sink) {
        StartResult result = engine.start(new CallBuilder(command, folder).build(), sink);
        return assertInstanceOf(StartResult.Started.class, result).command();
    }

    private static void tell(String what, List<Long> firsts, List<Long> ends) {
        System.out.println(
                String.format(
                        Locale.ROOT,
                        "%s: bash -c 'echo x', first byte %.2f ms, end %.2f ms (medians)",
                        what,
                        median(firsts) / 1e6,
                        median(ends) / 1e6));
    }

    private static void tellFlood(String what, long bytes, long begun) {
        double seconds = (System.nanoTime() - begun) / 1e9;
        System.out.println(
                String.format(
                        Locale.ROOT,
                        "%s: %,d MiB of yes, %.0f MB/s",
                        what,
                        bytes >> 20,
                        bytes / seconds / 1e6));
    }

    private static double median(List<Long> all) {
        long[] sorted = all.stream().mapToLong(each -> each).sorted().toArray();
        return Arrays.stream(sorted).skip(sorted.length / 2).findFirst().orElse(0);
    }
}
