package dev.countersign.shell;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a parse costs in processor time, so that a busy machine does not count, beside `bash -n`.
/// Prints; fails only far beyond its goals.
@Tag("bench")
final class ShellParserBenchTest {
    private static final String ORDINARY =
            "cd \"$HOME/projects/shop\" && git status --short | grep -v '^??' > /tmp/changes.txt"
                    + " 2>&1; for f in src/*.java; do wc -l \"$f\" || echo \"missing $(basename"
                    + " \"$f\")\"; done; npm run test -- --watch=false";

    private static final ThreadMXBean PROCESSOR = ManagementFactory.getThreadMXBean();

    @TempDir Path folder;

    @Test
    void ordinaryCommandsTakeMicroseconds() throws IOException, InterruptedException {
        long[] nanos = timed(ORDINARY, 20_000, 50_000);
        System.out.printf(
                "parse of %d bytes: median %.1f µs, p99 %.1f µs (goal 20 µs)%n",
                ORDINARY.length(), percentile(nanos, 50) / 1e3, percentile(nanos, 99) / 1e3);
        beside(ORDINARY);
        assertTrue(percentile(nanos, 50) < 200_000);
    }

    @Test
    void largeScriptsTakeMilliseconds() throws IOException, InterruptedException {
        String large = (ORDINARY + "\n").repeat(100_000 / (ORDINARY.length() + 1));
        String plain = "echo " + "abcdefghi ".repeat(10_000);
        String documents = "cat <<EOF\nsome $text with $(id) in it\nEOF\n".repeat(2_500);
        for (String text : List.of(large, plain, documents)) {
            long[] nanos = timed(text, 100, 300);
            System.out.printf(
                    "parse of %d bytes: median %.2f ms, p99 %.2f ms (goal 50 ms), %.2f steps a"
                            + " character%n",
                    text.length(),
                    percentile(nanos, 50) / 1e6,
                    percentile(nanos, 99) / 1e6,
                    (double) ShellParser.parse(text).steps() / text.length());
            beside(text);
            assertTrue(percentile(nanos, 50) < 500_000_000);
        }
    }

    private static long[] timed(String text, int warm, int rounds) {
        long[] nanos = new long[rounds];
        for (int i = -warm; i < rounds; i++) {
            long start = PROCESSOR.getCurrentThreadCpuTime();
            boolean understood = ShellParser.parse(text).understood();
            long end = PROCESSOR.getCurrentThreadCpuTime();
            assertTrue(understood);
            if (i >= 0) {
                nanos[i] = end - start;
            }
        }
        Arrays.sort(nanos);
        return nanos;
    }

    private static double percentile(long[] sorted, int percent) {
        return sorted[(int) ((long) (sorted.length - 1) * percent / 100)];
    }

    private void beside(String text) throws IOException, InterruptedException {
        if (!BashJudge.available()) {
            return;
        }
        Path script = folder.resolve("script");
        Files.writeString(script, text);
        long[] nanos = new long[30];
        for (int i = 0; i < nanos.length; i++) {
            long start = System.nanoTime();
            Process process =
                    new ProcessBuilder(
                                    "/usr/bin/env",
                                    "-i",
                                    "/bin/bash",
                                    "--norc",
                                    "--noprofile",
                                    "-n",
                                    script.toString())
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            assertTrue(process.waitFor(1, TimeUnit.MINUTES));
            nanos[i] = System.nanoTime() - start;
        }
        Arrays.sort(nanos);
        System.out.printf(
                "  bash -n, with its start: median %.2f ms%n", percentile(nanos, 50) / 1e6);
    }
}
