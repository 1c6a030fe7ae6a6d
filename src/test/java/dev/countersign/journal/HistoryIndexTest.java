package dev.countersign.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.approval.ApprovalScope;
import dev.countersign.approval.Decider;
import dev.countersign.approval.Decision;
import dev.countersign.approval.PolicyVerdict;
import dev.countersign.approval.RuleReference;
import dev.countersign.approval.Verdict;
import dev.countersign.recording.RecordingWriter;
import dev.countersign.recording.StreamKind;
import dev.countersign.safety.RiskAssessment;
import dev.countersign.safety.RiskLevel;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.toolcall.ToolCalls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HistoryIndexTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final RuleReference RULE =
            new RuleReference("git *", "permissions.json", Optional.empty(), Optional.empty());

    @TempDir private Path folder;

    private Journal journal;
    private HistoryIndex index;

    @BeforeEach
    void open() throws IOException {
        journal = Journal.open(places().journal());
        index = HistoryIndex.start(journal, places(), UnaryOperator.identity());
    }

    @AfterEach
    void close() throws IOException {
        index.close();
        journal.close();
    }

    private void reopen() throws IOException {
        close();
        open();
    }

    private IndexPlaces places() {
        return new IndexPlaces(
                folder.resolve("index.db"),
                folder.resolve("journal"),
                folder.resolve("recordings"),
                folder.resolve("natives"));
    }

    private static Instant at(int seconds) {
        return ToolCalls.NOON.plusSeconds(seconds);
    }

    /// A call that a rule allowed, and that printed something.
    private void run(int number, String command, String output, int exitCode) throws IOException {
        ToolCallId id = ToolCallId.of(number);
        journal.append(new SupervisionEvent.Received(ToolCalls.call(number, command, folder)));
        journal.append(assessed(id, RiskLevel.LOW));
        journal.append(
                new SupervisionEvent.Decided(
                        id,
                        at(1),
                        new Decision.Approved(new Decider.Rule(RULE), ApprovalScope.ONCE)));
        journal.append(new SupervisionEvent.Started(id, at(1), 4711));
        record(id, output);
        journal.append(
                new SupervisionEvent.Finished(
                        id, at(4), new Outcome.Exited(exitCode), output.length(), 1));
    }

    private static SupervisionEvent assessed(ToolCallId id, RiskLevel level) {
        return new SupervisionEvent.Assessed(
                id,
                at(0),
                new RiskAssessment(level, false, false, Optional.empty(), List.of(), List.of(), ""),
                new PolicyVerdict(Verdict.ASK, Optional.empty(), "no rule", List.of()));
    }

    private void record(ToolCallId id, String output) throws IOException {
        Path place =
                places().recordings().resolve(id.digits().substring(0, 2)).resolve(id.digits());
        byte[] bytes = output.getBytes(StandardCharsets.UTF_8);
        try (RecordingWriter writer = RecordingWriter.create(place, at(1))) {
            writer.append(StreamKind.STDOUT, bytes, 0, bytes.length, at(2));
            writer.finish(at(4));
        }
    }

    private void deny(int number, String command, String reason) throws IOException {
        ToolCallId id = ToolCallId.of(number);
        journal.append(new SupervisionEvent.Received(ToolCalls.call(number, command, folder)));
        journal.append(assessed(id, RiskLevel.HIGH));
        journal.append(new SupervisionEvent.Queued(id, at(1)));
        journal.append(
                new SupervisionEvent.Decided(
                        id, at(11), new Decision.Denied(new Decider.Human(), Optional.of(reason))));
    }

    private List<HistoryHit> found(HistoryQuery query) throws IOException, InterruptedException {
        assertTrue(index.awaitCurrent(PATIENCE), () -> index.state().toString());
        return index.search(query, Optional.empty(), 100).hits();
    }

    private List<ToolCallId> ids(HistoryQuery query) throws IOException, InterruptedException {
        List<ToolCallId> ids = found(query).stream().map(HistoryHit::id).toList();
        assertEquals(ids.size(), index.count(query));
        return ids;
    }

    private static HistoryQuery text(String text) {
        return HistoryQuery.ALL.withText(text);
    }

    @Test
    void wordsAreFoundInCommandsOutputAndReasons() throws Exception {
        run(1, "git status -sb", "## main\nmodified: src/App.java\n", 0);
        run(2, "npm test", "3 passing\n", 0);
        deny(3, "git push --force", "use --force-with-lease instead");

        assertEquals(List.of(ToolCallId.of(3), ToolCallId.of(1)), ids(text("git")));
        assertEquals(List.of(ToolCallId.of(1)), ids(text("git stat")));
        assertEquals(List.of(ToolCallId.of(1)), ids(text("git APP.java")));
        assertEquals(List.of(ToolCallId.of(3)), ids(text("with-lease")));
        assertEquals(List.of(ToolCallId.of(3)), ids(text("\"push --force\"")));
        assertEquals(List.of(ToolCallId.of(1)), ids(text("git -push")));
        assertEquals(List.of(ToolCallId.of(2), ToolCallId.of(1)), ids(text("-push")));
        assertEquals(List.of(), ids(text("git passing")));
        assertEquals(3, ids(text("test")).size());
    }

    @Test
    void hitsNameTheLineThatTheyStandIn() throws Exception {
        run(1, "make", "one\ntwo\nthree tests failed\nfour\n", 2);

        HitLine line = found(text("tests fail")).getFirst().lines().getFirst();

        assertEquals(HitLine.Where.OUTPUT, line.where());
        assertEquals(2, line.number());
        assertEquals("three tests failed", line.text());
        assertEquals(List.of(new HitLine.Mark(6, 11), new HitLine.Mark(12, 16)), line.marks());
    }

    @Test
    void ofLongOutputBothEndsAreSearchedAndTheHitSaysSo() throws Exception {
        StringBuilder output = new StringBuilder("firstword\n");
        for (int i = 0; i < 20_000; i++) {
            output.append(i == 10_000 ? "middleword\n" : "filler %d\n".formatted(i));
        }
        output.append("lastword\n");
        run(1, "make", output.toString(), 0);

        assertEquals(0, found(text("firstword")).getFirst().lines().getFirst().number());
        assertEquals(20_001, found(text("lastword")).getFirst().lines().getFirst().number());
        assertEquals(List.of(), found(text("middleword")));
        assertEquals(false, found(text("make")).getFirst().outputWhollyIndexed());
    }

    @Test
    void signsAloneAreLookedForLetterByLetter() throws Exception {
        run(1, "cd build && make", "", 0);
        run(2, "cd build; make", "", 0);

        assertEquals(List.of(ToolCallId.of(1)), ids(text("&&")));
        assertEquals(List.of(ToolCallId.of(1)), ids(text("make &&")));
        assertEquals(List.of(), ids(text("%")));
    }

    @Test
    void filtersMustAllHold() throws Exception {
        run(1, "git status", "", 0);
        run(2, "git diff", "", 1);
        deny(3, "git push --force", "no");

        assertEquals(
                List.of(ToolCallId.of(2)),
                ids(HistoryQuery.ALL.withStates(Set.of(CallStatus.FAILED))));
        assertEquals(
                List.of(ToolCallId.of(3)),
                ids(HistoryQuery.ALL.withDecisions(Set.of(DecisionKind.DENIED))));
        assertEquals(
                List.of(ToolCallId.of(2), ToolCallId.of(1)),
                ids(HistoryQuery.ALL.withDeciders(Set.of("rule"))));
        assertEquals(2, ids(HistoryQuery.ALL.withRules(Set.of("git *"))).size());
        assertEquals(
                List.of(ToolCallId.of(3)),
                ids(HistoryQuery.ALL.withLevels(Set.of(RiskLevel.HIGH, RiskLevel.CRITICAL))));
        assertEquals(3, ids(HistoryQuery.ALL.withAgents(Set.of("test-agent"))).size());
        assertEquals(0, ids(HistoryQuery.ALL.withAgents(Set.of("other"))).size());
        assertEquals(3, ids(HistoryQuery.ALL.withWorkspaces(Set.of(folder.toString()))).size());
        assertEquals(0, ids(HistoryQuery.ALL.between(Optional.of(at(1)), Optional.empty())).size());
        assertEquals(
                List.of(ToolCallId.of(2)), ids(text("git").withStates(Set.of(CallStatus.FAILED))));
    }

    @Test
    void anApprovalThatWasTakenBackIsNoDecision() throws Exception {
        ToolCallId id = ToolCallId.of(1);
        journal.append(new SupervisionEvent.Received(ToolCalls.call(1, "bash x.sh", folder)));
        journal.append(
                new SupervisionEvent.Decided(
                        id, at(1), new Decision.Approved(new Decider.Human(), ApprovalScope.ONCE)));
        HistoryQuery approved = HistoryQuery.ALL.withDecisions(Set.of(DecisionKind.APPROVED));
        assertEquals(List.of(id), ids(approved));

        journal.append(new SupervisionEvent.SentBack(id, at(2), "x.sh changed"));
        assertEquals(List.of(), ids(approved));
        HistoryHit hit = found(HistoryQuery.ALL).getFirst();
        assertEquals(Optional.empty(), hit.decision());
        assertEquals(CallStatus.PENDING_APPROVAL, hit.status());

        reopen();
        assertEquals(List.of(), ids(approved));
    }

    @Test
    void starsNotesAndDeletionsShow() throws Exception {
        run(1, "make release", "secretword\n", 0);
        run(2, "make other", "", 0);
        ToolCallId id = ToolCallId.of(1);
        journal.append(new SupervisionEvent.Starred(id, at(9), true));
        journal.append(new SupervisionEvent.Noted(id, at(9), "the broken one"));

        assertEquals(List.of(id), ids(HistoryQuery.ALL.withStarredOnly(true)));
        assertEquals(List.of(id), ids(text("broken")));

        journal.append(
                new SupervisionEvent.Deleted(id, at(10), Deletion.OUTPUT, DeletionCause.AGE));
        assertEquals(List.of(), ids(text("secretword")));
        assertEquals(List.of(id), ids(text("release")));

        journal.append(
                new SupervisionEvent.Deleted(
                        id, at(10), Deletion.EVERYTHING, DeletionCause.PERSON));
        assertEquals(List.of(), ids(text("release")));
        HistoryHit rest = index.find(id).orElseThrow();
        assertEquals(EventCodec.DELETED, rest.command());
        assertEquals(Optional.of(DecisionKind.APPROVED), rest.decision());
    }

    @Test
    void pagesFollowEachOther() throws Exception {
        for (int i = 1; i <= 25; i++) {
            run(i, "echo number" + i, "", 0);
        }
        assertTrue(index.awaitCurrent(PATIENCE));
        HistoryPage first = index.search(text("echo"), Optional.empty(), 10);
        HistoryPage second = index.search(text("echo"), first.next(), 10);
        HistoryPage third = index.search(text("echo"), second.next(), 10);

        assertEquals(ToolCallId.of(25), first.hits().getFirst().id());
        assertEquals(ToolCallId.of(15), second.hits().getFirst().id());
        assertEquals(5, third.hits().size());
        assertEquals(Optional.empty(), third.next());
    }

    @Test
    void whatACrashLeftOutIsCaughtUpWith() throws Exception {
        run(1, "first", "", 0);
        assertTrue(index.awaitCurrent(PATIENCE));
        index.close();
        run(2, "second", "", 0);
        index = HistoryIndex.start(journal, places(), UnaryOperator.identity());

        assertEquals(List.of(ToolCallId.of(2)), ids(text("second")));
        assertEquals(List.of(ToolCallId.of(1)), ids(text("first")));
    }

    @Test
    void aCallThatGoesOnAfterAReopeningIsFoldedFromTheJournal() throws Exception {
        ToolCallId id = ToolCallId.of(1);
        journal.append(new SupervisionEvent.Received(ToolCalls.call(1, "sleep 9", folder)));
        journal.append(new SupervisionEvent.Queued(id, at(1)));
        assertTrue(index.awaitCurrent(PATIENCE));
        reopen();
        journal.append(
                new SupervisionEvent.Decided(
                        id, at(3), new Decision.Withdrawn("the console ended")));

        HistoryHit hit = found(text("sleep")).getFirst();

        assertEquals(CallStatus.WITHDRAWN, hit.status());
        assertEquals(Optional.of(Duration.ofSeconds(2)), hit.waited());
    }

    @Test
    void aDamagedIndexIsMadeAnew() throws Exception {
        run(1, "first", "", 0);
        assertTrue(index.awaitCurrent(PATIENCE));
        close();
        Files.writeString(places().file(), "this is no database, whatever it was before");
        open();

        assertEquals(List.of(ToolCallId.of(1)), ids(text("first")));
    }

    @Test
    void theIndexOfAnotherJournalIsMadeAnew() throws Exception {
        run(1, "first", "", 0);
        assertTrue(index.awaitCurrent(PATIENCE));
        close();
        try (var files = Files.list(places().journal())) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        open();
        run(2, "second", "", 0);

        assertEquals(List.of(), ids(text("first")));
        assertEquals(List.of(ToolCallId.of(2)), ids(text("second")));
    }

    @Test
    void aNewerIndexIsLeftAloneAndSaidSo() throws Exception {
        run(1, "first", "", 0);
        assertTrue(index.awaitCurrent(PATIENCE));
        close();
        setVersion(IndexDatabase.VERSION + 1);
        open();

        JournalException refusal =
                assertThrows(
                        JournalException.class,
                        () -> index.search(HistoryQuery.ALL, Optional.empty(), 1));

        assertTrue(refusal.sentence().contains("newer"), refusal.sentence());
        assertEquals(Optional.of(refusal.sentence()), index.state().problem());
    }

    @Test
    void anOlderIndexIsMadeAnew() throws Exception {
        run(1, "first", "", 0);
        assertTrue(index.awaitCurrent(PATIENCE));
        close();
        setVersion(0);
        open();

        assertEquals(List.of(ToolCallId.of(1)), ids(text("first")));
    }

    private void setVersion(int version) throws Exception {
        try (Connection connection =
                IndexDatabase.openForWriting(places().file(), places().natives())) {
            IndexDatabase.putMeta(connection, "version", Integer.toString(version));
        }
    }

    @Test
    void reindexingRefusesWhileAConsoleWritesAndWorksAfter() throws Exception {
        run(1, "first", "output words\n", 0);
        assertTrue(index.awaitCurrent(PATIENCE));
        assertThrows(
                JournalException.class,
                () -> StoredHistory.reindex(places(), UnaryOperator.identity(), (done, all) -> {}));
        close();

        long events = StoredHistory.reindex(places(), UnaryOperator.identity(), (done, all) -> {});

        assertEquals(5, events);
        try (StoredHistory stored = StoredHistory.open(places(), UnaryOperator.identity())) {
            assertTrue(stored.state().isCurrent());
            assertEquals(1, stored.count(text("words")));
        }
        open();
    }

    @Test
    void storedHistoryIsReadWhileTheConsoleWrites() throws Exception {
        run(1, "first", "", 0);
        assertTrue(index.awaitCurrent(PATIENCE));
        try (StoredHistory stored = StoredHistory.open(places(), UnaryOperator.identity())) {
            assertEquals(1, stored.count(text("first")));
            run(2, "first again", "", 0);
            assertTrue(index.awaitCurrent(PATIENCE));
            assertEquals(2, stored.count(text("first")));
        }
    }

    @Test
    void theStoryOfACallIsReadFromTheJournal() throws Exception {
        run(1, "other", "", 0);
        run(2, "make", "", 0);
        assertTrue(index.awaitCurrent(PATIENCE));

        CallStory story = index.story(ToolCallId.of(2)).orElseThrow();

        assertEquals(
                List.of(6L, 7L, 8L, 9L, 10L),
                story.steps().stream().map(CallStory.Step::sequence).toList());
        assertEquals(journal.find(ToolCallId.of(2)).orElseThrow(), story.record());
        assertEquals(journal.head(), story.steps().getLast().hash());
    }

    /// The folders for their owner alone, and so is each file in them; what a library unpacks into
    /// the folder of natives has rights of its own.
    @Test
    void nothingThatIsKeptIsForOthers() throws Exception {
        run(1, "cat secret", "the secret", 0);
        journal.append(
                new SupervisionEvent.Deleted(
                        ToolCallId.of(1), at(10), Deletion.EVERYTHING, DeletionCause.PERSON));
        reopen();
        assertTrue(index.awaitCurrent(PATIENCE));
        List<Path> kept;
        try (Stream<Path> files = Files.walk(folder)) {
            kept =
                    files.filter(file -> !file.equals(folder))
                            .filter(file -> !places().natives().equals(file.getParent()))
                            .toList();
        }
        List<String> names = kept.stream().map(file -> file.getFileName().toString()).toList();
        assertTrue(
                names.containsAll(
                        List.of("index.db", "index.db.lock", "journal", "format", "natives")),
                names::toString);
        for (Path file : kept) {
            assertEquals(
                    Files.isDirectory(file) ? "rwx------" : "rw-------",
                    PosixFilePermissions.toString(Files.getPosixFilePermissions(file)),
                    file::toString);
        }
    }

    @Test
    void sumsTellWhoDecidedOnWhichDay() throws Exception {
        run(1, "git status", "", 0);
        run(2, "git diff", "", 0);
        deny(3, "git push", "no");
        assertTrue(index.awaitCurrent(PATIENCE));

        List<DaySum> days = index.days(at(-100), at(100), ZoneOffset.UTC);
        assertEquals(1, days.size());
        assertEquals(3, days.getFirst().decisions());
        assertEquals(
                List.of(
                        new DecisionCount(
                                DecisionKind.APPROVED,
                                Optional.of(new DecidedBy("rule", Optional.of("git *"))),
                                2),
                        new DecisionCount(
                                DecisionKind.DENIED,
                                Optional.of(new DecidedBy("human", Optional.empty())),
                                1)),
                index.deciders(at(-100), at(100)));
        assertEquals(3, index.lanes(at(-1), at(100)).size());
        assertEquals(0, index.lanes(at(20), at(100)).size());
        assertEquals("git push", index.pastCalls(1).getFirst().command());
        assertEquals(3, index.choices().agents().getFirst().calls());
    }

    @Test
    void whatIsMaskedIsNeitherFoundNorShown() throws Exception {
        index.close();
        index = HistoryIndex.start(journal, places(), text -> text.replace("hunter2", "*******"));
        run(1, "login hunter2", "welcome hunter2\n", 0);

        assertEquals(List.of(), ids(text("hunter2")));
        HistoryHit hit = found(text("welcome")).getFirst();
        assertEquals("login *******", hit.command());
        assertEquals("welcome *******", hit.lines().getFirst().text());
    }
}
