package dev.countersign.safety;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.toolcall.Workspace;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What an assessment costs in processor time, beside a list of regular expressions, which is what
/// others decide by, and beside `bash -n`. Prints; fails only far beyond its goals.
final class AssessmentBenchTest {
    private static final List<String> ORDINARY =
            List.of(
                    "ls -la",
                    "git status --short",
                    "git diff HEAD~1 -- src/main.c",
                    "cat package.json | head -n 20",
                    "grep -rn 'TODO' src --include=*.java",
                    "npm test",
                    "cd build && make -j4",
                    "find . -name '*.log' -mtime +7 -print",
                    "git add src/a.c && git commit -m 'A message of a few words'",
                    "rm -rf build/tmp",
                    "docker ps -a",
                    "curl -s https://example.com/api/v1/things | jq '.items[]'",
                    "sed -n '10,20p' src/main.c",
                    "for f in *.txt; do wc -l \"$f\"; done",
                    "python3 -m pytest -q tests/test_shop.py",
                    "echo \"$HOME\" > /tmp/out.txt");

    private static final String LONG =
            "cd \"$HOME/projects/shop\" && git status --short | grep -v '^??' > /tmp/changes.txt"
                    + " 2>&1; for f in src/*.java; do wc -l \"$f\" || echo \"missing $f\"; done;"
                    + " npm run test -- --watch=false";

    private static final ThreadMXBean PROCESSOR = ManagementFactory.getThreadMXBean();
    private static final Path SHOP = Path.of("/home/ann/shop");
    private static final RiskAssessor ASSESSOR = new RiskAssessor(FileFacts.none());

    @TempDir Path folder;

    private static boolean assess(String command) {
        return ASSESSOR.assess(
                        new AssessmentRequest(
                                command,
                                SHOP,
                                Workspace.of(SHOP),
                                Path.of("/home/ann"),
                                Map.of(),
                                List.of()))
                .readable();
    }

    /// As many as there are commands in the knowledge.
    private static Predicate<String> patterns() {
        List<Pattern> patterns = new ArrayList<>();
        for (String name : CommandKnowledge.builtIn().names()) {
            patterns.add(Pattern.compile("(^|[;&|]\\s*)" + Pattern.quote(name) + "\\s+.*-[a-z]*f"));
        }
        return command -> patterns.stream().noneMatch(one -> one.matcher(command).find());
    }

    @Test
    void ordinaryCommandsAreAnswered() {
        ORDINARY.forEach(command -> assertTrue(assess(command), command));
        assertTrue(assess(LONG));
    }

    @Test
    @Tag("bench")
    void ordinaryCommandsTakeMicroseconds() throws IOException, InterruptedException {
        double ours = nanos(ORDINARY, AssessmentBenchTest::assess, 100_000, 200_000);
        double theirs = nanos(ORDINARY, patterns(), 500, 2_000);
        System.out.printf(
                "assessment of ordinary commands: %.1f µs, %,.0f a second and core (goal 50,000);"
                        + " a list of %d regular expressions: %.1f µs, %,.0f a second%n",
                ours / 1e3,
                1e9 / ours,
                CommandKnowledge.builtIn().names().size(),
                theirs / 1e3,
                1e9 / theirs);
        beside(ORDINARY.getFirst());
        double large = nanos(List.of(LONG), AssessmentBenchTest::assess, 20_000, 50_000);
        System.out.printf(
                "assessment of %d bytes: %.1f µs (goal 100 µs)%n", LONG.length(), large / 1e3);
        beside(LONG);
        assertTrue(ours < 2_000_000);
    }

    private static double nanos(
            List<String> commands, Predicate<String> work, int warm, int rounds) {
        int count = 0;
        for (int i = 0; i < warm; i++) {
            count += work.test(commands.get(i % commands.size())) ? 1 : 0;
        }
        double[] means = new double[5];
        for (int round = 0; round < means.length; round++) {
            long start = PROCESSOR.getCurrentThreadCpuTime();
            for (int i = 0; i < rounds / means.length; i++) {
                count += work.test(commands.get(i % commands.size())) ? 1 : 0;
            }
            means[round] =
                    (PROCESSOR.getCurrentThreadCpuTime() - start)
                            / Math.floor((double) rounds / means.length);
        }
        assertTrue(count >= 0);
        Arrays.sort(means);
        return means[means.length / 2];
    }

    private void beside(String text) throws IOException, InterruptedException {
        Path bash = Path.of("/bin/bash");
        if (!Files.isExecutable(bash)) {
            return;
        }
        Path script = folder.resolve("script");
        Files.writeString(script, text);
        long[] nanos = new long[20];
        for (int i = 0; i < nanos.length; i++) {
            long start = System.nanoTime();
            Process process =
                    new ProcessBuilder(
                                    "/usr/bin/env",
                                    "-i",
                                    bash.toString(),
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
        System.out.printf("  bash -n, with its start: median %.2f ms%n", nanos[10] / 1e6);
    }
}
