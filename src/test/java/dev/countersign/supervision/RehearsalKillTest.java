package dev.countersign.supervision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.countersign.journal.CallRecord;
import dev.countersign.journal.Rehearsal;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.ToolCallId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Consoles that are killed (kill -9) while something is rehearsed or committed.
@EnabledOnOs(OS.LINUX)
final class RehearsalKillTest {
    private static final int KILLS = 3;

    @TempDir Path folder;

    private Path workspace;

    @BeforeEach
    void lookWhetherItCanBeDone() throws IOException {
        Optional<String> obstacle =
                SupervisedFolder.rehearsals(Files.createDirectories(folder.resolve("look")))
                        .obstacle();
        assumeTrue(obstacle.isEmpty(), obstacle.orElse(""));
        workspace = Files.createDirectories(folder.resolve("ws")).toRealPath();
        Files.writeString(workspace.resolve("notes"), "old\n");
    }

    @Test
    @Timeout(value = 120, unit = TimeUnit.SECONDS)
    void ofARehearsalNothingStaysBehind() throws Exception {
        Path console = Files.createDirectories(folder.resolve("console")).toRealPath();
        Map<String, String> before = state();
        ToolCallId id =
                kill(
                        console,
                        "echo x > notes; (env -i setsid sleep 4711 &); sleep 4712; echo late >"
                                + " late",
                        0,
                        false);
        try (SupervisedFolder next = SupervisedFolder.withRehearsals(console)) {
            CallRecord record = next.journal().find(id).orElseThrow();
            assertEquals(CallStatus.WITHDRAWN, record.status());
            assertTrue(record.rehearsal().flatMap(Rehearsal::discarded).isPresent());
            assertNothingIsLeft(console, "sleep 471[12]");
            assertEquals(before, state());
        }
    }

    @Test
    @Timeout(value = 300, unit = TimeUnit.SECONDS)
    void ofACommitAllOrNothingIsThere() throws Exception {
        killCommits(KILLS, 400);
    }

    @Test
    @Tag("soak")
    void ofManyCommitsAllOrNothingIsThere() throws Exception {
        killCommits(40, 1_500);
    }

    private void killCommits(int kills, int count) throws Exception {
        long seed = RandomGenerator.getDefault().nextLong();
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        List<CallStatus> ends = new ArrayList<>();
        for (int round = 0; round < kills; round++) {
            Path console = Files.createDirectories(folder.resolve("console" + round)).toRealPath();
            String text = "round " + round;
            Map<String, String> before = state();
            ToolCallId id =
                    kill(
                            console,
                            "rm -rf many; mkdir many; for i in {1..%d}; do echo %s > many/$i; done; echo %s > notes"
                                    .formatted(count, text, text),
                            round == 0 ? 0 : random.nextInt(250),
                            true);
            try (SupervisedFolder next = SupervisedFolder.withRehearsals(console)) {
                CallRecord record = next.journal().find(id).orElseThrow();
                ends.add(record.status());
                Map<String, String> after = state();
                if (record.isRehearsed()) {
                    assertEquals(CallStatus.COMPLETED, record.status(), "seed " + seed);
                    assertEquals(count + 2, after.size(), "seed " + seed);
                    assertTrue(
                            after.entrySet().stream()
                                    .allMatch(file ->
                                            file.getKey().equals("many")
                                                    || file.getValue().equals(text + "\n")),
                            "seed " + seed);
                } else {
                    assertEquals(CallStatus.WITHDRAWN, record.status(), "seed " + seed);
                    assertEquals(before, after, "seed " + seed);
                }
                assertNothingIsLeft(console, "nothing");
            }
        }
        System.out.println("kills in commits ended as " + ends);
    }

    private ToolCallId kill(Path console, String command, long afterMillis, boolean commit)
            throws Exception {
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-Xmx256m",
                                "--enable-native-access=ALL-UNNAMED",
                                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                KilledRehearsal.class.getName(),
                                console.toString(),
                                workspace.toString(),
                                command));
        if (commit) {
            arguments.add("commit");
        }
        Process process =
                new ProcessBuilder(arguments)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            while (line != null && !line.matches("[0-9a-f]{8}")) {
                line = lines.readLine();
            }
            assertTrue(line != null, "it ended before it began");
            // Not to wait for something, but to be killed at any moment of it.
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(afterMillis));
            return new ToolCallId(line);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private void assertNothingIsLeft(Path console, String commandLine) throws IOException {
        assertFalse(Files.exists(console.resolve("rehearsals")));
        assertFalse(Files.readString(Path.of("/proc/mounts")).contains(folder.toString()));
        assertFalse(
                ProcessHandle.allProcesses()
                        .anyMatch(process ->
                                process.info()
                                        .commandLine()
                                        .filter(line -> line.matches(".*" + commandLine))
                                        .isPresent()));
        try (Stream<Path> files = Files.list(workspace)) {
            assertTrue(
                    files.noneMatch(
                            path -> path.getFileName().toString().startsWith(".countersign-")));
        }
    }

    private Map<String, String> state() throws IOException {
        Map<String, String> state = new TreeMap<>();
        try (Stream<Path> all = Files.walk(workspace)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                if (!path.equals(workspace)) {
                    state.put(
                            workspace.relativize(path).toString(),
                            Files.isDirectory(path) ? "folder" : Files.readString(path));
                }
            }
        }
        return state;
    }
}
