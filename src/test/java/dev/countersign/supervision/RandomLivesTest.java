package dev.countersign.supervision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.approval.ApprovedCall;
import dev.countersign.approval.Decision;
import dev.countersign.execution.ExecutionEngine;
import dev.countersign.execution.OrphanedCommand;
import dev.countersign.execution.OutputSink;
import dev.countersign.execution.StartResult;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.settings.Settings;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.RunDetails;
import dev.countersign.toolcall.StartFailure;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Random lives of calls against what must hold of them: allowed, denied, decided by several clicks
/// at once, cancelled or left by their agent in that moment, expiring, dry, with ids that come up
/// again and again, and a crash while some were approved and not started.
@Timeout(value = 3, unit = TimeUnit.HOURS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class RandomLivesTest {
    private static final int AT_ONCE = 48;

    /// Calls that nobody decides until they expire, or just then.
    private static final int PATIENT = 16;

    private static final Duration EXPIRY = Duration.ofSeconds(10);

    @TempDir private Path folder;

    @Test
    void thousandsOfLives() throws Exception {
        live(4_000, 2);
    }

    @Test
    @Tag("soak")
    void aMillionLives() throws Exception {
        int lives = Integer.getInteger("countersign.lives", 1_000_000);
        live(lives, Math.max(2, lives / 20_000));
    }

    private void live(int lives, int eras) throws Exception {
        long seed = RandomGenerator.getDefault().nextLong();
        int starts = 0;
        int crashed = 0;
        int expired = 0;
        long again = 0;
        for (int number = 0; number < eras; number++) {
            Era era = new Era(folder.resolve("era" + number), seed + 1_000L * number);
            era.live(lives / eras, number == 0 || lives >= 100_000);
            era.endInACrash();
            starts += era.starts.size();
            crashed += era.caught.size();
            expired += era.expired.get();
            again += era.drawnAgain.get();
            delete(era.place);
            delete(era.image);
        }
        System.out.printf(
                "%d lives (seed %d): %d started, none unapproved, none twice; %d expired, %d were"
                        + " approved and not started in a crash, %d ids came up again%n",
                lives, seed, starts, expired, crashed, again);
        assertTrue(starts > 0 && crashed > 0 && expired > 0 && again > 0);
    }

    private static void delete(Path place) throws IOException {
        try (Stream<Path> files = Files.walk(place)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /// One console from its start to its crash.
    private static final class Era {
        private final Path place;
        private final Path image;
        private final long seed;
        private final Map<ToolCallId, List<String>> starts = new ConcurrentHashMap<>();
        private final Map<String, CompletableFuture<ToolCallId>> queued = new ConcurrentHashMap<>();

        /// Those whose start hangs while the image of the crash is taken.
        private final Set<ToolCallId> caught = ConcurrentHashMap.newKeySet();

        private final AtomicInteger expired = new AtomicInteger();
        private final AtomicLong drawnAgain = new AtomicLong();
        private volatile CountDownLatch starting = new CountDownLatch(0);

        Era(Path place, long seed) {
            this.place = place;
            this.image = place.resolveSibling(place.getFileName() + "-image");
            this.seed = seed;
        }

        private String where() {
            return "seed " + seed;
        }

        void live(int lives, boolean withExpiry) throws Exception {
            Files.createDirectories(place);
            try (SupervisedFolder console =
                    SupervisedFolder.open(
                            place,
                            PlainSurroundings.in(place),
                            _ -> new Recorder(this::begin),
                            new FewIds(seed, 4 * lives))) {
                if (withExpiry) {
                    console.settings().change(Settings.APPROVAL_EXPIRY, Optional.of(EXPIRY));
                }
                Runnable unsubscribe = console.journal().subscribe(this::heard);
                List<Callable<Void>> agents = new ArrayList<>();
                for (int number = 0; number < AT_ONCE; number++) {
                    RandomGenerator random = random(number);
                    String name = "agent-" + number;
                    agents.add(() -> {
                        new Agent(console, name, random).live(lives / AT_ONCE);
                        return null;
                    });
                }
                for (int number = 0; withExpiry && number < PATIENT; number++) {
                    RandomGenerator random = random(AT_ONCE + number);
                    String command = "echo patient " + number;
                    agents.add(() -> {
                        waitLong(console, command, random);
                        return null;
                    });
                }
                all(agents);
                takeImage(console);
                assertEquals(0, open(console), where());
                unsubscribe.run();
            }
            starts.forEach((id, times) -> assertEquals(1, times.size(), where() + " " + id));
        }

        private RandomGenerator random(int number) {
            return RandomGeneratorFactory.of("L64X128MixRandom").create(seed + number);
        }

        private static void all(List<Callable<Void>> agents) throws Exception {
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (Future<Void> end : threads.invokeAll(agents)) {
                    end.get();
                }
            }
        }

        private static long open(SupervisedFolder console) {
            return console.journal().calls().stream()
                    .filter(record -> !record.status().isFinal())
                    .count();
        }

        /// What a crash would leave while approved calls are on their way to their start.
        private void takeImage(SupervisedFolder console) throws Exception {
            starting = new CountDownLatch(1);
            List<Callable<Void>> agents = new ArrayList<>();
            for (int number = 0; number < 4; number++) {
                String command = "echo caught " + number;
                agents.add(() -> {
                    if (command.endsWith("3")) {
                        console.call(command).await();
                    } else {
                        console.call(command + " #allow").await();
                    }
                    return null;
                });
            }
            Thread crash =
                    Thread.ofVirtual()
                            .start(() -> {
                                console.desk().approve(waiting("echo caught 3"));
                                SupervisedFolder.await(() -> caught.size() == 4);
                                copy();
                                starting.countDown();
                            });
            all(agents);
            crash.join();
            assertEquals(4, caught.size(), where());
        }

        /// The lines before their texts, so that no line stands there without its texts.
        private void copy() {
            Path from = place.resolve("journal");
            Path to = image.resolve("journal");
            try (Stream<Path> files = Files.list(from)) {
                Files.createDirectories(to);
                Comparator<Path> linesFirst =
                        Comparator.comparing(
                                file -> file.getFileName().toString().contains("text"));
                for (Path file : files.sorted(linesFirst).toList()) {
                    Files.copy(file, to.resolve(file.getFileName().toString()));
                }
                for (ToolCallId id : caught) {
                    Files.createDirectories(
                            image.resolve("recordings")
                                    .resolve(id.digits().substring(0, 2))
                                    .resolve(id.digits()));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /// The next console starts nothing of what the crash cut, and says so.
        void endInACrash() throws IOException {
            Map<ToolCallId, String> startedAnew = new ConcurrentHashMap<>();
            try (SupervisedFolder next =
                    SupervisedFolder.open(
                            image,
                            PlainSurroundings.in(image),
                            _ ->
                                    new Recorder(call ->
                                            startedAnew.put(
                                                    call.call().id(),
                                                    call.call().command().text())))) {
                assertEquals(0, open(next), where());
                for (ToolCallId id : caught) {
                    CallRecord record = next.journal().find(id).orElseThrow();
                    assertEquals(CallStatus.LOST, record.status(), where());
                }
            }
            assertEquals(Map.of(), startedAnew, where());
        }

        private void begin(ApprovedCall call) {
            String text = call.call().command().text();
            starts.computeIfAbsent(call.call().id(), _ -> new ArrayList<>()).add(text);
            if (text.startsWith("echo caught")) {
                caught.add(call.call().id());
                try {
                    starting.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        private ToolCallId waiting(String command) {
            ToolCallId id = queued.computeIfAbsent(command, _ -> new CompletableFuture<>()).join();
            queued.remove(command);
            return id;
        }

        private void heard(SupervisionEvent event, CallRecord record) {
            if (event instanceof SupervisionEvent.Queued) {
                queued.computeIfAbsent(
                                record.call().command().text(), _ -> new CompletableFuture<>())
                        .complete(record.id());
            }
        }

        /// A click that comes just when the call expires.
        private void waitLong(SupervisedFolder console, String command, RandomGenerator random)
                throws Exception {
            OpenCall call = console.call(command);
            long expires = System.nanoTime() + EXPIRY.toNanos();
            ToolCallId id = waiting(command);
            long click = expires - 5_000_000 + random.nextLong(10_000_000);
            LockSupport.parkNanos(click - System.nanoTime());
            boolean approved = random.nextInt(3) > 0 && console.desk().approve(id);
            call.await();
            check(console, id, command, Optional.of(approved));
            if (console.journal().find(id).orElseThrow().status() == CallStatus.EXPIRED) {
                expired.incrementAndGet();
            }
        }

        /// @param wanted whether it has to have been started; empty where both may be
        private void check(
                SupervisedFolder console, ToolCallId id, String command, Optional<Boolean> wanted)
                throws Exception {
            CallRecord record = console.journal().find(id).orElseThrow();
            List<String> seen = starts.getOrDefault(id, List.of());
            boolean approved =
                    record.decision().filter(Decision.Approved.class::isInstance).isPresent();
            assertTrue(seen.isEmpty() || approved, () -> where() + ": unapproved " + record);
            assertTrue(seen.size() <= 1, () -> where() + ": twice " + record);
            assertTrue(record.status().isFinal(), () -> where() + ": open " + record);
            assertEquals(command, record.command().text(), where());
            seen.forEach(text -> assertEquals(command, text, where()));
            wanted.ifPresent(yes -> {
                assertEquals(yes, approved, () -> where() + ": " + record);
                assertEquals(yes ? 1 : 0, seen.size(), () -> where() + ": " + record);
            });
        }

        /// One agent with one life after the other. Confined to its thread.
        private final class Agent {
            private final SupervisedFolder console;
            private final String name;
            private final RandomGenerator random;
            private AgentSession session;

            Agent(SupervisedFolder console, String name, RandomGenerator random) {
                this.console = console;
                this.name = name;
                this.random = random;
                this.session = console.connect(name);
            }

            void live(int lives) throws Exception {
                for (int life = 0; life < lives; life++) {
                    String command = "echo %s %d".formatted(name, life);
                    switch (random.nextInt(8)) {
                        case 0 -> answered(command + " #allow", Optional.of(true));
                        case 1 -> answered(command + " #deny", Optional.of(false));
                        case 2 -> dry(command + " #allow");
                        case 3, 4 -> clicks(command);
                        case 5 -> clickWhile(command, OpenCall::cancel);
                        case 6 -> {
                            clickWhile(command, _ -> console.gateway().disconnect(session));
                            session = console.connect(name);
                        }
                        default -> {
                            OpenCall call = console.call(session, command);
                            call.cancel();
                            checkAnswer(call, command, Optional.of(false));
                        }
                    }
                }
                console.gateway().disconnect(session);
            }

            private void answered(String command, Optional<Boolean> starts) throws Exception {
                checkAnswer(console.call(session, command), command, starts);
            }

            private void checkAnswer(OpenCall call, String command, Optional<Boolean> starts)
                    throws Exception {
                ToolCallId id = call.await().id().orElseThrow();
                check(console, id, command, starts);
            }

            private void dry(String command) throws Exception {
                console.desk().dryRun(session.id(), true);
                OpenCall call = console.call(session, command);
                console.desk().dryRun(session.id(), false);
                checkAnswer(call, command, Optional.of(false));
            }

            /// Two or three clicks at once, of the same mind or not: one counts, or none where the
            /// call expired before.
            private void clicks(String command) throws Exception {
                OpenCall call = console.call(session, command);
                ToolCallId id = waiting(command);
                List<Callable<Void>> clicks = new ArrayList<>();
                AtomicInteger approvals = new AtomicInteger();
                AtomicInteger denials = new AtomicInteger();
                for (int click = random.nextInt(2, 4); click > 0; click--) {
                    boolean yes = random.nextBoolean();
                    clicks.add(() -> {
                        boolean counted =
                                yes
                                        ? console.desk().approve(id)
                                        : console.desk().deny(id, Optional.of("no"));
                        (yes ? approvals : denials).addAndGet(counted ? 1 : 0);
                        return null;
                    });
                }
                all(clicks);
                call.await();
                boolean late = console.journal().find(id).orElseThrow().status() == CallStatus.EXPIRED;
                assertEquals(late ? 0 : 1, approvals.get() + denials.get(), where());
                check(console, id, command, Optional.of(approvals.get() == 1));
            }

            /// A click, and in the same moment the agent no longer wants it.
            private void clickWhile(String command, Consumer<OpenCall> leave) throws Exception {
                OpenCall call = console.call(session, command);
                ToolCallId id = waiting(command);
                Thread leaving = Thread.ofVirtual().start(() -> leave.accept(call));
                boolean approved = console.desk().approve(id);
                leaving.join();
                call.await();
                check(console, id, command, approved ? Optional.empty() : Optional.of(false));
            }
        }

        /// Draws from so few ids that they come up again.
        private final class FewIds implements RandomGenerator {
            private final RandomGenerator source;
            private final int mask;
            private final Set<Integer> drawn = ConcurrentHashMap.newKeySet();

            FewIds(long seed, int ids) {
                this.source = RandomGeneratorFactory.of("L64X128MixRandom").create(~seed);
                this.mask = Integer.highestOneBit(ids) - 1;
            }

            @Override
            public synchronized long nextLong() {
                return source.nextLong();
            }

            @Override
            public synchronized int nextInt() {
                int id = source.nextInt() & mask;
                drawnAgain.addAndGet(drawn.add(id) ? 0 : 1);
                return id;
            }
        }
    }

    /// Starts nothing, and tells what it was told to.
    private static final class Recorder implements ExecutionEngine {
        private final Consumer<ApprovedCall> told;

        Recorder(Consumer<ApprovedCall> told) {
            this.told = told;
        }

        @Override
        public String name() {
            return "recorder";
        }

        @Override
        public StartResult start(ApprovedCall call, OutputSink sink) {
            told.accept(call);
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
