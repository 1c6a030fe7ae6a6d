package dev.countersign.supervision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.countersign.approval.AssessedCall;
import dev.countersign.approval.EditedCall;
import dev.countersign.approval.ResultDigest;
import dev.countersign.approval.Verdict;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.Rehearsal;
import dev.countersign.recording.Recording;
import dev.countersign.supervision.RehearsalDesk.CommitReply;
import dev.countersign.supervision.rehearsal.RehearsalResult;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.RunConditions;
import dev.countersign.toolcall.StopCause;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Calls that are rehearsed before they are decided, in a whole console with real layers.
@EnabledOnOs(OS.LINUX)
final class RehearsedCallsTest {
    @TempDir Path folder;

    private Path workspace;
    private Path console;
    private SupervisedFolder house;
    private AgentSession agent;

    @BeforeEach
    void open() throws IOException {
        workspace = Files.createDirectories(folder.resolve("ws")).toRealPath();
        console = Files.createDirectories(folder.resolve("console")).toRealPath();
        Files.writeString(workspace.resolve("notes"), "old\n");
        Optional<String> obstacle = SupervisedFolder.rehearsals(console).obstacle();
        assumeTrue(obstacle.isEmpty(), obstacle.orElse(""));
        house = SupervisedFolder.withRehearsals(console);
        agent = house.connect("rehearser", workspace);
    }

    @AfterEach
    void close() throws IOException {
        if (house != null) {
            house.close();
        }
    }

    @Test
    void aCommittedRehearsalIsTheAnswerAndNothingRunsAgain() throws Exception {
        CompletableFuture<CallReport> answer =
                house.submit(agent, "echo told; echo new >> notes; date +%N > when; exit 3");
        RehearsalResult result = rehearse();
        ToolCallId id = house.awaitWaiting();
        assertEquals("old\n", Files.readString(workspace.resolve("notes")));
        assertEquals(2, result.changes().size());
        String when = Files.readString(rehearsed("when"));

        assertInstanceOf(
                CommitReply.Committed.class, desk().commit(id, result.digest(), Optional.empty()));
        CallReport report = answer.get();
        assertEquals(when, Files.readString(workspace.resolve("when")), "it ran once");
        assertEquals("old\nnew\n", Files.readString(workspace.resolve("notes")));
        assertEquals(Optional.of(CallStatus.FAILED), report.status());
        assertEquals(3, report.exitCode().orElseThrow());
        assertEquals("told\n", report.stdout().text());
        String text = AnswerText.render(report);
        assertTrue(
                text.contains("[rehearsed: it ran once, in a throw-away copy of the workspace"),
                text);
        assertTrue(text.contains("1 added, 1 changed, 0 removed"), text);
        CallRecord record = house.journal().find(id).orElseThrow();
        assertTrue(record.isRehearsed());
        assertEquals(Optional.of(new Outcome.Exited(3)), record.outcome());
        Path recording = house.desk().recordingFolder(id).orElseThrow();
        try (Recording files = Recording.open(recording)) {
            assertEquals(5, files.totals().bytes());
        }
        assertNothingIsLeft();
    }

    @Test
    void anEditedCommandIsRehearsedAndCommittedAsEdited() throws Exception {
        CompletableFuture<CallReport> answer = house.submit(agent, "rm notes");
        EditedCall edit = edited("mv notes kept");
        ToolCallId id = edit.assessed().id();
        assertEquals(Optional.empty(), desk().startEdited(edit));
        RehearsalResult result = awaitResult(id);
        RehearsalView view = desk().find(id).orElseThrow();
        assertEquals("mv notes kept", view.command().text());
        Rehearsal told = house.journal().find(id).orElseThrow().rehearsal().orElseThrow();
        assertTrue(told.isOf(Optional.of("mv notes kept")));
        assertEquals(List.of("notes"), names(), "nothing happened yet");

        assertInstanceOf(
                CommitReply.Refused.class,
                desk().commit(id, result.digest(), Optional.empty()),
                "what the agent asked was not rehearsed");
        EditedCall withWords = new EditedCall(edit.assessed(), Optional.of("keep it"));
        assertInstanceOf(
                CommitReply.Committed.class,
                desk().commit(id, result.digest(), Optional.of(withWords)));
        CallReport report = answer.get();
        assertEquals(List.of("kept"), names());
        assertEquals(Optional.of("mv notes kept"), report.command());
        String text = AnswerText.render(report);
        assertTrue(text.contains("[edited before running; what ran: mv notes kept"), text);
        assertTrue(text.contains("the person says: keep it"), text);
        assertTrue(text.contains("[rehearsed: it ran once"), text);
        assertTrue(house.journal().find(id).orElseThrow().isRehearsed());
        assertNothingIsLeft();
    }

    @Test
    void anEditThatIsJudgedOtherwiseOrDeniedIsNotRehearsed() throws Exception {
        var _ = house.submit(agent, "touch x");
        EditedCall edit = edited("touch y");
        EditedCall otherwise =
                new EditedCall(
                        new AssessedCall(
                                edit.assessed().call(),
                                house.desk()
                                        .assessEdited(edit.assessed().id(), text("rm -rf /"))
                                        .orElseThrow()
                                        .assessment(),
                                edit.assessed().verdict(),
                                List.of()),
                        Optional.empty());
        assertTrue(desk().startEdited(otherwise).orElse("").contains("assessed otherwise"));
        EditedCall denied = edited("touch z #deny");
        assertEquals(Verdict.DENY, denied.assessed().verdict().verdict());
        assertTrue(desk().startEdited(denied).orElse("").contains("rule denies"));
        assertEquals(Optional.empty(), desk().find(edit.assessed().id()));
    }

    @Test
    void anotherWordingTakesThePlaceOfTheRehearsal() throws Exception {
        var _ = house.submit(agent, "touch x");
        RehearsalResult first = rehearse();
        EditedCall edit = edited("touch y");
        ToolCallId id = edit.assessed().id();
        assertInstanceOf(
                CommitReply.Refused.class, desk().commit(id, first.digest(), Optional.of(edit)));
        assertEquals(Optional.empty(), desk().startEdited(edit));
        RehearsalResult second = awaitResult(id);
        assertInstanceOf(
                CommitReply.Refused.class, desk().commit(id, first.digest(), Optional.of(edit)));
        assertInstanceOf(
                CommitReply.Committed.class, desk().commit(id, second.digest(), Optional.of(edit)));
        SupervisedFolder.await(() -> Files.exists(workspace.resolve("y")));
        assertFalse(Files.exists(workspace.resolve("x")));
    }

    private EditedCall edited(String command) {
        return new EditedCall(
                house.desk().assessEdited(house.awaitWaiting(), text(command)).orElseThrow(),
                Optional.empty());
    }

    private static CommandText text(String command) {
        return new CommandText(command);
    }

    @Test
    void aDiscardedRehearsalLeavesTheCallWaiting() throws Exception {
        CompletableFuture<CallReport> answer = house.submit(agent, "rm notes; touch x");
        rehearse();
        ToolCallId id = house.awaitWaiting();
        assertTrue(desk().discard(id));
        assertNothingIsLeft();
        assertEquals(Optional.empty(), desk().find(id));
        CallRecord record = house.journal().find(id).orElseThrow();
        assertTrue(record.isWaiting());
        assertTrue(record.rehearsal().flatMap(Rehearsal::discarded).isPresent());
        assertEquals(List.of("notes"), names());
        assertTrue(house.desk().approve(id));
        assertEquals(Optional.of(CallStatus.COMPLETED), answer.get().status());
        assertEquals(List.of("x"), names());
        assertEquals(Optional.empty(), answer.get().decision().flatMap(DecisionReport::rehearsed));
    }

    @Test
    void aPlainApprovalRunsItAndThrowsTheRehearsalAway() throws Exception {
        CompletableFuture<CallReport> answer = house.submit(agent, "echo once >> notes");
        rehearse();
        ToolCallId id = house.awaitWaiting();
        assertTrue(house.desk().approve(id));
        assertEquals(Optional.of(CallStatus.COMPLETED), answer.get().status());
        assertEquals("old\nonce\n", Files.readString(workspace.resolve("notes")));
        SupervisedFolder.await(() -> desk().find(id).isEmpty());
        assertNothingIsLeft();
    }

    @Test
    void aCallThatIsTakenBackEndsItsRehearsal() throws Exception {
        OpenCall call =
                house.gateway()
                        .bash(
                                agent,
                                SupervisedFolder.request("sleep 3000 & sleep 3001"),
                                CallObserver.none());
        ToolCallId id = house.awaitWaiting();
        assertEquals(Optional.empty(), desk().start(id));
        assertTrue(house.journal().find(id).orElseThrow().rehearsal().orElseThrow().isRunning());
        call.cancel();
        SupervisedFolder.await(() -> desk().find(id).isEmpty());
        assertEquals(CallStatus.WITHDRAWN, house.journal().find(id).orElseThrow().status());
        assertNothingIsLeft();
        assertFalse(sleeps("300[01]"));
    }

    @Test
    void aDriftLeavesTheCallWaiting() throws Exception {
        CompletableFuture<CallReport> answer = house.submit(agent, "echo new >> notes");
        RehearsalResult result = rehearse();
        ToolCallId id = house.awaitWaiting();
        Files.writeString(workspace.resolve("notes"), "the person's\n");
        CommitReply.Refused refused =
                assertInstanceOf(
                        CommitReply.Refused.class,
                        desk().commit(id, result.digest(), Optional.empty()));
        assertTrue(refused.reason().contains("(notes)"), refused.reason());
        assertTrue(house.journal().find(id).orElseThrow().isWaiting());
        assertEquals("the person's\n", Files.readString(workspace.resolve("notes")));
        assertTrue(house.desk().deny(id, Optional.empty()));
        assertEquals(Optional.of(CallStatus.DENIED), answer.get().status());
    }

    @Test
    void onlyTheResultThatWasShownIsCommitted() throws Exception {
        var _ = house.submit(agent, "echo new >> notes");
        rehearse();
        ToolCallId id = house.awaitWaiting();
        CommitReply reply = desk().commit(id, new ResultDigest("0".repeat(64)), Optional.empty());
        assertInstanceOf(CommitReply.Refused.class, reply);
        assertTrue(house.journal().find(id).orElseThrow().isWaiting());
    }

    @Test
    void aStoppedRehearsalCannotBeCommitted() throws Exception {
        var _ = house.submit(agent, "touch begun; sleep 3002");
        ToolCallId id = house.awaitWaiting();
        assertEquals(Optional.empty(), desk().start(id));
        assertEquals(
                Optional.of("It is still being rehearsed."),
                desk().find(id).orElseThrow().commitObstacle());
        assertTrue(desk().discard(id));
        assertFalse(sleeps("3002"));
        assertNothingIsLeft();
    }

    @Test
    void whileItIsHeldNothingIsRehearsed() throws Exception {
        var _ = house.submit(agent, "true");
        ToolCallId id = house.awaitWaiting();
        house.desk().holdAll(true);
        assertTrue(desk().start(id).orElse("").contains("held"));
        house.desk().holdAll(false);
        assertEquals(Optional.empty(), desk().start(id));
    }

    @Test
    void aWorkspaceThatHoldsTheConsoleIsNotRehearsed() throws Exception {
        AgentSession inside = house.connect("inside", folder);
        var _ = house.submit(inside, "true");
        ToolCallId id = house.awaitWaiting();
        assertTrue(desk().start(id).orElse("").contains("its own files"));
        assertFalse(house.journal().find(id).orElseThrow().rehearsal().isPresent());
    }

    @Test
    void whatTakesTheLastRoomOnTheDiskIsStopped() throws Exception {
        house.close();
        AtomicLong room = new AtomicLong(Long.MAX_VALUE);
        house =
                SupervisedFolder.open(
                        console,
                        PlainSurroundings.with(room::get, List.of())
                                .withRehearsals(SupervisedFolder.rehearsals(console)),
                        engine -> engine);
        agent = house.connect("rehearser", workspace);
        var _ = house.submit(agent, "touch begun; sleep 3004");
        ToolCallId id = house.awaitWaiting();
        assertEquals(Optional.empty(), desk().start(id));
        room.set(0);
        SupervisedFolder.await(() -> desk().find(id).orElseThrow().result().isPresent());
        RehearsalView view = desk().find(id).orElseThrow();
        assertTrue(
                view.ended().orElseThrow() instanceof Outcome.Stopped(StopCause by, String _)
                        && by == StopCause.LIMIT,
                view::toString);
        assertTrue(view.commitObstacle().orElse("").contains("only a part"));
        assertTrue(desk().start(id).orElse("").contains("almost full"));
    }

    @Test
    void aTerminalIsThereInARehearsalToo() throws Exception {
        var _ = house.submit(agent, "[ -t 1 ] && echo \"tty $TERM\" > seen; tput cols >> seen");
        ToolCallId id = house.awaitWaiting();
        assertTrue(house.desk().choose(id, new RunConditions(true, Optional.empty())));
        rehearse();
        assertEquals("tty xterm-256color\n120\n", Files.readString(rehearsed("seen")));
    }

    @Test
    void aHookedCallIsCommittedWhenTheAgentRunsItsTicket() throws Exception {
        HookedCall hooked = hook("echo told; echo new >> notes", true);
        RehearsalResult result = rehearse();
        ToolCallId id = house.awaitWaiting();
        assertInstanceOf(
                CommitReply.Committed.class, desk().commit(id, result.digest(), Optional.empty()));
        HookVerdict.Run run = assertInstanceOf(HookVerdict.Run.class, hooked.await());
        assertEquals("old\n", Files.readString(workspace.resolve("notes")), "not yet claimed");
        TicketRun ticket = house.gateway().claim(run.ticket()).orElseThrow();
        StringBuilder printed = new StringBuilder();
        Optional<TicketRun.End> end = Optional.empty();
        while (end.isEmpty()) {
            TicketRun.Output output = ticket.next(Duration.ofSeconds(5));
            output.pieces().forEach(piece -> printed.append(piece.text()));
            end = output.end();
        }
        assertEquals("told\n", printed.toString());
        assertTrue(end.get().words().orElse("").startsWith("[rehearsed: "), "it is told");
        assertEquals("old\nnew\n", Files.readString(workspace.resolve("notes")));
        assertNothingIsLeft();
    }

    @Test
    void whatTheAgentRunsItselfIsNotCommitted() throws Exception {
        HookedCall hooked = hook("echo new >> notes", false);
        RehearsalResult result = rehearse();
        ToolCallId id = house.awaitWaiting();
        CommitReply.Refused refused =
                assertInstanceOf(
                        CommitReply.Refused.class,
                        desk().commit(id, result.digest(), Optional.empty()));
        assertTrue(refused.reason().contains("runs this command itself"), refused.reason());
        assertTrue(house.desk().deny(id, Optional.empty()));
        assertInstanceOf(HookVerdict.Refused.class, hooked.await());
    }

    private HookedCall hook(String command, boolean rewritable) {
        return house.gateway()
                .hook(
                        agent,
                        new HookRequest(
                                new CommandText(command),
                                Optional.empty(),
                                Optional.of(workspace.toString()),
                                false,
                                Duration.ofMinutes(5),
                                rewritable,
                                Optional.of("use-1")));
    }

    @Test
    void theEndOfTheConsoleThrowsEverythingAway() throws Exception {
        var _ = house.submit(agent, "sleep 3003");
        ToolCallId id = house.awaitWaiting();
        assertEquals(Optional.empty(), desk().start(id));
        house.close();
        assertNothingIsLeft();
        assertFalse(sleeps("3003"));
    }

    private RehearsalDesk desk() {
        return house.desk().rehearsals();
    }

    private RehearsalResult rehearse() {
        ToolCallId id = house.awaitWaiting();
        assertEquals(Optional.empty(), desk().start(id));
        return awaitResult(id);
    }

    private RehearsalResult awaitResult(ToolCallId id) {
        SupervisedFolder.await(() ->
                house.journal().calls().stream()
                        .filter(record -> record.id().equals(id))
                        .anyMatch(record ->
                                record.rehearsal().flatMap(Rehearsal::ended).isPresent()));
        RehearsalView view = desk().find(id).orElseThrow();
        assertEquals(Optional.empty(), view.commitObstacle());
        return view.result().orElseThrow();
    }

    private Path rehearsed(String name) {
        ToolCallId id = house.awaitWaiting();
        return console.resolve("rehearsals")
                .resolve(id.digits())
                .resolve("layer-0")
                .resolve("upper")
                .resolve(name);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(workspace)) {
            return files.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    private void assertNothingIsLeft() throws IOException {
        SupervisedFolder.await(() -> isEmpty(console.resolve("rehearsals")));
        assertFalse(Files.readString(Path.of("/proc/mounts")).contains(console.toString()));
    }

    private static boolean isEmpty(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        } catch (IOException e) {
            return !Files.exists(folder);
        }
    }

    private static boolean sleeps(String time) {
        return ProcessHandle.allProcesses()
                .anyMatch(process ->
                        process.info()
                                .commandLine()
                                .filter(line -> line.matches(".*sleep " + time))
                                .isPresent());
    }
}
