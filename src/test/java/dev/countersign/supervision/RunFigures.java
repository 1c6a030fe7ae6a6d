package dev.countersign.supervision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.journal.CallRecord;
import dev.countersign.recording.Recording;
import dev.countersign.settings.Settings;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToDoubleFunction;

/// What the benches measure of runs through the whole console, in any size, each beside its control
/// measured just before. Prints lines.
final class RunFigures {
    private final Path folder;
    private final SupervisedFolder console;
    private final Optional<SpawnControl> control;

    RunFigures(Path folder, SupervisedFolder console) throws IOException, InterruptedException {
        this.folder = folder;
        this.console = console;
        this.control = SpawnControl.compile(folder);
    }

    /// Has the console answer calls until it is compiled.
    void warmUp(int rounds) throws Exception {
        for (int i = 0; i < rounds; i++) {
            console.call("echo x #allow").await();
        }
    }

    /// Call to answer of `echo x`, an allow rule deciding.
    void latency(int rounds, String beside) throws Exception {
        List<SpawnControl.Round> plain =
                control.isPresent() ? control.get().run(rounds, "echo x") : List.of();
        double keeping = 2 * forceMicros(rounds);
        List<Double> firstBytes = new ArrayList<>();
        List<Double> times = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            Instant call = Instant.now();
            long begun = System.nanoTime();
            CallReport report = console.call("echo x #allow").await();
            times.add((System.nanoTime() - begun) / 1e3);
            firstBytes.add(Duration.between(call, firstByte(report)).toNanos() / 1e3);
            assertEquals(Optional.of(CallStatus.COMPLETED), report.status());
        }
        double whole = median(times, each -> each);
        double spawned = median(plain, SpawnControl.Round::end);
        print(
                "call to answer%s: %.1f ms; C posix_spawn to end %.1f ms (first byte %.1f ms); two"
                    + " fsyncs %.1f ms; (ours - fsyncs) / C = %.2f, goal <= 1.3 plus 2 ms = %.2f",
                beside,
                whole / 1e3,
                spawned / 1e3,
                median(plain, SpawnControl.Round::firstByte) / 1e3,
                keeping / 1e3,
                (whole - keeping) / spawned,
                1.3 + 2_000 / spawned);
        print(
                "first byte through the whole console%s, from the call to its recording: %.1f ms",
                beside, median(firstBytes, each -> each) / 1e3);
    }

    /// When it stood in the recording.
    private static Instant firstByte(CallReport report) throws IOException {
        Path folder = Objects.requireNonNull(report.outputFile().orElseThrow().getParent());
        try (Recording recording = Recording.open(folder)) {
            return recording
                    .startedAt()
                    .plus(recording.outputBeside(Duration.ZERO, true).orElseThrow());
        }
    }

    private double forceMicros(int rounds) throws IOException {
        List<Double> times = new ArrayList<>();
        Path file = Files.createTempFile(folder, "force", "");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            ByteBuffer line = ByteBuffer.wrap("x".repeat(500).getBytes(StandardCharsets.US_ASCII));
            for (int i = 0; i < rounds; i++) {
                long begun = System.nanoTime();
                channel.write(line.rewind());
                channel.force(false);
                times.add((System.nanoTime() - begun) / 1e3);
            }
        }
        return median(times, each -> each);
    }

    /// The same beside many quiet jobs.
    void latencyBesideQuietJobs(int jobs, int rounds) throws Exception {
        console.settings().change(Settings.BACKGROUND_PER_AGENT, 1_000);
        long begun = System.nanoTime();
        for (int i = 0; i < jobs; i++) {
            console.startJob("sleep 600 #allow");
        }
        print("%,d quiet jobs started in %.1f s", jobs, (System.nanoTime() - begun) / 1e9);
        latency(rounds, " beside %,d quiet jobs".formatted(jobs));
        int stopped = console.desk().jobs().stopAll(Optional.empty());
        assertEquals(jobs, stopped);
        SupervisedFolder.await(
                () -> console.journal().calls().stream().noneMatch(call -> call.isRunning()));
    }

    /// Output of one command: into the store, beside `cat f | cat >file` and a C program that only
    /// reads the pipe, in turn; medians.
    ///
    /// What is written fills memory that the system has used just before. Memory that a virtual
    /// machine gave back is several times as slow to fill at first, and it is chance who of two
    /// writers gets which.
    void throughput(String what, Path file, String command, int rounds) throws Exception {
        long bytes = Files.size(file);
        Path copy = folder.resolve("copy");
        List<Double> copied = new ArrayList<>();
        List<Double> piped = new ArrayList<>();
        List<Double> ours = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        long before = usedHeap();
        for (int round = 0; round < rounds; round++) {
            useMemory(file);
            copied.add(seconds(() -> bash("cat %s | cat >%s".formatted(file, copy))));
            Files.delete(copy);
            if (control.isPresent()) {
                piped.add(control.get().run(1, command).getFirst().end() / 1e6);
            }
            useMemory(file);
            ours.add(secondsOfJob(command, bytes));
            ratios.add(copied.getLast() / ours.getLast());
        }
        double middle = median(ours, each -> each);
        print(
                "%s, %,d MiB: ours %.0f MB/s, cat | cat >file %.0f MB/s (ratio %.2f, goal >= 1.3),"
                        + " raw pipe %.0f MB/s (ratio %.2f); heap grew by %d MiB",
                what,
                bytes >> 20,
                bytes / middle / 1e6,
                bytes / median(copied, each -> each) / 1e6,
                median(ratios, each -> each),
                bytes / median(piped, each -> each) / 1e6,
                median(piped, each -> each) / middle,
                Math.max(0, usedHeap() - before) >> 20);
    }

    private void useMemory(Path file) throws IOException, InterruptedException {
        Path used = folder.resolve("used");
        bash("cat %s >%s".formatted(file, used));
        Files.delete(used);
    }

    private double secondsOfJob(String command, long bytes) throws Exception {
        long begun = System.nanoTime();
        ToolCallId id = console.startJob(command + " #allow");
        SupervisedFolder.await(() -> record(id).finished().isPresent());
        double seconds = (System.nanoTime() - begun) / 1e9;
        assertEquals(bytes, record(id).finished().orElseThrow().outputBytes());
        Path output = console.desk().recordingFolder(id).orElseThrow().resolve("output");
        assertEquals("", difference(output, bytes));
        // Who has it open to read on would keep its memory.
        Files.newByteChannel(output, StandardOpenOption.WRITE).truncate(0).close();
        return seconds;
    }

    /// A file of a job that is over has one line of the console's own behind the bytes.
    private static String difference(Path output, long bytes) throws IOException {
        long surplus = Files.size(output) - bytes;
        return surplus > 0 && surplus < 100 ? "" : "longer by " + surplus;
    }

    /// Many jobs at once, every byte of each checked, beside a shell that runs them one by one.
    void manyJobs(int jobs, int bytesEach) throws Exception {
        String one = "seq %d 99999999 | head -c " + bytesEach;
        double looped =
                seconds(() ->
                        bash(
                                "for ((i = 1; i <= %d; i++)); do bash -c \"seq $i 99999999 | head -c %d\" >%s/looped; done"
                                        .formatted(jobs, bytesEach, folder)));
        console.settings().change(Settings.FOREGROUND_PER_AGENT, 20);
        long begun = System.nanoTime();
        List<CompletableFuture<CallReport>> answers = new ArrayList<>();
        for (int i = 1; i <= jobs; i++) {
            answers.add(console.submit(one.formatted(i) + " #allow"));
        }
        for (CompletableFuture<CallReport> answer : answers) {
            answer.get();
        }
        double ours = (System.nanoTime() - begun) / 1e9;
        for (int i = 1; i <= jobs; i++) {
            CallReport report = answers.get(i - 1).get();
            byte[] output = Files.readAllBytes(report.outputFile().orElseThrow());
            assertEquals(bytesEach, output.length);
            assertTrue(isCount(output, i), "output of job " + i);
        }
        print(
                "%,d jobs of %,d bytes: ours %.1f s, a bash loop %.1f s, ratio %.2f; all bytes as"
                        + " they must be",
                jobs, bytesEach, ours, looped, ours / looped);
    }

    private static boolean isCount(byte[] output, int first) {
        int at = 0;
        for (int number = first; at < output.length; number++) {
            byte[] line = (number + "\n").getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < line.length && at < output.length; i++, at++) {
                if (output[at] != line[i]) {
                    return false;
                }
            }
        }
        return true;
    }

    private CallRecord record(ToolCallId id) {
        return console.journal().calls().stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private interface Work {
        void run() throws Exception;
    }

    private static double seconds(Work work) throws Exception {
        long begun = System.nanoTime();
        work.run();
        return (System.nanoTime() - begun) / 1e9;
    }

    static void bash(String command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("bash", "-c", command).inheritIO().start();
        assertEquals(0, process.waitFor(), command);
    }

    static long residentBytes() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElse(0);
    }

    private static long usedHeap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private static <T> double median(List<T> all, ToDoubleFunction<T> figure) {
        double[] sorted = all.stream().mapToDouble(figure).sorted().toArray();
        return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
    }

    // The annotation is no dependency of ours.
    @SuppressWarnings("AnnotateFormatMethod")
    private static void print(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
