package dev.countersign.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// With a script in the place of the program, since nobody has tried it on Windows yet.
final class TaskKillTest {
    @TempDir private Path folder;

    @Test
    void theWholeTreeIsKilledByTheProgramOfTheSystem() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "the script needs a shell");
        Path told = folder.resolve("told");
        Path system = Files.createDirectories(folder.resolve("System32"));
        Path program = system.resolve("taskkill.exe");
        Files.writeString(program, "#!/bin/sh\necho \"$@\" >> %s\nkill -9 $4\n".formatted(told));
        assertTrue(program.toFile().setExecutable(true));
        Optional<TaskKill> found =
                TaskKill.ofThisSystem(
                        Map.of("SystemRoot", folder.toString()), () -> StopTimes.STANDARD);
        ProcessTable table = ProcessTable.ofThisSystem();
        Process process = new ProcessBuilder("sleep", "305").start();
        try {
            new HandleSignals(table, found)
                    .send(table.find(process.pid()).orElseThrow().identity(), Signal.KILL);
            assertEquals(137, process.waitFor());
            assertEquals("/T /F /PID " + process.pid() + "\n", Files.readString(told));
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void whereThereIsNoneItIsAbsent() {
        assertEquals(Optional.empty(), TaskKill.ofThisSystem(Map.of(), () -> StopTimes.STANDARD));
        assertEquals(
                Optional.empty(),
                TaskKill.ofThisSystem(
                        Map.of("SystemRoot", folder.toString()), () -> StopTimes.STANDARD));
    }
}
