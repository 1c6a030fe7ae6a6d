package dev.countersign.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.approval.ApprovalScope;
import dev.countersign.approval.Decider;
import dev.countersign.approval.Decision;
import dev.countersign.approval.PartVerdict;
import dev.countersign.approval.PolicyVerdict;
import dev.countersign.approval.ResultDigest;
import dev.countersign.approval.RuleReference;
import dev.countersign.approval.Verdict;
import dev.countersign.safety.Effect;
import dev.countersign.safety.EffectKind;
import dev.countersign.safety.Finding;
import dev.countersign.safety.PartAssessment;
import dev.countersign.safety.RiskAssessment;
import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.RunDetails;
import dev.countersign.toolcall.StartFailure;
import dev.countersign.toolcall.StopCause;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.toolcall.ToolCalls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JournalTest {
    private static final Path DIRECTORY = Path.of("/tmp");

    @TempDir private Path folder;

    @Test
    void everyKindOfEventReadsBackAsItWasWritten() throws IOException {
        List<SupervisionEvent> events = everyKindOfEvent();
        for (SupervisionEvent event : events) {
            assertEquals(event, EventCodec.decode(EventCodec.encode(event)));
        }
        List<CallRecord> before;
        try (Journal journal = Journal.open(folder)) {
            for (SupervisionEvent event : events) {
                journal.append(event);
            }
            before = journal.calls();
        }
        try (Journal again = Journal.open(folder)) {
            assertEquals(Optional.empty(), again.damage());
            assertEquals(before, again.calls());
        }
    }

    @Test
    void itIsToldHowFarReadingAllOfItHasCome() throws IOException {
        int events = 11_000;
        try (Journal journal = Journal.open(folder)) {
            for (int call = 1; call <= events; call++) {
                journal.append(
                        new SupervisionEvent.Received(ToolCalls.call(call, "ls", DIRECTORY)));
            }
        }
        List<Long> told = new ArrayList<>();
        try (Journal journal =
                Journal.open(
                        folder,
                        (done, all) -> {
                            assertEquals(events, all);
                            told.add(done);
                        })) {
            assertEquals(events, journal.callCount());
        }
        assertEquals(List.of(5_000L, 10_000L), told);
    }

    @Test
    void filesAreForTheirOwnerAlone() throws IOException {
        Path inner = folder.resolve("journal");
        try (Journal journal = Journal.open(inner)) {
            journal.append(new SupervisionEvent.Received(ToolCalls.call(1, "ls", DIRECTORY)));
        }
        assertEquals(
                "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(inner)));
        assertEquals(
                "rw-------",
                PosixFilePermissions.toString(Files.getPosixFilePermissions(segment(inner))));
    }

    @Test
    void linesHoldNoTexts() throws IOException {
        writeCalls(3);

        assertTrue(!Files.readString(segment(folder)).contains("echo"));
        assertTrue(Files.readString(JournalFiles.textsBeside(segment(folder))).contains("echo"));
    }

    @Test
    void aCutAtAnyByteOfTheLastLineLosesThatLineAlone() throws IOException {
        writeCalls(3);
        byte[] whole = Files.readAllBytes(segment(folder));
        int lastLine = startOfLastLine(whole);
        for (int length = lastLine; length < whole.length; length += 7) {
            Files.write(segment(folder), java.util.Arrays.copyOf(whole, length));
            try (Journal journal = Journal.open(folder)) {
                assertEquals(Optional.empty(), journal.damage(), "cut at " + length);
                assertEquals(2, journal.calls().size(), "cut at " + length);
                journal.append(
                        new SupervisionEvent.Received(
                                ToolCalls.call(100, "echo again", DIRECTORY)));
            }
            try (Journal journal = Journal.open(folder)) {
                assertEquals(Optional.empty(), journal.damage());
                assertEquals("echo again", journal.calls().getLast().call().command().text());
            }
        }
    }

    @Test
    void aChangedLineIsFoundAndNamed() throws IOException {
        writeCalls(4);
        List<String> lines = Files.readAllLines(segment(folder));
        List<String> changed = new ArrayList<>(lines);
        changed.set(1, lines.get(1).replace("test-agent", "best-agent"));
        assertDamage(changed, "line 2");
    }

    @Test
    void aRemovedLineIsFoundAndNamed() throws IOException {
        writeCalls(4);
        List<String> changed = new ArrayList<>(Files.readAllLines(segment(folder)));
        changed.remove(1);
        assertDamage(changed, "line 2");
    }

    @Test
    void swappedLinesAreFoundAndNamed() throws IOException {
        writeCalls(4);
        List<String> lines = Files.readAllLines(segment(folder));
        assertDamage(List.of(lines.get(0), lines.get(2), lines.get(1), lines.get(3)), "line 2");
    }

    @Test
    void deletingATextBreaksNoChain() throws IOException {
        writeCalls(2);
        Path texts = JournalFiles.textsBeside(segment(folder));
        List<String> lines = Files.readAllLines(texts);
        Files.write(texts, lines.subList(1, 2));

        try (Journal journal = Journal.open(folder)) {
            assertEquals(Optional.empty(), journal.damage());
            assertEquals(EventCodec.DELETED, journal.calls().getFirst().call().command().text());
            assertEquals("echo 2", journal.calls().getLast().call().command().text());
        }
    }

    @Test
    void aChangedTextIsNotBelieved() throws IOException {
        writeCalls(1);
        Path texts = JournalFiles.textsBeside(segment(folder));
        Files.writeString(texts, Files.readString(texts).replace("echo 1", "echo 9"));

        try (Journal journal = Journal.open(folder)) {
            assertEquals(EventCodec.DELETED, journal.calls().getFirst().call().command().text());
        }
    }

    @Test
    void textsOfALineThatWasNeverWrittenAreDropped() throws IOException {
        writeCalls(1);
        Path texts = JournalFiles.textsBeside(segment(folder));
        Files.writeString(
                texts,
                "{\"seq\":2,\"salt\":\"00\",\"texts\":{\"command\":\"stale\"}}\n",
                StandardOpenOption.APPEND);
        try (Journal journal = Journal.open(folder)) {
            journal.append(new SupervisionEvent.Received(ToolCalls.call(2, "fresh", DIRECTORY)));
        }
        try (Journal journal = Journal.open(folder)) {
            assertEquals("fresh", journal.calls().getLast().call().command().text());
        }
    }

    @Test
    void threadsThatAppendAtOnceMakeOneChain() throws Exception {
        int threads = 16;
        int callsEach = 25;
        try (Journal journal = Journal.open(folder);
                ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                int first = thread * callsEach;
                all.add(executor.submit(() -> appendCalls(journal, first, callsEach)));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
        try (Journal journal = Journal.open(folder)) {
            assertEquals(Optional.empty(), journal.damage());
            assertEquals(threads * callsEach, journal.callCount());
        }
    }

    @Test
    void anEventThatCannotBeWrittenHasNotHappened() throws IOException {
        Journal journal = Journal.open(folder);
        journal.close();
        try {
            journal.append(new SupervisionEvent.Received(ToolCalls.call(1, "ls", DIRECTORY)));
            throw new AssertionError("a closed journal took an event");
        } catch (JournalException expected) {
            assertEquals(0, journal.callCount());
        }
    }

    @Test
    void aCallThatLeftTheMemoryIsReadFromTheDisk() throws IOException {
        writeCalls(Journal.CALLS_IN_MEMORY + 10);
        try (Journal journal = Journal.open(folder)) {
            assertEquals(Journal.CALLS_IN_MEMORY, journal.calls().size());
            CallRecord oldest = journal.find(ToolCallId.of(1)).orElseThrow();
            assertEquals("echo 1", oldest.call().command().text());
            assertEquals(CallStatus.DENIED, oldest.status());
        }
    }

    @Test
    void changingAnyByteOfAnyLineIsFound() throws IOException {
        long seed = RandomGenerator.getDefault().nextLong();
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        writeCalls(20);
        byte[] whole = Files.readAllBytes(segment(folder));
        for (int round = 0; round < 300; round++) {
            byte[] changed = whole.clone();
            // Without its last newline the last line is one that a crash left unfinished.
            int place = random.nextInt(whole.length - 1);
            byte other = (byte) (' ' + random.nextInt('~' - ' '));
            if (changed[place] == other) {
                continue;
            }
            changed[place] = other;
            Files.write(segment(folder), changed);
            try (Journal journal = Journal.open(folder)) {
                assertNotEquals(
                        Optional.empty(),
                        journal.damage(),
                        "seed %d, byte %d".formatted(seed, place));
            }
        }
    }

    private void assertDamage(List<String> lines, String where) throws IOException {
        Files.write(segment(folder), lines);
        try (Journal journal = Journal.open(folder)) {
            String damage = journal.damage().orElse("");
            assertTrue(damage.contains(where), damage);
        }
    }

    private void writeCalls(int count) throws IOException {
        try (Journal journal = Journal.open(folder)) {
            if (count <= 100) {
                appendReceived(journal, count);
                return;
            }
            appendCallsInParallel(journal, count);
        }
    }

    private static void appendReceived(Journal journal, int count) throws IOException {
        for (int number = 1; number <= count; number++) {
            journal.append(
                    new SupervisionEvent.Received(
                            ToolCalls.call(number, "echo " + number, DIRECTORY)));
        }
    }

    private static void appendCallsInParallel(Journal journal, int count) {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            executor.invokeAll(
                    java.util.stream.IntStream.rangeClosed(1, count)
                            .<java.util.concurrent.Callable<Void>>mapToObj(number ->
                                    () -> {
                                        appendCalls(journal, number, 1);
                                        return null;
                                    })
                            .toList());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static Void appendCalls(Journal journal, int first, int count) throws JournalException {
        for (int number = first; number < first + count; number++) {
            journal.append(
                    new SupervisionEvent.Received(
                            ToolCalls.call(number, "echo " + number, DIRECTORY)));
            journal.append(
                    new SupervisionEvent.Decided(
                            ToolCallId.of(number),
                            ToolCalls.NOON,
                            new Decision.Denied(new Decider.Human(), Optional.empty())));
        }
        return null;
    }

    private static Path segment(Path folder) throws IOException {
        return JournalFiles.segments(folder).getFirst();
    }

    private static int startOfLastLine(byte[] lines) {
        return new String(lines, 0, lines.length - 1, StandardCharsets.UTF_8).lastIndexOf('\n') + 1;
    }

    private static List<SupervisionEvent> everyKindOfEvent() {
        ToolCallId id = ToolCallId.of(1);
        Instant at = ToolCalls.NOON;
        RuleReference rule =
                new RuleReference(
                        "git push*", "permissions.json", Optional.of("why"), Optional.of("other"));
        List<SupervisionEvent> events = new ArrayList<>();
        events.add(
                new SupervisionEvent.Received(ToolCalls.call(1, "echo 'é' \u200b\n", DIRECTORY)));
        events.add(
                new SupervisionEvent.Assessed(
                        id,
                        at,
                        new RiskAssessment(
                                RiskLevel.HIGH,
                                false,
                                true,
                                Optional.of("Would drop 3 commits"),
                                List.of(
                                        new Finding(
                                                "git.force-push",
                                                RiskLevel.HIGH,
                                                "Replaces the branch.",
                                                0,
                                                4,
                                                Optional.of("--force-with-lease"))),
                                List.of(
                                        new PartAssessment(
                                                "git push",
                                                0,
                                                8,
                                                true,
                                                List.of(new Effect(EffectKind.NETWORK, "origin")))),
                                "git push"),
                        new PolicyVerdict(
                                Verdict.ASK,
                                Optional.of(rule),
                                "rule git push*",
                                List.of(
                                        new PartVerdict(
                                                "git push",
                                                0,
                                                8,
                                                Verdict.ASK,
                                                Optional.of(rule),
                                                "rule git push*")))));
        events.add(new SupervisionEvent.Queued(id, at));
        events.add(new SupervisionEvent.Queued(id, at, Optional.of(Duration.ofMinutes(5))));
        events.add(
                new SupervisionEvent.Edited(
                        id,
                        at,
                        new CommandText("ls -l"),
                        new RiskAssessment(
                                RiskLevel.NONE,
                                true,
                                true,
                                Optional.empty(),
                                List.of(),
                                List.of(),
                                "ls -l"),
                        new PolicyVerdict(Verdict.ASK, Optional.empty(), "no rule", List.of()),
                        Optional.of("long form")));
        for (Decision decision : everyKindOfDecision(rule)) {
            events.add(new SupervisionEvent.Decided(id, at, decision));
        }
        events.add(new SupervisionEvent.Started(id, at, 4711));
        events.add(new SupervisionEvent.Backgrounded(id, at));
        for (Outcome outcome : everyKindOfOutcome()) {
            events.add(new SupervisionEvent.Finished(id, at, outcome, 12, 1));
        }
        for (Optional<CommandText> edited :
                List.of(Optional.<CommandText>empty(), Optional.of(new CommandText("ls -l")))) {
            events.add(
                    new SupervisionEvent.RehearsalStarted(
                            id, at, 4711, RunDetails.UNKNOWN, edited));
        }
        events.add(
                new SupervisionEvent.RehearsalEnded(
                        id,
                        at,
                        new Outcome.Exited(0),
                        12,
                        1,
                        Optional.of(new ResultDigest("ab".repeat(32))),
                        1,
                        2,
                        3));
        events.add(new SupervisionEvent.RehearsalDiscarded(id, at, "it was rehearsed again"));
        events.add(new SupervisionEvent.DryRun(id, at));
        events.add(new SupervisionEvent.Answered(id, at, CallStatus.FAILED, "[exit code 3]"));
        events.add(new SupervisionEvent.HandedOver(id, at));
        events.add(new SupervisionEvent.Reported(id, at, "it said é"));
        return events;
    }

    private static List<Decision> everyKindOfDecision(RuleReference rule) {
        return List.of(
                new Decision.Approved(new Decider.Rule(rule), ApprovalScope.RULE),
                new Decision.Approved(new Decider.Human(), ApprovalScope.ONCE),
                new Decision.Denied(new Decider.Human(), Optional.of("not on a Friday")),
                new Decision.Denied(new Decider.Human(), Optional.empty()),
                new Decision.Expired(Duration.ofMinutes(5)),
                new Decision.Withdrawn("the agent cancelled the call"));
    }

    private static List<Outcome> everyKindOfOutcome() {
        return List.of(
                new Outcome.Exited(3),
                new Outcome.Signalled("SIGSEGV"),
                new Outcome.TimedOut(Duration.ofMinutes(2)),
                new Outcome.Stopped(StopCause.HUMAN, "SIGTERM"),
                new Outcome.FailedToStart(StartFailure.SHELL_NOT_FOUND, "no shell"),
                new Outcome.Lost());
    }
}
