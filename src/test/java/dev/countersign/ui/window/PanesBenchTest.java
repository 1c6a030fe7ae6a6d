package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.journal.GeneratedHistory;
import dev.countersign.journal.HistoryHit;
import dev.countersign.journal.HistoryQuery;
import dev.countersign.supervision.JobState;
import dev.countersign.supervision.JobView;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.FakeDesk;
import dev.countersign.ui.FakeJobs;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javafx.animation.AnimationTimer;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.control.skin.VirtualFlow;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the panes cost the FX thread with a thousand live jobs and a hundred thousand kept calls:
/// processor time of that thread from frame to frame, beside the same window at rest.
class PanesBenchTest {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final String[] WORDS = {
        "word12", "npm te", "grep", "cargo build", "word4", "release", "docker", "word999",
    };

    @Test
    void panesAreMeasuredInSmall(@TempDir Path folder) throws Exception {
        jobs(folder.resolve("jobs"), 40, 30);
        history(folder.resolve("history"), 300, 30);
    }

    @Test
    @Tag("bench")
    void aThousandJobs(@TempDir Path folder) throws Exception {
        jobs(folder, 100, 120);
        jobs(folder, 1_000, 600);
    }

    @Test
    @Tag("bench")
    void aHundredThousandCalls(@TempDir Path folder) throws Exception {
        history(folder.resolve("small"), 1_000, 120);
        history(folder.resolve("large"), 100_000, 600);
    }

    private static void jobs(Path folder, int count, int frames) throws Exception {
        FakeDesk desk = new FakeDesk(InstantSource.system());
        List<ToolCallId> ids = new ArrayList<>();
        for (int job = 0; job < count; job++) {
            ToolCallId id =
                    desk.arrive(
                            FakeDesk.ask(
                                    job % 2 == 0 ? FakeDesk.CLAUDE : FakeDesk.CODEX,
                                    "npm run watch -- --part " + job));
            desk.approve(id);
            desk.start(id, folder.resolve("none"));
            ids.add(id);
        }
        OpenWindow open = OpenWindow.over(desk, folder);
        try {
            Frames rest = Frames.of(open, 30, _ -> {});
            long start = System.nanoTime();
            open.robot.clickOn("#room-running");
            open.await(
                    "the jobs are listed",
                    () -> open.find("#jobs .tree-table-row-cell").isPresent());
            open.settle();
            double opened = millisSince(start);
            Frames scrolled =
                    Frames.of(
                            open,
                            frames,
                            frame -> {
                                if (frame % 30 == 0) {
                                    tell(desk, ids, frame);
                                }
                                scroll(open, "#jobs", frame);
                            });
            print(
                    "%,d live jobs: pane open after %.0f ms; %s",
                    count, opened, scrolled.beside(rest));
        } finally {
            open.close();
        }
    }

    private static void tell(FakeDesk desk, List<ToolCallId> ids, int tick) {
        desk.jobs()
                .tell(
                        ids.stream()
                                .map(id ->
                                        FakeJobs.view(
                                                id, JobState.RUNNING, "built in " + tick + " ms"))
                                .toArray(JobView[]::new));
    }

    private static void history(Path folder, int calls, int frames) throws Exception {
        FakeDesk desk = new FakeDesk(InstantSource.system());
        try (GeneratedHistory kept = new GeneratedHistory(folder, calls, 42, Instant.now(), 30);
                ExecutorService background = Executors.newVirtualThreadPerTaskExecutor()) {
            desk.keep(kept);
            OpenWindow open = OpenWindow.over(desk, folder, background);
            try {
                measureHistory(open, kept, calls, frames);
            } finally {
                open.close();
            }
        }
    }

    private static void measureHistory(
            OpenWindow open, GeneratedHistory kept, int calls, int frames) throws Exception {
        Frames rest = Frames.of(open, 30, _ -> {});
        long start = System.nanoTime();
        open.robot.clickOn("#room-history");
        open.await("calls are listed", () -> open.find("#history .list-cell").isPresent());
        double opened = millisSince(start);
        Frames scrolled = Frames.of(open, frames, frame -> scroll(open, "#history", frame));
        List<Double> alone = new ArrayList<>();
        List<Double> behindPane = new ArrayList<>();
        for (String words : WORDS) {
            start = System.nanoTime();
            kept.history().search(HistoryQuery.ALL.withText(words), Optional.empty(), 100);
            alone.add(millisSince(start));
            typed(open, kept, "");
            behindPane.add(typed(open, kept, words));
        }
        open.robot.clickOn("#room-timeline");
        start = System.nanoTime();
        open.await("the timeline shows", () -> open.find(".charts").isPresent());
        open.settle();
        print(
                "%,d kept calls: pane open after %.0f ms; %s; a search as typed shows after p50"
                        + " %.1f ms (the question alone %.1f ms, the pause in typing 80 ms not"
                        + " counted); timeline open after %.0f ms",
                calls,
                opened,
                scrolled.beside(rest),
                median(behindPane) - 80,
                median(alone),
                millisSince(start));
    }

    /// From the text in the field to the calls below it, in milliseconds.
    private static double typed(OpenWindow open, GeneratedHistory kept, String words)
            throws Exception {
        List<HistoryHit> wanted =
                kept.history()
                        .search(HistoryQuery.ALL.withText(words), Optional.empty(), 100)
                        .hits();
        long start = System.nanoTime();
        open.onFx(() -> {
            ((TextField) open.require("#history-filter")).setText(words);
            return true;
        });
        open.await("it is answered", () -> shows(open, wanted));
        return millisSince(start);
    }

    private static boolean shows(OpenWindow open, List<HistoryHit> wanted) {
        List<String> calls =
                ((ListView<?>) open.require("#history"))
                        .getItems().stream()
                                .map(Object::toString)
                                .filter(row -> row.startsWith("Call"))
                                .toList();
        return calls.size() >= wanted.size()
                && (wanted.isEmpty() || calls.getFirst().contains(wanted.getFirst().toString()))
                && (wanted.size() >= 100 || calls.size() == wanted.size());
    }

    private static void scroll(OpenWindow open, String list, int frame) {
        if (open.require(list).lookup(".virtual-flow") instanceof VirtualFlow<?> flow) {
            flow.scrollPixels(frame % 120 < 60 ? 90 : -83);
        }
    }

    private static double millisSince(long start) {
        return (System.nanoTime() - start) / 1e6;
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    // The annotation is no dependency of ours.
    @SuppressWarnings("AnnotateFormatMethod")
    private static void print(String format, Object... values) {
        System.out.println("PanesBenchTest: " + String.format(Locale.ROOT, format, values));
    }

    /// Done at the start of a frame, on the FX thread.
    private interface Step {
        void at(int frame);
    }

    /// Processor time of the FX thread from frame to frame, in milliseconds.
    private record Frames(List<Double> sorted) {
        static Frames of(OpenWindow open, int count, Step step) throws Exception {
            List<Double> times = Collections.synchronizedList(new ArrayList<>());
            AnimationTimer timer =
                    new AnimationTimer() {
                        private long before = -1;

                        @Override
                        public void handle(long now) {
                            long here = THREADS.getCurrentThreadCpuTime();
                            if (before >= 0) {
                                times.add((here - before) / 1e6);
                            }
                            before = here;
                            if (times.size() < count) {
                                step.at(times.size());
                            } else {
                                stop();
                            }
                        }
                    };
            open.onFx(() -> {
                timer.start();
                return true;
            });
            open.awaitHere("enough frames", () -> times.size() >= count);
            return new Frames(times.stream().sorted().toList());
        }

        double percentile(int percent) {
            return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
        }

        String beside(Frames rest) {
            assertTrue(!sorted.isEmpty() && !rest.sorted.isEmpty());
            return String.format(
                    Locale.ROOT,
                    "FX thread a frame while it scrolls p50 %.1f ms, p99 %.1f ms (at rest p99"
                            + " %.1f ms)",
                    percentile(50),
                    percentile(99),
                    rest.percentile(99));
        }
    }
}
