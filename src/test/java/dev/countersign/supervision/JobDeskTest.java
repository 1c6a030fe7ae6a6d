package dev.countersign.supervision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.journal.CallRecord;
import dev.countersign.settings.Settings;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.JobAct;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.RunConditions;
import dev.countersign.toolcall.Sandbox;
import dev.countersign.toolcall.StopCause;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a person sees of jobs and does to them, with real processes.
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class JobDeskTest {
    @TempDir private Path folder;

    private SupervisedFolder console;
    private JobDesk desk;

    @BeforeEach
    void open() throws IOException {
        console = SupervisedFolder.open(folder.toRealPath());
        desk = console.desk().jobs();
    }

    @AfterEach
    void close() throws IOException {
        console.close();
    }

    @Test
    void aRunningJobIsSeenWithItsTreeItsOutputAndItsPort() throws Exception {
        ToolCallId id =
                console.startJob(
                        "exec 3<>/dev/null; echo first; echo last line; sleep 300 & wait #allow");
        AtomicReference<Optional<JobView>> seen = new AtomicReference<>(Optional.empty());
        Runnable end = desk.watch(now -> seen.set(now.find(id)));
        SupervisedFolder.await(() ->
                seen.get()
                        .filter(job -> job.processes().size() == 2)
                        .filter(job -> job.lastLine().equals("last line"))
                        .isPresent());
        JobView job = seen.get().orElseThrow();
        assertEquals(JobState.RUNNING, job.state());
        assertEquals(job.pid().orElseThrow(), job.processes().getFirst().pid());
        assertEquals(1, job.processes().getLast().depth());
        assertEquals("sleep 300", job.processes().getLast().command());
        assertEquals(16, job.outputBytes());
        assertTrue(job.residentBytes() > 0);
        desk.showPortsOf(Set.of(id));
        end.run();
        desk.stop(id);
        awaitStatus(id, CallStatus.KILLED);
        assertEquals(Optional.empty(), desk.snapshot().find(id));
    }

    @Test
    void aPausedJobStandsStillAndGoesOn() throws Exception {
        ToolCallId id =
                console.startJob("n=0; while :; do n=$((n+1)); echo $n; sleep 0.01; done #allow");
        SupervisedFolder.await(() -> desk.snapshot().find(id).orElseThrow().outputBytes() > 0);
        assertTrue(desk.pause(id));
        SupervisedFolder.await(() ->
                desk.snapshot().find(id).orElseThrow().processes().stream()
                        .allMatch(JobProcess::paused));
        assertEquals(JobState.PAUSED, desk.snapshot().find(id).orElseThrow().state());
        assertFalse(desk.pause(id));
        desk.resume(id);
        SupervisedFolder.await(() ->
                desk.snapshot().find(id).orElseThrow().processes().stream()
                        .noneMatch(JobProcess::paused));
        assertEquals(
                List.of(JobAct.PAUSED, JobAct.RESUMED),
                record(id).steered().stream().map(event -> event.act()).toList());
        desk.pause(id);
        desk.stop(id);
        awaitStatus(id, CallStatus.KILLED);
    }

    @Test
    void killingTakesNoTerm() throws Exception {
        ToolCallId id = console.startJob("trap '' TERM; echo ready; sleep 300; sleep 300 #allow");
        SupervisedFolder.await(() -> desk.snapshot().find(id).orElseThrow().outputBytes() > 0);
        desk.kill(id);
        awaitStatus(id, CallStatus.KILLED);
        assertEquals(
                Optional.of(new Outcome.Stopped(StopCause.HUMAN, "SIGKILL")), record(id).outcome());
    }

    @Test
    void allJobsOfOneAgentAreStoppedAndTheOthersLeft() throws Exception {
        AgentSession other = console.connect("other-agent");
        ToolCallId mine = console.startJob("sleep 300; true #allow");
        ToolCallId theirs = console.startJob(other, "sleep 301; true #allow", false);
        assertEquals(1, desk.stopAll(Optional.of(other.id())));
        awaitStatus(theirs, CallStatus.KILLED);
        assertEquals(CallStatus.RUNNING, record(mine).status());
        assertEquals(1, desk.stopAll(Optional.empty()));
        awaitStatus(mine, CallStatus.KILLED);
    }

    @Test
    void aNoteReachesTheAgentWithItsNextReadOnce() throws Exception {
        ToolCallId id = console.startJob("sleep 300; true #allow");
        desk.note(id, "I need\nthe port back");
        CallReport first = read(id);
        assertEquals(List.of("note from the person: I need\nthe port back"), first.notes());
        assertTrue(
                AnswerText.render(first)
                        .contains("[note from the person: I need / the port back]\n["),
                AnswerText.render(first));
        assertEquals(List.of(), read(id).notes());
        assertThrows(IllegalArgumentException.class, () -> desk.note(id, " "));
    }

    @Test
    void runningAgainIsANewCallThatIsDecidedAnew() throws Exception {
        CompletableFuture<CallReport> answer = console.submit("echo once");
        console.desk().approve(console.awaitWaiting());
        ToolCallId first = answer.get().id().orElseThrow();
        ToolCallId second = desk.runAgain(first).orElseThrow();
        SupervisedFolder.await(() -> record(second).isWaiting());
        assertEquals("echo once", record(second).command().text());
        assertEquals(second.shellName(), record(first).steered().getLast().text());
        console.desk().deny(second, Optional.empty());
        awaitStatus(second, CallStatus.DENIED);
        assertEquals(CallStatus.COMPLETED, record(first).status());
    }

    @Test
    void whatAnEndedCommandLeftRunningIsShownWithItAndCanBeStopped() throws Exception {
        CompletableFuture<CallReport> answer =
                console.submit("sleep 300 >/dev/null 2>&1 & echo $! #allow");
        ToolCallId id = answer.get().id().orElseThrow();
        JobView left = desk.snapshot().find(id).orElseThrow();
        assertEquals(JobState.COMPLETED, left.state());
        assertEquals(1, left.processes().size());
        assertEquals(Optional.of("It ended and left one process running."), left.remark());
        desk.stop(id);
        SupervisedFolder.await(() -> desk.snapshot().find(id).isEmpty());
        assertEquals(CallStatus.COMPLETED, record(id).status());
    }

    @Test
    void aRunThatPrintsTooMuchIsHeldUntilThePersonLetsItPrintMore() throws Exception {
        console.settings().change(Settings.MAX_RUN_OUTPUT, 1);
        ToolCallId id = console.startJob("head -c 3000000 /dev/zero; echo done #allow");
        awaitOverLimit(id);
        assertTrue(desk.snapshot().find(id).orElseThrow().outputBytes() <= 1024 * 1024);
        assertEquals(JobState.PAUSED, desk.snapshot().find(id).orElseThrow().state());
        assertEquals(
                List.of("it printed as much as one run may and waits for the person"),
                read(id).notes());
        desk.resume(id);
        assertTrue(desk.snapshot().find(id).orElseThrow().overLimit());
        desk.raiseOutputLimit(id);
        SupervisedFolder.await(() -> record(id).steered().size() >= 3);
        awaitOverLimit(id);
        desk.raiseOutputLimit(id);
        awaitStatus(id, CallStatus.COMPLETED);
        assertEquals(3_000_005, record(id).finished().orElseThrow().outputBytes());
    }

    @Test
    void aRunThatIsHeldForItsOutputCanBeStopped() throws Exception {
        console.settings().change(Settings.MAX_RUN_OUTPUT, 1);
        ToolCallId id = console.startJob("yes #allow");
        awaitOverLimit(id);
        desk.stop(id);
        awaitStatus(id, CallStatus.KILLED);
    }

    @Test
    void aPersonTypesIntoAJobsTerminal() throws Exception {
        ToolCallId id =
                console.startJob(console.session(), "read x; echo \"got $x\"; #allow", true);
        PersonTerminal terminal = console.desk().terminal(id).orElseThrow();
        assertTrue(desk.snapshot().find(id).orElseThrow().terminal());
        terminal.resize(100, 40);
        assertTrue(terminal.type("hi\r".getBytes(StandardCharsets.UTF_8)));
        awaitStatus(id, CallStatus.COMPLETED);
        assertTrue(read(id).stdout().text().endsWith("got hi\n"), read(id).stdout().text());
    }

    @Test
    void aChosenTerminalIsWhatTheCommandGets() throws Exception {
        CompletableFuture<CallReport> answer = console.submit("[ -t 1 ] && echo terminal");
        ToolCallId id = console.awaitWaiting();
        RunConditions terminal = new RunConditions(true, Optional.empty());
        assertTrue(console.desk().choose(id, terminal));
        assertEquals(terminal, record(id).conditions());
        assertThrows(
                IllegalArgumentException.class,
                () ->
                        console.desk()
                                .choose(
                                        id,
                                        new RunConditions(false, Optional.of(new Sandbox(false)))));
        console.desk().approve(id);
        assertEquals("terminal\n", answer.get().stdout().text());
        assertEquals(terminal, record(id).started().orElseThrow().details().conditions());
        assertFalse(console.desk().choose(id, RunConditions.PLAIN));
    }

    @Test
    void aWorkspaceCanHaveTerminalsByASetting() throws Exception {
        console.settings()
                .change(Settings.TERMINAL_WORKSPACES, List.of(folder.toRealPath().toString()));
        assertEquals(
                "terminal\n",
                console.submit("[ -t 1 ] && echo terminal #allow").get().stdout().text());
    }

    private void awaitOverLimit(ToolCallId id) {
        SupervisedFolder.await(() ->
                desk.snapshot()
                        .find(id)
                        .filter(JobView::overLimit)
                        .filter(job -> job.processes().stream().allMatch(JobProcess::paused))
                        .isPresent());
        SupervisedFolder.await(() ->
                record(id).steered().stream()
                        .anyMatch(event -> event.act() == JobAct.OUTPUT_LIMIT_REACHED));
    }

    private void awaitStatus(ToolCallId id, CallStatus status) {
        SupervisedFolder.await(() -> record(id).status() == status);
    }

    private CallRecord record(ToolCallId id) {
        return console.journal().calls().stream()
                .filter(record -> record.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private CallReport read(ToolCallId id) throws InterruptedException {
        return console.gateway()
                .bashOutput(console.session(), id.shellName(), Optional.empty(), Duration.ZERO);
    }
}
