package dev.countersign.supervision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.approval.ApprovedCall;
import dev.countersign.approval.Decision;
import dev.countersign.execution.ExecutionEngine;
import dev.countersign.execution.OrphanedCommand;
import dev.countersign.execution.OutputSink;
import dev.countersign.toolcall.RunDetails;
import dev.countersign.execution.StartResult;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.toolcall.StartFailure;
import dev.countersign.toolcall.ToolCallId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Random lives of calls (allowed, denied, decided twice at once, cancelled, left by their agent)
@Timeout(value = 3, unit = TimeUnit.HOURS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class RandomLivesTest {
    private static final int AT_ONCE = 32;

    @TempDir private Path folder;

    private final Map<ToolCallId, List<String>> starts = new ConcurrentHashMap<>();

    private final Map<String, CompletableFuture<ToolCallId>> queued = new ConcurrentHashMap<>();

    @Test
    void hundredsOfLives() throws Exception {
        live(640);
    }

    @Test
    @Tag("soak")
    void aMillionLives() throws Exception {
        live(1_000_000);
    }

    private void live(int lives) throws Exception {
        long seed = RandomGenerator.getDefault().nextLong();
        System.out.println("random lives: %d, seed %d".formatted(lives, seed));
        try (SupervisedFolder console =
                SupervisedFolder.open(folder, RunSurroundings.plain(folder), _ -> new Recorder())) {
            console.journal().subscribe(this::heard);
            try (ExecutorService agents = Executors.newFixedThreadPool(AT_ONCE)) {
                List<Future<?>> all = new ArrayList<>();
                for (int agent = 0; agent < AT_ONCE; agent++) {
                    long own = seed + agent;
                    all.add(
                            agents.submit(() -> {
                                liveAsAgent(console, own, lives / AT_ONCE);
                                return null;
                            }));
                }
                for (Future<?> one : all) {
                    one.get();
                }
            }
            for (Map.Entry<ToolCallId, List<String>> start : starts.entrySet()) {
                CallRecord record = console.journal().find(start.getKey()).orElseThrow();
                assertEquals(1, start.getValue().size(), "seed " + seed);
                assertTrue(
                        record.decision().filter(Decision.Approved.class::isInstance).isPresent(),
                        "seed " + seed);
                assertEquals(
                        record.command().text(), start.getValue().getFirst(), "seed " + seed);
            }
            long open =
                    console.journal().calls().stream()
                            .filter(record -> !record.status().isFinal())
                            .count();
            assertEquals(0, open, "seed " + seed);
            assertTrue(!starts.isEmpty());
        }
    }

    private void liveAsAgent(SupervisedFolder console, long seed, int lives)
            throws Exception {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int life = 0; life < lives; life++) {
            switch (random.nextInt(6)) {
                case 0 -> console.call("echo %d #allow".formatted(life)).await();
                case 1 -> console.call("echo %d #deny".formatted(life)).await();
                case 2 -> decide(console, life, true, true);
                case 3 -> decide(console, life, true, false);
                case 4 -> decide(console, life, false, false);
                default -> {
                    OpenCall call = console.call("echo " + life);
                    call.cancel();
                    call.await();
                }
            }
        }
    }

    /// Two clicks at once, of the same or of another mind.
    private void decide(SupervisedFolder console, int life, boolean first, boolean second)
            throws Exception {
        String command = "echo waits %d %d".formatted(life, Thread.currentThread().threadId());
        OpenCall call = console.call(command);
        ToolCallId id = waiting(command);
        Thread other = Thread.ofVirtual().start(() -> click(console, id, second));
        click(console, id, first);
        other.join();
        call.await();
    }

    private static void click(SupervisedFolder console, ToolCallId id, boolean approve) {
        if (approve) {
            console.supervisor().approve(id);
        } else {
            console.supervisor().deny(id, Optional.of("no"));
        }
    }

    private ToolCallId waiting(String command) {
        return queued.computeIfAbsent(command, _ -> new CompletableFuture<>()).join();
    }

    private void heard(SupervisionEvent event, CallRecord record) {
        if (event instanceof SupervisionEvent.Queued) {
            queued.computeIfAbsent(
                            record.call().command().text(), _ -> new CompletableFuture<>())
                    .complete(record.id());
        }
    }

    /// Starts nothing, and remembers what it was told to.
    private final class Recorder implements ExecutionEngine {
        @Override
        public String name() {
            return "recorder";
        }

        @Override
        public StartResult start(ApprovedCall call, OutputSink sink) {
            starts.computeIfAbsent(call.call().id(), _ -> new ArrayList<>())
                    .add(call.call().command().text());
            return new StartResult.Failed(StartFailure.UNKNOWN, "nothing is started here");
        }

        @Override
        public OrphanedCommand orphan(long pid, RunDetails details) {
            throw new UnsupportedOperationException("no orphans here");
        }

        @Override
        public void close() {}
    }
}
