package dev.countersign.supervision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.countersign.journal.CallRecord;
import dev.countersign.settings.Settings;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Runs for longer than the ordinary tests: thousands of them, gigabytes of output, a disk that is
/// really full. Run with `mvn -Psoak -Dtest=RunSoakTest`; `-Dcountersign.soak.gibibytes=…` for
/// another size than 10, `-Dcountersign.soak.runs=…` for another number than 2,000.
@Tag("soak")
@Timeout(1_800)
final class RunSoakTest {
    @TempDir private Path temporary;

    @Test
    void thousandsOfRunsLeaveNoZombieAndNoDescriptor() throws Exception {
        int runs = Integer.getInteger("countersign.soak.runs", 2_000);
        try (SupervisedFolder console = SupervisedFolder.open(temporary.toRealPath())) {
            runMany(console, 100);
            long descriptors = descriptors();
            long resident = RunFigures.residentBytes();
            runMany(console, runs);
            SupervisedFolder.await(() -> zombies() == 0);
            SupervisedFolder.await(() -> descriptors() <= descriptors);
            System.out.printf(
                    "%,d runs: descriptors %d -> %d, no zombies, memory grew by %d MiB%n",
                    runs,
                    descriptors,
                    descriptors(),
                    (RunFigures.residentBytes() - resident) >> 20);
        }
    }

    private static void runMany(SupervisedFolder console, int runs) throws Exception {
        List<CompletableFuture<CallReport>> answers = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            answers.add(console.submit("echo out; echo err >&2; (sleep 0.01 &) #allow"));
            if (answers.size() == 20) {
                for (CompletableFuture<CallReport> answer : answers) {
                    assertEquals(Optional.of(CallStatus.COMPLETED), answer.get().status());
                }
                answers.clear();
            }
        }
        for (CompletableFuture<CallReport> answer : answers) {
            answer.get();
        }
    }

    @Test
    void gigabytesOfOneCommandTakeNoMemory() throws Exception {
        long bytes = Long.getLong("countersign.soak.gibibytes", 10) << 30;
        try (SupervisedFolder console = SupervisedFolder.open(temporary.toRealPath())) {
            console.settings().change(Settings.MAX_RUN_OUTPUT, 1_048_576);
            console.call("yes | head -c 300000000 #allow").await();
            System.gc();
            long before = RunFigures.residentBytes();
            long begun = System.nanoTime();
            ToolCallId id = console.startJob("yes | head -c %d #allow".formatted(bytes));
            long most = before;
            while (record(console, id).finished().isEmpty()) {
                most = Math.max(most, RunFigures.residentBytes());
                LockSupport.parkNanos(50_000_000);
            }
            assertEquals(bytes, record(console, id).finished().orElseThrow().outputBytes());
            System.out.printf(
                    "%,d MiB of one command in %.1f s: memory grew by at most %.1f MiB%n",
                    bytes >> 20, (System.nanoTime() - begun) / 1e9, (most - before) / 1048576.0);
            assertTrue(most - before < 64L << 20, "memory grew by " + (most - before));
        }
    }

    @Test
    void aDiskThatIsReallyFullLosesNothing() throws Exception {
        Path disk = Files.createDirectory(temporary.toRealPath().resolve("disk"));
        assumeTrue(mount(disk, "size=40m"), "no small disk can be mounted here");
        try (SupervisedFolder console = SupervisedFolder.open(disk)) {
            console.settings().change(Settings.LEAST_FREE_DISK, 0);
            ToolCallId id = console.startJob("yes 0123456789 | head -c 60000000; echo end #allow");
            SupervisedFolder.await(() -> waitsForRoom(console, id));
            assertTrue(mount(disk, "remount,size=200m"));
            SupervisedFolder.await(() -> record(console, id).status() == CallStatus.COMPLETED);
            assertEquals(60_000_004, record(console, id).finished().orElseThrow().outputBytes());
            console.settings().change(Settings.LEAST_FREE_DISK, 1_000);
            SupervisedFolder.await(() -> console.desk().status().problems().size() == 1);
            CompletableFuture<CallReport> waiting = console.submit("echo later #allow");
            console.settings().change(Settings.LEAST_FREE_DISK, 1);
            assertEquals("later\n", waiting.get().stdout().text());
        } finally {
            RunFigures.bash("umount " + disk);
        }
    }

    private static boolean waitsForRoom(SupervisedFolder console, ToolCallId id) {
        return console.desk()
                .jobs()
                .snapshot()
                .find(id)
                .flatMap(JobView::remark)
                .filter(remark -> remark.contains("room on the disk"))
                .isPresent();
    }

    private static boolean mount(Path disk, String options)
            throws IOException, InterruptedException {
        return new ProcessBuilder("mount", "-t", "tmpfs", "-o", options, "tmpfs", disk.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    private static CallRecord record(SupervisedFolder console, ToolCallId id) {
        return console.journal().calls().stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static long zombies() {
        long self = ProcessHandle.current().pid();
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            return processes.filter(process -> isZombieOf(process, self)).count();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static boolean isZombieOf(Path process, long parent) {
        try {
            String stat = Files.readString(process.resolve("stat"));
            return stat.substring(stat.lastIndexOf(')')).startsWith(") Z " + parent + " ");
        } catch (IOException notAProcess) {
            return false;
        }
    }

    private static long descriptors() {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.count();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
