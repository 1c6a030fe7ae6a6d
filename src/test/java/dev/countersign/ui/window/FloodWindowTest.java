package dev.countersign.ui.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.approval.Decision;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.supervision.PersonDesk;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.FakeDesk;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import javafx.animation.AnimationTimer;
import javafx.scene.control.ListView;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two hundred calls wait and thousands come and go each second: the chosen card stays, keys
/// answer, memory is bounded.
class FloodWindowTest {
    private static final int WAITING = 200;

    private final FakeDesk desk = new FakeDesk(InstantSource.system());

    // Opened by the test when its scene is set.
    @SuppressWarnings("NullAway.Init")
    private OpenWindow open;

    @Test
    void theWindowStaysUsableUnderAFlood(@TempDir Path folder) throws Exception {
        flood(folder, 1_000, 2);
    }

    @Test
    @Tag("bench")
    void tenThousandArrivalsASecondForTenSeconds(@TempDir Path folder) throws Exception {
        flood(folder, 10_000, 10);
    }

    private void flood(Path folder, int aSecond, int seconds) throws Exception {
        for (int call = 0; call < WAITING; call++) {
            desk.arrive(
                    FakeDesk.ask(
                            call % 2 == 0 ? FakeDesk.CLAUDE : FakeDesk.CODEX,
                            "task-" + call + " --only " + "x".repeat(call % 5)));
        }
        open = OpenWindow.over(desk, folder);
        try {
            open.type(KeyCode.J, KeyCode.J);
            String card = card();
            FrameTimes quiet =
                    measure(() -> LockSupport.parkNanos(Duration.ofSeconds(1).toNanos()));
            long before = usedMemory();
            FrameTimes flooded = measure(() -> pour(aSecond, seconds));
            assertEquals(card, card(), "the chosen card stays put");
            open.type(KeyCode.J);
            assertTrue(!card.equals(card()), "a key answers");
            open.await("the flood is over", () -> rows() <= WAITING);
            long after = usedMemory();
            System.out.printf(
                    "FloodWindowTest: %,d arrivals a second for %d s: frame to frame p50 %.1f ms,"
                            + " p99 %.1f ms, longest %.1f ms (at rest p99 %.1f ms); memory %d -> %d"
                            + " MB%n",
                    aSecond,
                    seconds,
                    flooded.percentile(50),
                    flooded.percentile(99),
                    flooded.percentile(100),
                    quiet.percentile(99),
                    before >> 20,
                    after >> 20);
            assertTrue(after - before < 250L << 20, "memory is bounded: " + (after >> 20) + " MB");
        } finally {
            open.close();
        }
    }

    /// Each call is taken back soon after it came; told to the window alone, so that what is
    /// measured is the window's.
    private void pour(int aSecond, int seconds) {
        CallRecord like = desk.calls().getFirst();
        PersonDesk.Listener window = desk.window();
        int number = 0x2000_0000;
        for (int tick = 0; tick < seconds * 50; tick++) {
            long end = System.nanoTime() + 20_000_000;
            for (int call = 0; call < aSecond / 50; call++) {
                arriveAndLeave(window, like, ToolCallId.of(++number));
            }
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    private static void arriveAndLeave(PersonDesk.Listener window, CallRecord like, ToolCallId id) {
        CallRecord record = FakeDesk.another(like, id, "flood-" + id.digits());
        SupervisionEvent queued = record.queued().orElseThrow();
        window.changed(queued, record);
        SupervisionEvent.Decided gone =
                new SupervisionEvent.Decided(
                        id, queued.at(), new Decision.Withdrawn("the agent cancelled the call"));
        window.changed(gone, record.after(gone));
    }

    private String card() throws Exception {
        return open.onFx(() -> open.require("#command").getAccessibleText());
    }

    private int rows() {
        return ((ListView<?>) open.require("#waiting")).getItems().size();
    }

    private static long usedMemory() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /// How long it was from frame to frame, in milliseconds.
    private record FrameTimes(List<Double> sorted) {
        double percentile(int percent) {
            return sorted.isEmpty()
                    ? 0
                    : sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
        }
    }

    /// From one frame to the next: what the FX thread does between two frames makes it longer.
    private FrameTimes measure(Runnable load) throws Exception {
        List<Double> times = new ArrayList<>();
        AnimationTimer frames =
                new AnimationTimer() {
                    private long before;

                    @Override
                    public void handle(long now) {
                        long here = System.nanoTime();
                        if (before != 0) {
                            times.add((here - before) / 1e6);
                        }
                        before = here;
                    }
                };
        open.onFx(() -> {
            frames.start();
            return true;
        });
        load.run();
        open.settle();
        return open.onFx(() -> {
            frames.stop();
            return new FrameTimes(times.stream().sorted().toList());
        });
    }
}
