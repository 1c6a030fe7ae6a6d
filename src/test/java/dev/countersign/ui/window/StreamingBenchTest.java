package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.OperatingSystemMXBean;
import dev.countersign.recording.RecordingWriter;
import dev.countersign.recording.StreamKind;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.FakeDesk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A hundred jobs stream at once: how long it takes from a key to the output of the next job on the
/// screen, beside the same with all of them silent; and what the window costs when they are. Prints
/// figures and asserts none of them.
class StreamingBenchTest {
    private static final long MOST_BYTES = 1_500L << 20;

    /// What streamed is still indexed and compiled for a moment.
    private static final int SETTLING_TICKS = 1;

    @TempDir Path folder;

    @Test
    void someJobsInSmall() throws Exception {
        run(8, 6, 1);
    }

    @Test
    @Tag("bench")
    void aHundredJobs() throws Exception {
        run(100, 60, 10);
    }

    private void run(int jobs, int keys, int quietTicks) throws Exception {
        FakeDesk desk = new FakeDesk(InstantSource.system());
        List<RecordingWriter> writers = new ArrayList<>();
        for (int job = 0; job < jobs; job++) {
            ToolCallId id = desk.arrive(FakeDesk.ask(FakeDesk.CODEX, "serve " + job).ago(9));
            desk.approve(id);
            Path recording = folder.resolve("job" + job);
            writers.add(RecordingWriter.create(recording, Instant.now()));
            desk.start(id, recording);
            append(writers.get(job), job);
        }
        OpenWindow open = OpenWindow.over(desk, folder);
        try {
            open.robot.clickOn("#room-running");
            open.await("a job's output shows", () -> shown(open).contains("a line of job"));
            double[] silent = answers(open, keys);
            AtomicBoolean over = new AtomicBoolean();
            AtomicLong written = new AtomicLong();
            Thread stream =
                    Thread.ofPlatform()
                            .daemon()
                            .name("stream")
                            .start(() -> stream(writers, over, written));
            double[] streaming = answers(open, keys);
            over.set(true);
            stream.join();
            print(
                    "%d jobs, %,d MB streamed meanwhile: from a key to the next job's output p50"
                            + " %.0f ms, p99 %.0f ms (silent p50 %.0f ms, p99 %.0f ms)",
                    jobs, written.get() >> 20, streaming[0], streaming[1], silent[0], silent[1]);
            print("quiet again: %.2f %% of a core", quiet(open, quietTicks));
        } finally {
            open.close();
            for (RecordingWriter writer : writers) {
                writer.close();
            }
        }
    }

    private static void stream(
            List<RecordingWriter> writers, AtomicBoolean over, AtomicLong written) {
        while (!over.get() && written.get() < MOST_BYTES) {
            for (int job = 0; job < writers.size() && !over.get(); job++) {
                written.addAndGet(append(writers.get(job), job));
            }
        }
    }

    private static int append(RecordingWriter writer, int job) {
        byte[] bytes =
                ("\u001b[32mINFO\u001b[0m a line of job " + job + ".\n")
                        .repeat(200)
                        .getBytes(StandardCharsets.UTF_8);
        try {
            writer.append(StreamKind.STDOUT, bytes, 0, bytes.length, Instant.now());
            return bytes.length;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Median and 99th percentile in milliseconds.
    private static double[] answers(OpenWindow open, int keys) throws Exception {
        double[] millis = new double[keys];
        for (int key = 0; key < keys; key++) {
            String before = open.onFx(() -> lastJob(open));
            KeyCode way = key < keys / 2 ? KeyCode.J : KeyCode.K;
            long start = System.nanoTime();
            open.robot.press(way).release(way);
            open.await(
                    "another job's output shows",
                    () -> !lastJob(open).isEmpty() && !lastJob(open).equals(before));
            millis[key] = (System.nanoTime() - start) / 1e6;
        }
        Arrays.sort(millis);
        return new double[] {millis[keys / 2], millis[Math.min(keys - 1, keys * 99 / 100)]};
    }

    private static String lastJob(OpenWindow open) {
        String text = shown(open);
        int at = text.lastIndexOf("of job ");
        int end = at < 0 ? -1 : text.indexOf('.', at);
        return end < 0 ? "" : text.substring(at, end);
    }

    private static String shown(OpenWindow open) {
        return Optional.ofNullable(open.require(".jobs .output-view").getAccessibleText())
                .orElse("");
    }

    /// What the process costs while nothing is printed, over so many ticks of a second. Waits
    /// without looking: a wake-up costs as much as a frame of the toolkit's timer.
    private static double quiet(OpenWindow open, int ticks) throws Exception {
        CountDownLatch first = new CountDownLatch(1 + SETTLING_TICKS);
        CountDownLatch last = new CountDownLatch(1 + SETTLING_TICKS + ticks);
        Runnable end =
                open.onFx(() ->
                        open.window
                                        .present()
                                        .subscribe((_, _) -> {
                                            first.countDown();
                                            last.countDown();
                                        })
                                ::unsubscribe);
        OperatingSystemMXBean system =
                (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        assertTrue(first.await(1, TimeUnit.MINUTES));
        long start = System.nanoTime();
        long before = system.getProcessCpuTime();
        assertTrue(last.await(1, TimeUnit.MINUTES));
        double share = (system.getProcessCpuTime() - before) * 100.0 / (System.nanoTime() - start);
        open.onFx(() -> {
            end.run();
            return true;
        });
        return share;
    }

    // The annotation is no dependency of ours.
    @SuppressWarnings("AnnotateFormatMethod")
    private static void print(String format, Object... values) {
        System.out.println("StreamingBenchTest: " + String.format(Locale.ROOT, format, values));
    }
}
