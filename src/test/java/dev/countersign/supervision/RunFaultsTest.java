package dev.countersign.supervision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.countersign.approval.ApprovedCall;
import dev.countersign.execution.ExecutionEngine;
import dev.countersign.execution.OrphanedCommand;
import dev.countersign.execution.OutputSink;
import dev.countersign.execution.StartResult;
import dev.countersign.journal.BrokenDisk;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.Journal;
import dev.countersign.journal.JournalException;
import dev.countersign.journal.JournalVerifier;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.settings.Settings;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.RunDetails;
import dev.countersign.toolcall.StartFailure;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What goes wrong with the system around runs, with real processes and a system that is told to
/// fail.
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class RunFaultsTest {
    private static final long PLENTY = 1L << 40;
    private static final List<Duration> THREE_RETRIES =
            Collections.nCopies(3, Duration.ofMillis(20));

    @TempDir private Path folder;

    private final AtomicLong free = new AtomicLong(PLENTY);

    @Test
    void aStartWithoutRoomForAProcessIsTriedAgain() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        try (SupervisedFolder console = open(engine -> new Refusing(engine, tries, 2, true))) {
            CallReport report = console.submit("echo ran #allow").get();
            assertEquals("ran\n", report.stdout().text());
            assertEquals(3, tries.get());
        }
    }

    @Test
    void afterThreeRetriesItIsSaid() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        try (SupervisedFolder console = open(engine -> new Refusing(engine, tries, 99, true))) {
            CallReport report = console.submit("echo never #allow").get();
            assertEquals(Optional.of(CallStatus.FAILED), report.status());
            assertTrue(report.error().orElseThrow().message().contains("no room"));
            assertEquals(4, tries.get());
        }
    }

    @Test
    void whatWouldFailAgainIsNotTriedAgain() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        try (SupervisedFolder console = open(engine -> new Refusing(engine, tries, 99, false))) {
            console.submit("echo never #allow").get();
            assertEquals(1, tries.get());
        }
    }

    @Test
    void whatIsStoppedBetweenTriesNeverStarts() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        List<Duration> anHour = List.of(Duration.ofHours(1));
        RunSurroundings surroundings = PlainSurroundings.with(free::get, anHour);
        Path place = folder.toRealPath();
        try (SupervisedFolder console =
                SupervisedFolder.open(
                        place, surroundings, engine -> new Refusing(engine, tries, 99, true))) {
            CompletableFuture<CallReport> answer = console.submit("echo never #allow");
            SupervisedFolder.await(() -> tries.get() == 1);
            ToolCallId id = console.journal().calls().getFirst().id();
            console.desk().stop(id);
            assertEquals(
                    Optional.of(CallError.Type.CANCELLED),
                    answer.get().error().map(CallError::type));
            assertEquals(1, tries.get());
        }
    }

    @Test
    void withTooLittleRoomNothingStartsAndRunningOnesWaitAndNothingIsLost() throws Exception {
        try (SupervisedFolder console = open(engine -> engine)) {
            Path go = folder.resolve("go");
            String printing =
                    "echo before; until [ -e %s ]; do sleep 0.01; done; seq 1 100000 #allow"
                            .formatted(go);
            ToolCallId id = console.startJob(printing);
            SupervisedFolder.await(() -> outputOf(console, id) > 0);
            free.set(1000);
            SupervisedFolder.await(() -> console.desk().status().problems().size() == 1);
            assertTrue(
                    console.desk()
                            .status()
                            .problems()
                            .getFirst()
                            .message()
                            .contains("Nothing new starts"));
            Files.createFile(go);
            CompletableFuture<CallReport> waiting = console.submit("echo later #allow");
            SupervisedFolder.await(
                    () -> job(console, id).remark().orElse("").contains("room on the disk"));
            assertTrue(
                    read(console, id).notes().getFirst().startsWith("the disk is almost full"),
                    read(console, id).notes().toString());
            assertFalse(waiting.isDone());
            assertEquals(7, outputOf(console, id));
            free.set(PLENTY);
            assertEquals("later\n", waiting.get().stdout().text());
            SupervisedFolder.await(() -> record(console, id).status() == CallStatus.COMPLETED);
            assertEquals(588_895 + 7, record(console, id).finished().orElseThrow().outputBytes());
            assertEquals(List.of(), console.desk().status().problems());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"No space left on device", "Input/output error", "Read-only file system"})
    void whatCannotBeKeptIsNotDecidedNorRunAndIsSaid(String words) throws Exception {
        BrokenDisk disk = new BrokenDisk();
        Path place = folder.toRealPath();
        try (SupervisedFolder console =
                SupervisedFolder.open(
                        place, PlainSurroundings.in(place), disk.open(place.resolve("journal")))) {
            CompletableFuture<CallReport> waiting = console.submit("echo approved");
            ToolCallId id = console.awaitWaiting();
            List<Optional<String>> shown = new CopyOnWriteArrayList<>();
            var _ =
                    console.desk()
                            .subscribe(
                                    statusListener(() -> shown.add(console.journal().failure())));
            disk.fail(Optional.of(words));

            UncheckedIOException refusal =
                    assertThrows(UncheckedIOException.class, () -> console.desk().approve(id));
            assertTrue(String.valueOf(refusal.getMessage()).contains(words), refusal::toString);
            assertTrue(record(console, id).isWaiting());
            assertEquals(Optional.of(words), console.journal().failure());
            CallError error = console.submit("echo no >> ran #allow").get().error().orElseThrow();
            assertTrue(error.message().contains(words), error.message());
            assertFalse(Files.exists(place.resolve("ran")));

            disk.fail(Optional.empty());
            assertTrue(console.desk().approve(id));
            assertEquals("approved\n", waiting.get().stdout().text());
            assertEquals(Optional.empty(), console.journal().failure());
            assertEquals(List.of(Optional.of(words), Optional.empty()), shown);
        }
    }

    private static PersonDesk.Listener statusListener(Runnable changed) {
        return new PersonDesk.Listener() {
            @Override
            public void changed(SupervisionEvent event, CallRecord record) {}

            @Override
            public void agentsChanged(List<AgentSession> agents) {}

            @Override
            public void statusChanged() {
                changed.run();
            }
        };
    }

    /// A disk of its own that is really full, or really cannot be written.
    @Test
    @Tag("soak")
    void aDiskThatIsReallyFullLosesNothing() throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", disk.toString()) == 0,
                "a small disk can be mounted by root alone");
        try {
            fillAndGoOn(disk);
            assertEquals(0, run("mount", "-o", "remount,ro", disk.toString()));
            IOException refusal =
                    assertThrows(IOException.class, () -> SupervisedFolder.open(disk));
            assertTrue(
                    String.valueOf(refusal.getMessage()).contains("Read-only file system"),
                    refusal::toString);
        } finally {
            assertEquals(0, run("umount", disk.toString()));
        }
    }

    private void fillAndGoOn(Path disk) throws Exception {
        RunSurroundings surroundings = PlainSurroundings.with(free::get, THREE_RETRIES);
        try (SupervisedFolder console =
                SupervisedFolder.open(disk, surroundings, Journal.open(disk.resolve("journal")))) {
            CompletableFuture<CallReport> waiting = console.submit("echo approved");
            ToolCallId asked = console.awaitWaiting();
            Files.write(disk.resolve("filler"), new byte[12 << 20]);
            ToolCallId id = console.startJob("seq 1 1000000 #allow");
            SupervisedFolder.await(
                    () -> job(console, id).remark().orElse("").contains("room on the disk"));
            fillTheRest(disk);
            assertEquals(1, console.desk().status().problems().size());
            for (int size : List.of(4_000, 400, 1)) {
                fillByNotes(console, asked, size);
            }
            boolean decided = triesToApprove(console, asked);
            assertEquals(!decided, record(console, asked).isWaiting());
            Files.delete(disk.resolve("filler"));
            Files.delete(disk.resolve("rest"));
            SupervisedFolder.await(() -> record(console, id).status() == CallStatus.COMPLETED);
            assertEquals(6_888_896, record(console, id).finished().orElseThrow().outputBytes());
            assertEquals(!decided, console.desk().approve(asked));
            assertEquals("approved\n", waiting.get().stdout().text());
        }
        assertTrue(
                JournalVerifier.verify(disk.resolve("journal"), Optional.empty(), (done, all) -> {})
                        .isIntact());
    }

    private static void fillByNotes(SupervisedFolder console, ToolCallId id, int size) {
        JournalException full =
                assertThrows(
                        JournalException.class,
                        () -> {
                            for (int tries = 0; tries < 100_000; tries++) {
                                console.desk().keeping().note(id, "x".repeat(size));
                            }
                        });
        assertTrue(full.sentence().contains("No space left"), full.sentence());
    }

    /// A small decision may still find its room; what did not is not decided.
    private static boolean triesToApprove(SupervisedFolder console, ToolCallId id) {
        try {
            return console.desk().approve(id);
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    private static void fillTheRest(Path disk) throws IOException {
        try (OutputStream rest = Files.newOutputStream(disk.resolve("rest"))) {
            byte[] block = new byte[512];
            for (int i = 0; i < 1 << 20; i++) {
                rest.write(block);
            }
        } catch (IOException full) {
            assertTrue(String.valueOf(full.getMessage()).contains("No space left"), full::toString);
        }
    }

    private static int run(String... command) throws Exception {
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    @Test
    void aConsoleThatClosesWhileTheDiskIsFullEndsItsRuns() throws Exception {
        Path place = folder.toRealPath();
        ToolCallId id;
        try (SupervisedFolder console = open(engine -> engine)) {
            id = console.startJob("echo before; sleep 0.2; yes #allow");
            SupervisedFolder.await(() -> outputOf(console, id) > 0);
            free.set(1000);
            SupervisedFolder.await(
                    () -> job(console, id).remark().orElse("").contains("room on the disk"));
        }
        try (SupervisedFolder again = SupervisedFolder.open(place)) {
            assertEquals(CallStatus.KILLED, record(again, id).status());
        }
    }

    @Test
    void aHundredCallsOfTenAgentsKeepLimitsAndOrderAndRunOnce() throws Exception {
        Path log = Files.createFile(folder.resolve("log"));
        try (SupervisedFolder console = open(engine -> engine)) {
            List<AgentSession> agents =
                    IntStream.range(0, 10).mapToObj(i -> console.connect("agent-" + i)).toList();
            List<CompletableFuture<CallReport>> answers = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                String mark = i % 10 + "." + i / 10;
                answers.add(
                        console.submit(
                                agents.get(i % 10),
                                "echo +%s >>%s; sleep 0.02; echo -%s >>%s #allow"
                                        .formatted(mark, log, mark, log)));
            }
            for (CompletableFuture<CallReport> answer : answers) {
                assertEquals(Optional.of(CallStatus.COMPLETED), answer.get().status());
            }
        }
        checkMarks(Files.readAllLines(log));
    }

    /// Each command left `+agent.number` when it began and `-agent.number` when it ended.
    private static void checkMarks(List<String> marks) {
        assertEquals(200, marks.size());
        assertEquals(200, marks.stream().distinct().count());
        int running = 0;
        int[] ofAgent = new int[10];
        for (String mark : marks) {
            int agent = mark.charAt(1) - '0';
            int change = mark.charAt(0) == '+' ? 1 : -1;
            running += change;
            ofAgent[agent] += change;
            assertTrue(running <= 20, marks.toString());
            assertTrue(ofAgent[agent] <= 5, marks.toString());
        }
    }

    @Test
    void callsOfOneAgentStartInTheirOrder() throws Exception {
        try (SupervisedFolder console = open(engine -> engine)) {
            console.settings().change(Settings.FOREGROUND_PER_AGENT, 1);
            console.desk().holdAll(true);
            List<CompletableFuture<CallReport>> answers = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                answers.add(console.submit("true %d #allow".formatted(i)));
            }
            SupervisedFolder.await(() ->
                    console.desk().jobs().snapshot().jobs().stream()
                                    .filter(job -> job.placeInLine().isPresent())
                                    .count()
                            == 30);
            console.desk().holdAll(false);
            for (CompletableFuture<CallReport> answer : answers) {
                answer.get();
            }
            List<String> byArrival =
                    console.journal().calls().stream()
                            .sorted(Comparator.comparing(call -> call.call().receivedAt()))
                            .map(call -> call.command().text())
                            .toList();
            List<String> byStart =
                    console.journal().calls().stream()
                            .sorted(Comparator.comparing(call -> call.started().orElseThrow().at()))
                            .map(call -> call.command().text())
                            .toList();
            assertEquals(byArrival, byStart);
        }
    }

    private SupervisedFolder open(UnaryOperator<ExecutionEngine> engines) throws IOException {
        RunSurroundings surroundings = PlainSurroundings.with(free::get, THREE_RETRIES);
        return SupervisedFolder.open(folder.toRealPath(), surroundings, engines);
    }

    private static long outputOf(SupervisedFolder console, ToolCallId id) {
        return job(console, id).outputBytes();
    }

    private static JobView job(SupervisedFolder console, ToolCallId id) {
        return console.desk().jobs().snapshot().find(id).orElseThrow();
    }

    private static CallRecord record(SupervisedFolder console, ToolCallId id) {
        return console.journal().calls().stream()
                .filter(record -> record.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static CallReport read(SupervisedFolder console, ToolCallId id)
            throws InterruptedException {
        return console.gateway()
                .bashOutput(console.session(), id.shellName(), Optional.empty(), Duration.ZERO);
    }

    /// An engine on a system that refuses the first starts.
    private record Refusing(
            ExecutionEngine engine, AtomicInteger tries, int refusals, boolean passing)
            implements ExecutionEngine {
        @Override
        public String name() {
            return engine.name();
        }

        @Override
        public StartResult start(ApprovedCall call, OutputSink sink) {
            return tries.incrementAndGet() <= refusals
                    ? new StartResult.Failed(StartFailure.NO_RESOURCES, "no room", passing)
                    : engine.start(call, sink);
        }

        @Override
        public OrphanedCommand orphan(long pid, RunDetails details) {
            return engine.orphan(pid, details);
        }

        @Override
        public void close() {
            engine.close();
        }
    }

    @Test
    void aDaemonThatKeepsThePipeDoesNotKeepTheJobOpen() throws Exception {
        try (SupervisedFolder console = open(engine -> engine)) {
            CallReport report = console.submit("setsid sleep 300 & echo started #allow").get();
            assertEquals("started\n", report.stdout().text());
            assertEquals(Optional.of(CallStatus.COMPLETED), report.status());
        }
    }

    @Test
    void anEndlessLineIsKeptAndAnsweredInBounds() throws Exception {
        try (SupervisedFolder console = open(engine -> engine)) {
            CallReport report =
                    console.submit("head -c 20000000 /dev/zero | tr '\\0' x #allow").get();
            assertEquals(
                    new Outcome.Exited(0),
                    console.journal().calls().getFirst().outcome().orElseThrow());
            assertTrue(report.stdout().truncated());
            assertTrue(report.stdout().text().length() <= 51_200);
            assertEquals(20_000_000, Files.size(report.outputFile().orElseThrow()));
        }
    }
}
