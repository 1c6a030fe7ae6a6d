package dev.countersign.ui;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UiFeedTest {
    @Test
    void aBatchIsOneHandOver() {
        Queue<Runnable> fxThread = new ArrayDeque<>();
        UiFeed feed = new UiFeed(fxThread::add);
        List<Integer> seen = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            int number = i;
            feed.execute(() -> seen.add(number));
        }
        assertEquals(1, fxThread.size());
        fxThread.remove().run();
        assertEquals(IntStream.range(0, 100).boxed().toList(), seen);
        assertTrue(fxThread.isEmpty());
    }

    @Test
    void whatIsAddedWhileDrainingIsNotLost() {
        Queue<Runnable> fxThread = new ArrayDeque<>();
        UiFeed feed = new UiFeed(fxThread::add);
        List<String> seen = new ArrayList<>();
        feed.execute(() -> {
            seen.add("first");
            feed.execute(() -> seen.add("second"));
        });
        while (!fxThread.isEmpty()) {
            fxThread.remove().run();
        }
        assertEquals(List.of("first", "second"), seen);
    }

    @Test
    void aFloodIsCutIntoBatches() {
        Queue<Runnable> fxThread = new ArrayDeque<>();
        UiFeed feed = new UiFeed(fxThread::add);
        int[] count = new int[2];
        feed.atBatchEnd(() -> count[1]++);
        for (int i = 0; i < 3 * UiFeed.LARGEST_BATCH; i++) {
            feed.execute(() -> count[0]++);
        }
        fxThread.remove().run();
        assertEquals(UiFeed.LARGEST_BATCH, count[0]);
        while (!fxThread.isEmpty()) {
            fxThread.remove().run();
        }
        assertEquals(3 * UiFeed.LARGEST_BATCH, count[0]);
        assertEquals(3, count[1]);
    }

    @Test
    void aFailingChangeTakesNoOtherWithIt() {
        Queue<Runnable> fxThread = new ArrayDeque<>();
        UiFeed feed = new UiFeed(fxThread::add);
        List<String> seen = new ArrayList<>();
        feed.execute(() -> {
            throw new IllegalStateException("planted");
        });
        feed.execute(() -> seen.add("after"));
        while (!fxThread.isEmpty()) {
            try {
                fxThread.remove().run();
            } catch (IllegalStateException e) {
                assertEquals("planted", e.getMessage());
            }
        }
        assertEquals(List.of("after"), seen);
    }

    @Test
    void eachThreadsChangesStayInOrder() throws InterruptedException {
        Queue<Runnable> fxThread = new ConcurrentLinkedQueue<>();
        UiFeed feed = new UiFeed(fxThread::add);
        List<int[]> seen = new ArrayList<>();
        int threads = 4;
        int each = 5_000;
        CountDownLatch done = new CountDownLatch(threads);
        for (int t = 0; t < threads; t++) {
            int thread = t;
            Thread.ofPlatform()
                    .start(() -> {
                        for (int i = 0; i < each; i++) {
                            int number = i;
                            feed.execute(() -> seen.add(new int[] {thread, number}));
                        }
                        done.countDown();
                    });
        }
        while (done.getCount() > 0 || !fxThread.isEmpty()) {
            Runnable task = fxThread.poll();
            if (task == null) {
                Thread.onSpinWait();
            } else {
                task.run();
            }
        }
        assertEquals(threads * each, seen.size());
        int[] next = new int[threads];
        for (int[] change : seen) {
            assertEquals(next[change[0]]++, change[1]);
        }
    }
}
