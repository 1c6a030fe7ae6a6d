package dev.countersign.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.StartFailure;
import dev.countersign.toolcall.StopCause;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class LinuxEngineTest {
    private static final long OWN_PID = ProcessHandle.current().pid();

    private final ProcessTable table = ProcessTable.ofThisSystem();
    @TempDir Path directory;
    private ExecutionEngine engine;

    @BeforeEach
    void openEngine() {
        assumeTrue(LinuxEngine.obstacle().isEmpty(), LinuxEngine.obstacle().toString());
        ExecutionEngines.Choice choice =
                ExecutionEngines.best(
                        new ShellFinder(System.getenv()),
                        new CommandEnvironment(
                                System.getenv(), "%016x".formatted(System.nanoTime())),
                        new Sandboxes(Map.of(), Path.of("/"), List.of()),
                        InstantSource.system());
        engine = choice.engine();
        assertEquals("linux", engine.name(), choice.reason());
    }

    @AfterEach
    void closeEngine() {
        engine.close();
    }

    @Test
    void orphansOfCommandsAreCollectedWhenTheyEnd() throws Exception {
        for (int i = 0; i < 5; i++) {
            run("(setsid sleep 0.2 &) ; (sleep 0.3 &) ; true");
        }
        // Adopted orphans first show as children, then as zombies, and are then collected.
        Eventually.holds(
                () ->
                        table.snapshot().stream()
                                .noneMatch(entry ->
                                        entry.parent() == OWN_PID
                                                && entry.identity().name().equals("sleep")),
                () -> table.snapshot().toString());
    }

    @Test
    void whatMayBelongToACommandIsNamedAndLeftAlone() throws Exception {
        String number = "97%05d".formatted(OWN_PID % 99_999);
        RunningCommand command =
                start(
                        "(env -i setsid -f sleep %s >/dev/null 2>&1); exec sleep 300"
                                .formatted(number));
        Eventually.holds(() -> !orphansWith(number).isEmpty(), () -> table.snapshot().toString());
        ProcessIdentity orphan = orphansWith(number).getFirst().identity();
        command.stop(StopCause.HUMAN);
        assertEquals(
                Optional.of(new Outcome.Stopped(StopCause.HUMAN, "SIGTERM")),
                command.await(Duration.ofSeconds(60)));
        assertEquals(
                List.of(orphan.pid()),
                command.survivors().stream().map(ProcessIdentity::pid).toList());
        assertTrue(ProcessHandle.of(orphan.pid()).orElseThrow().destroyForcibly());
        Eventually.holds(() -> orphansWith(number).isEmpty(), () -> "the orphan is left");
    }

    @Test
    void anEnvironmentThatIsTooLongIsToldSo() {
        StartResult result =
                engine.start(
                        new CallBuilder("true", directory)
                                .variable("LONG", "x".repeat(140_000))
                                .build(),
                        (_, _) -> true);
        StartResult.Failed failed = assertInstanceOf(StartResult.Failed.class, result);
        assertEquals(StartFailure.UNKNOWN, failed.failure());
        assertTrue(failed.message().contains("longer than the system takes"), failed.message());
    }

    @Test
    void childrenOfOthersAreLeftToThem() throws Exception {
        List<Process> others = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            run("(setsid true &); true");
            others.add(
                    new ProcessBuilder("/bin/sh", "-c", "sleep 0." + i % 10 + "; exit " + i)
                            .start());
        }
        for (int i = 0; i < others.size(); i++) {
            assertEquals(i, others.get(i).waitFor());
        }
    }

    @Test
    void twoThousandRunsLeaveNothingBehind() throws Exception {
        run("true");
        long threads = Thread.getAllStackTraces().size();
        List<RunningCommand> commands = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            commands.add(start("exit 7"));
            if (commands.size() == 20) {
                for (RunningCommand command : commands) {
                    assertEquals(
                            Optional.of(new Outcome.Exited(7)),
                            command.await(Duration.ofSeconds(60)));
                }
                commands.clear();
            }
        }
        Eventually.holds(
                () -> Thread.getAllStackTraces().size() <= threads + 2,
                () -> Thread.getAllStackTraces().keySet().toString());
        Eventually.holds(
                () ->
                        table.snapshot().stream()
                                .noneMatch(entry -> entry.parent() == OWN_PID && entry.ended()),
                () -> "zombies are left");
    }

    @Test
    void aMissingSystemCallIsNamed() {
        assertEquals(List.of(), LinuxCalls.missing());
    }

    private List<ProcessEntry> orphansWith(String number) {
        return table.snapshot().stream()
                .filter(entry -> entry.parent() == OWN_PID && !entry.ended())
                .filter(entry ->
                        ProcessHandle.of(entry.pid())
                                .flatMap(process -> process.info().arguments())
                                .map(arguments -> List.of(arguments).contains(number))
                                .orElse(false))
                .toList();
    }

    private void run(String command) throws InterruptedException {
        assertEquals(
                Optional.of(new Outcome.Exited(0)), start(command).await(Duration.ofSeconds(60)));
    }

    private RunningCommand start(String command) {
        StartResult result =
                engine.start(new CallBuilder(command, directory).build(), (_, _) -> true);
        return assertInstanceOf(StartResult.Started.class, result).command();
    }
}
