package dev.countersign.supervision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.countersign.approval.ApprovalScope;
import dev.countersign.approval.Decider;
import dev.countersign.approval.Decision;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.Journal;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.JobAct;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.toolcall.ToolCalls;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A console in another program is killed (-9) or told to end (SIGTERM) while commands run.
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class OrphanTest {
    @TempDir private Path temporary;

    private Path folder = Path.of("");
    private Optional<Process> console = Optional.empty();
    private final List<ToolCallId> ids = new ArrayList<>();

    @BeforeEach
    void resolve() throws IOException {
        assumeTrue(Files.isReadable(Path.of("/proc/self/environ")), "orphans are found in /proc");
        folder = temporary.toRealPath();
    }

    @AfterEach
    void end() {
        console.ifPresent(Process::destroyForcibly);
    }

    @Test
    void whatRanWhenTheConsoleWasKilledIsFoundWatchedAndStopped() throws Exception {
        start(
                "echo before; (setsid sleep 300 &); sleep 301; true #allow",
                "echo other; sleep 302; true #allow",
                "echo left; exec env -i sleep 303 #allow");
        kill();
        try (SupervisedFolder again = SupervisedFolder.open(folder)) {
            JobDesk desk = again.desk().jobs();
            for (ToolCallId id : ids) {
                JobView orphan = desk.snapshot().find(id).orElseThrow();
                assertTrue(orphan.orphan());
                assertEquals(JobState.LOST, orphan.state());
                assertTrue(orphan.remark().orElseThrow().contains("lost"));
                assertEquals(CallStatus.LOST, record(again, id).status());
                assertEquals(JobAct.FOUND_AGAIN, record(again, id).steered().getLast().act());
            }
            assertEquals(3, desk.snapshot().find(ids.getFirst()).orElseThrow().processes().size());
            assertEquals("before\n", outputOf(again, ids.getFirst()));
            assertTrue(desk.pause(ids.get(1)));
            desk.resume(ids.get(1));
            desk.stop(ids.getFirst());
            SupervisedFolder.await(() -> desk.snapshot().find(ids.getFirst()).isEmpty());
            assertEquals(
                    List.of(),
                    again.gateway().listShells(again.session()).stream()
                            .filter(job -> job.status() == CallStatus.RUNNING)
                            .toList());
            desk.adopt(ids.get(1));
            assertEquals(
                    List.of(ids.get(1)),
                    again.gateway().listShells(again.session()).stream()
                            .filter(job -> job.status() == CallStatus.RUNNING)
                            .map(JobSummary::id)
                            .toList());
            again.gateway().killShell(again.session(), ids.get(1).shellName());
            assertFalse(desk.snapshot().find(ids.get(1)).isPresent());
            desk.kill(ids.get(2));
            SupervisedFolder.await(() -> desk.snapshot().jobs().isEmpty());
        }
    }

    @Test
    void whatWasStartedJustBeforeTheCrashIsFoundThoughItsStartWasNotWrittenDown() throws Exception {
        ToolCallId id = ToolCallId.of(7);
        ToolCallId never = ToolCallId.of(8);
        try (Journal journal = Journal.open(folder.resolve("journal"))) {
            for (ToolCallId one : List.of(id, never)) {
                journal.append(
                        new SupervisionEvent.Received(
                                ToolCalls.call(one.equals(id) ? 7 : 8, "sleep 304", folder)));
                journal.append(
                        new SupervisionEvent.Decided(
                                one,
                                ToolCalls.NOON,
                                new Decision.Approved(new Decider.Human(), ApprovalScope.ONCE)));
            }
        }
        ProcessBuilder command = new ProcessBuilder("sleep", "304");
        command.environment().put("COUNTERSIGN_RUN", "0011223344556677-" + id.digits());
        Process process = command.start();
        try (SupervisedFolder again = SupervisedFolder.open(folder)) {
            assertEquals(CallStatus.LOST, record(again, id).status());
            assertEquals(process.pid(), record(again, id).started().orElseThrow().pid());
            assertTrue(again.desk().jobs().snapshot().find(id).orElseThrow().orphan());
            assertEquals(CallStatus.FAILED, record(again, never).status());
            again.desk().jobs().stop(id);
            assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aConsoleThatIsToldToEndStopsAllWithinItsTime() throws Exception {
        start("trap '' TERM; echo ready; sleep 300; sleep 300 #allow", "echo x; sleep 301 #allow");
        Process process = console.orElseThrow();
        long asked = System.nanoTime();
        process.destroy();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        System.out.printf(
                "a console that is told to end was gone with all it ran after %.2f s, goal 5 s%n",
                (System.nanoTime() - asked) / 1e9);
        try (SupervisedFolder again = SupervisedFolder.open(folder)) {
            assertEquals(List.of(), again.desk().jobs().snapshot().jobs());
            for (ToolCallId id : ids) {
                assertEquals(CallStatus.KILLED, record(again, id).status());
            }
        }
    }

    private void start(String... commands) throws IOException {
        List<String> arguments = new ArrayList<>();
        arguments.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        arguments.add("-Xmx256m");
        arguments.add("--enable-native-access=ALL-UNNAMED");
        arguments.add("-cp");
        arguments.add(System.getProperty("java.class.path"));
        arguments.add(KilledConsole.class.getName());
        arguments.add(folder.toString());
        arguments.addAll(List.of(commands));
        ProcessBuilder builder = new ProcessBuilder(arguments);
        builder.redirectError(folder.resolve("errors").toFile());
        Process process = builder.start();
        console = Optional.of(process);
        BufferedReader lines = process.inputReader();
        List<String> said = new ArrayList<>();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            said.add(line);
            if (line.equals("ready")) {
                break;
            }
            if (line.matches("[0-9a-f]{8}")) {
                ids.add(new ToolCallId(line));
            }
        }
        assertTrue(said.contains("ready"), () -> said + " " + read(folder.resolve("errors")));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private void kill() throws InterruptedException {
        Process process = console.orElseThrow();
        process.destroyForcibly();
        process.waitFor();
    }

    private static CallRecord record(SupervisedFolder console, ToolCallId id) {
        return console.journal().calls().stream()
                .filter(record -> record.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static String outputOf(SupervisedFolder console, ToolCallId id)
            throws InterruptedException {
        return console.gateway()
                .bashOutput(console.session(), id.shellName(), Optional.empty(), Duration.ZERO)
                .stdout()
                .text();
    }
}
