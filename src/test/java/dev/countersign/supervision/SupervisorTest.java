package dev.countersign.supervision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.approval.Decision;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.Journal;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.ExecutionMode;
import dev.countersign.toolcall.OutputTruncation;
import dev.countersign.toolcall.TimeoutAction;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Whole lives of calls, with real processes, files and journal.
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class SupervisorTest {
    @TempDir private Path folder;

    private SupervisedFolder console;
    private PersonDesk desk;
    private AgentGateway gateway;
    private Journal journal;
    private AgentSession session;

    @BeforeEach
    void open() throws IOException {
        console = SupervisedFolder.open(folder);
        desk = console.desk();
        gateway = console.gateway();
        journal = console.journal();
        session = console.session();
    }

    @AfterEach
    void close() throws IOException {
        console.close();
    }

    @Test
    void anAllowedCommandRunsAndIsAnswered() throws Exception {
        CallReport report = run("echo out; echo err >&2; exit 3 #allow");

        assertEquals(Optional.of(CallStatus.FAILED), report.status());
        assertEquals(OptionalInt.of(3), report.exitCode());
        assertEquals("out\n", report.stdout().text());
        assertEquals("err\n", report.stderr().text());
        assertTrue(report.isError());
        assertEquals(Optional.of("rule"), report.decision().map(DecisionReport::by));
        assertTrue(
                Files.readString(report.outputFile().orElseThrow()).contains("out"),
                "the agent can read the file that it is told");
        // It is kept beside the answer, not before it.
        SupervisedFolder.await(() -> record(report).answered().isPresent());
        assertEquals(AnswerText.render(report), record(report).answered().orElseThrow().text());
    }

    private CallRecord record(CallReport report) {
        return journal.calls().stream()
                .filter(call -> report.id().equals(Optional.of(call.id())))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aDeniedCommandNeverStarts() throws Exception {
        Path witness = folder.resolve("witness");
        CallReport report = run("touch " + witness + " #deny");

        assertEquals(Optional.of(CallStatus.DENIED), report.status());
        assertEquals(Optional.of("# mark"), report.decision().flatMap(DecisionReport::rule));
        assertFalse(Files.exists(witness));
        assertTrue(journal.find(report.id().orElseThrow()).orElseThrow().started().isEmpty());
    }

    @Test
    void aPersonApprovesAndTheCommandRuns() throws Exception {
        CompletableFuture<CallReport> answer = console.submit(request("echo approved"));
        assertTrue(desk.approve(console.awaitWaiting()));

        assertEquals("approved\n", answer.get().stdout().text());
        assertEquals(Optional.of("human"), answer.get().decision().map(DecisionReport::by));
    }

    @Test
    void aPersonDeniesInTheirOwnWords() throws Exception {
        CompletableFuture<CallReport> answer = console.submit(request("echo never"));
        assertTrue(desk.deny(console.awaitWaiting(), Optional.of("not on a Friday")));

        assertEquals(Optional.of(CallStatus.DENIED), answer.get().status());
        assertEquals(
                Optional.of("not on a Friday"),
                answer.get().decision().flatMap(DecisionReport::reason));
    }

    @Test
    void aCallIsDecidedOnceOnly() throws Exception {
        CompletableFuture<CallReport> answer = console.submit(request("echo once"));
        ToolCallId id = console.awaitWaiting();
        assertTrue(desk.deny(id, Optional.empty()));
        assertFalse(desk.approve(id));
        assertFalse(desk.deny(id, Optional.empty()));
        assertEquals(Optional.of(CallStatus.DENIED), answer.get().status());
    }

    @Test
    void aCancelledCallIsWithdrawnAndCannotBeApproved() throws Exception {
        OpenCall call = gateway.bash(session, request("echo never"), CallObserver.none());
        ToolCallId id = console.awaitWaiting();
        call.cancel();

        assertEquals(Optional.of(CallStatus.WITHDRAWN), call.await().status());
        assertFalse(desk.approve(id));
    }

    @Test
    void aLostConnectionWithdrawsWaitingAndStopsForegroundButKeepsJobs() throws Exception {
        CallReport job = run(backgroundRequest("sleep 60 #allow"));
        CompletableFuture<CallReport> foreground = console.submit(request("sleep 60 #allow"));
        CompletableFuture<CallReport> waiting = console.submit(request("echo never"));
        console.awaitWaiting();
        SupervisedFolder.await(() -> desk.status().running() == 2);
        gateway.disconnect(session);

        assertEquals(Optional.of(CallStatus.WITHDRAWN), waiting.get().status());
        assertEquals(Optional.of(CallStatus.KILLED), foreground.get().status());
        assertTrue(journal.find(job.id().orElseThrow()).orElseThrow().isRunning());
    }

    @Test
    void aBackgroundJobIsReadAndKilled() throws Exception {
        CallReport started =
                run(backgroundRequest("echo one; read -t 0.3; echo two; sleep 60 #allow"));
        String id = started.id().orElseThrow().shellName();
        assertTrue(started.isRunning());
        StringBuilder output = new StringBuilder(started.stdout().text());
        while (!output.toString().contains("two")) {
            output.append(readOn(id, Optional.empty()).stdout().text());
        }
        assertEquals("one\ntwo\n", output.toString());
        assertEquals(1, gateway.listShells(session).size());

        CallReport killed = gateway.killShell(session, id);
        assertEquals(Optional.of(CallStatus.KILLED), killed.status());
        assertEquals(Optional.of("SIGTERM"), killed.signal());
        CallReport again = gateway.killShell(session, id);
        assertTrue(again.alreadyStopped());
        assertTrue(
                Files.readString(killed.outputFile().orElseThrow())
                        .endsWith("[background process error: stopped by the agent (SIGTERM)]\n"));
    }

    @Test
    void aFilterDropsForEverWhatItDoesNotKeep() throws Exception {
        CallReport done = run(backgroundRequest("seq 1 20; sleep 0.2; echo end #allow"));
        String id = done.id().orElseThrow().shellName();
        SupervisedFolder.await(() -> desk.status().running() == 0);
        CallReport first = readOn(id, Optional.of(Pattern.compile("^1\\d$")));
        CallReport second = readOn(id, Optional.empty());

        assertTrue((done.stdout().text() + first.stdout().text()).contains("15"));
        assertEquals("", second.stdout().text());
    }

    @Test
    void anUnknownShellAndOneOfAnotherWorkspaceAreNotFound() throws Exception {
        CallReport done = run("echo mine #allow");
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Files.createDirectory(elsewhere.resolve(".git"));
        AgentSession stranger =
                gateway.connect(
                        new AgentIntroduction(
                                Optional.of("stranger"),
                                "",
                                OptionalLong.empty(),
                                Optional.of(elsewhere),
                                List.of()));
        for (CallReport report :
                List.of(
                        readOn("shell_ffffffff", Optional.empty()),
                        readOn("nonsense", Optional.empty()),
                        gateway.bashOutput(
                                stranger,
                                done.id().orElseThrow().shellName(),
                                Optional.empty(),
                                Duration.ZERO))) {
            assertEquals(
                    Optional.of(CallError.Type.SHELL_NOT_FOUND),
                    report.error().map(CallError::type));
        }
    }

    @Test
    void aTimeOutStopsOrGoesOnAsAskedFor() throws Exception {
        CallReport stopped =
                run(
                        request(
                                "echo before; sleep 60 #allow",
                                ExecutionMode.DEFAULT,
                                Duration.ofSeconds(1),
                                TimeoutAction.KILL));
        assertEquals(Optional.of(CallStatus.TIMEOUT), stopped.status());
        assertEquals("before\n", stopped.stdout().text());

        CallReport handedOver =
                run(
                        request(
                                "echo before; sleep 60 #allow",
                                ExecutionMode.DEFAULT,
                                Duration.ofSeconds(1),
                                TimeoutAction.BACKGROUND));
        assertTrue(handedOver.isRunning());
        assertEquals("before\n", handedOver.stdout().text());
        gateway.killShell(session, handedOver.id().orElseThrow().shellName());
    }

    @Test
    void aJobIsFoundByAnyProcessOfItsTree() throws Exception {
        CallReport job = run(backgroundRequest("sleep 60 & echo $!; wait #allow"));
        String id = job.id().orElseThrow().shellName();
        StringBuilder output = new StringBuilder(job.stdout().text());
        while (!output.toString().endsWith("\n")) {
            output.append(readOn(id, Optional.empty()).stdout().text());
        }
        long child = Long.parseLong(output.toString().strip());

        assertEquals(job.id(), gateway.checkPid(session, child).id());
        assertEquals(Optional.of(CallStatus.KILLED), gateway.killPid(session, child).status());
        SupervisedFolder.await(
                () -> ProcessHandle.of(child).filter(ProcessHandle::isAlive).isEmpty());
        assertEquals(
                Optional.of(CallError.Type.SHELL_NOT_FOUND),
                gateway.checkPid(session, ProcessHandle.current().pid())
                        .error()
                        .map(CallError::type));
    }

    @Test
    void aWorkdirThatIsNotThereIsRefusedByName() throws Exception {
        BashRequest request = request("pwd #allow");
        CallReport report = run(withWorkdir(request, "no/such/folder"));
        assertEquals(
                Optional.of(CallError.Type.INVALID_WORKDIR), report.error().map(CallError::type));
        assertTrue(report.error().orElseThrow().message().contains("no/such/folder"));

        Path inner = Files.createDirectory(folder.resolve("inner"));
        assertEquals(inner.toRealPath() + "\n", run(withWorkdir(request, "inner")).stdout().text());
    }

    @Test
    void aDryRunIsJudgedAndNeverStarted() throws Exception {
        BashRequest request = request("echo never");
        CallReport report =
                run(
                        new BashRequest(
                                request.command(),
                                request.summary(),
                                request.flaggedDangerous(),
                                request.mode(),
                                request.timeout(),
                                request.onTimeout(),
                                request.workdir(),
                                request.environment(),
                                request.truncation(),
                                false,
                                false,
                                true));
        assertEquals(Optional.of(CallStatus.DRY_RUN), report.status());
        assertEquals(Optional.of("ask"), report.verdict());
        assertFalse(report.isError());
        assertTrue(journal.find(report.id().orElseThrow()).orElseThrow().started().isEmpty());
    }

    @Test
    void onlySoManyCommandsOfAnAgentRunAtOnce() throws Exception {
        List<CompletableFuture<CallReport>> answers =
                java.util.stream.IntStream.range(0, 8)
                        .mapToObj(_ -> console.submit(request("sleep 60 #allow")))
                        .toList();
        SupervisedFolder.await(() -> desk.status().running() == 5);
        for (CallRecord record : journal.calls()) {
            if (record.isRunning()) {
                desk.stop(record.id());
            }
        }
        SupervisedFolder.await(() -> desk.status().running() == 3);
        gateway.disconnect(session);
        for (CompletableFuture<CallReport> answer : answers) {
            CallReport report = answer.get();
            boolean stopped = report.status().equals(Optional.of(CallStatus.KILLED));
            boolean cancelled =
                    report.error()
                            .map(CallError::type)
                            .equals(Optional.of(CallError.Type.CANCELLED));
            assertTrue(stopped || cancelled, AnswerText.render(report));
        }
    }

    @Test
    void whatACrashLeftOpenIsClosedAndNeverRunAgain() throws Exception {
        CompletableFuture<CallReport> waiting =
                console.submit(request("touch " + folder + "/again"));
        ToolCallId id = console.awaitWaiting();
        // What stands in the files now is what a crash would leave.
        Path copy = folder.resolve("crashed");
        copy(folder.resolve("journal"), copy);
        desk.deny(id, Optional.empty());
        assertEquals(Optional.of(CallStatus.DENIED), waiting.get().status());
        console.close();
        copy(copy, folder.resolve("journal"));

        open();
        CallRecord record = journal.find(id).orElseThrow();
        assertTrue(record.decision().orElseThrow() instanceof Decision.Withdrawn);
        assertFalse(desk.approve(id));
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (var files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(
                        file,
                        to.resolve(file.getFileName()),
                        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private CallReport readOn(String id, Optional<Pattern> filter) throws InterruptedException {
        return gateway.bashOutput(session, id, filter, Duration.ofSeconds(5));
    }

    private CallReport run(String command) throws Exception {
        return run(request(command));
    }

    private CallReport run(BashRequest request) throws Exception {
        return console.submit(request).get();
    }

    private static BashRequest request(String command) {
        return request(
                command,
                ExecutionMode.DEFAULT,
                ExecutionMode.DEFAULT.defaultTimeout(),
                TimeoutAction.BACKGROUND);
    }

    private static BashRequest backgroundRequest(String command) {
        return request(
                command,
                ExecutionMode.BACKGROUND,
                ExecutionMode.BACKGROUND.defaultTimeout(),
                TimeoutAction.KILL);
    }

    private static BashRequest request(
            String command, ExecutionMode mode, Duration timeout, TimeoutAction onTimeout) {
        return new BashRequest(
                new CommandText(command),
                Optional.empty(),
                Optional.empty(),
                mode,
                timeout,
                onTimeout,
                Optional.empty(),
                Map.of(),
                OutputTruncation.TAIL,
                false,
                false,
                false);
    }

    private static BashRequest withWorkdir(BashRequest request, String workdir) {
        return new BashRequest(
                request.command(),
                request.summary(),
                request.flaggedDangerous(),
                request.mode(),
                request.timeout(),
                request.onTimeout(),
                Optional.of(workdir),
                request.environment(),
                request.truncation(),
                false,
                false,
                false);
    }
}
