package dev.countersign.supervision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.journal.CallRecord;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Commands that hooks bring, from their arrival to what their agent reads.
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class HookedCallsTest {
    private static final Duration LONG = Duration.ofSeconds(40);

    @TempDir private Path folder;

    private SupervisedFolder console;
    private PersonDesk desk;
    private AgentGateway gateway;
    private AgentSession session;

    @BeforeEach
    void open() throws IOException {
        console = SupervisedFolder.open(folder);
        desk = console.desk();
        gateway = console.gateway();
        session = connect("session-1", 11);
    }

    @AfterEach
    void close() throws IOException {
        console.close();
    }

    private AgentSession connect(String name, long pid) {
        return gateway.connect(
                new AgentIntroduction(
                        Optional.of("claude-code"),
                        "",
                        Optional.of(name),
                        OptionalLong.of(pid),
                        Optional.of(folder),
                        Optional.empty(),
                        List.of()));
    }

    private HookedCall hook(String command, boolean rewritable, Duration patience) {
        return gateway.hook(
                session,
                new HookRequest(
                        new CommandText(command),
                        Optional.of("a test"),
                        Optional.of(folder.toString()),
                        false,
                        patience,
                        rewritable,
                        Optional.of("use-1")));
    }

    private String ticket(String command) throws InterruptedException {
        return assertInstanceOf(HookVerdict.Run.class, hook(command, true, LONG).await()).ticket();
    }

    private CallRecord only() {
        return desk.calls().getFirst();
    }

    private static CompletableFuture<HookVerdict> awaitLater(HookedCall call) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return call.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    void anAllowedCommandStartsOnlyWithItsTicketAndOnlyOnce() throws Exception {
        String ticket = ticket("echo out; echo bad >&2; exit 3 #allow");
        assertTrue(gateway.isOpenTicket(ticket));
        assertTrue(only().started().isEmpty(), "nothing runs before the ticket is shown");

        TicketRun run = gateway.claim(ticket).orElseThrow();
        StringBuilder out = new StringBuilder();
        StringBuilder errors = new StringBuilder();
        Optional<TicketRun.End> end = Optional.empty();
        while (end.isEmpty()) {
            TicketRun.Output next = run.next(Duration.ofSeconds(5));
            next.pieces().forEach(piece -> (piece.toStderr() ? errors : out).append(piece.text()));
            end = next.end();
        }

        assertEquals("out\n", out.toString());
        assertEquals("bad\n", errors.toString());
        assertEquals(new TicketRun.End(3, Optional.empty()), end.get());
        assertEquals(CallStatus.FAILED, only().status());
        assertFalse(gateway.isOpenTicket(ticket));
        assertTrue(gateway.claim(ticket).isEmpty(), "a ticket works once");
        assertTrue(gateway.claim("0".repeat(32)).isEmpty());
    }

    @Test
    void longOutputArrivesWholeAndInOrder() throws Exception {
        TicketRun run = gateway.claim(ticket("seq 1 200000 #allow")).orElseThrow();
        StringBuilder out = new StringBuilder();
        Optional<TicketRun.End> end = Optional.empty();
        while (end.isEmpty()) {
            TicketRun.Output next = run.next(Duration.ofSeconds(5));
            next.pieces().forEach(piece -> out.append(piece.text()));
            end = next.end();
        }
        StringBuilder wanted = new StringBuilder();
        for (int i = 1; i <= 200_000; i++) {
            wanted.append(i).append('\n');
        }
        assertEquals(wanted.toString(), out.toString());
    }

    @Test
    void aDenialCarriesThePersonsReason() throws Exception {
        CompletableFuture<HookVerdict> verdict = awaitLater(hook("rm -rf x", true, LONG));
        desk.deny(console.awaitWaiting(), Optional.of("keep it"));

        HookVerdict.Refused refused = assertInstanceOf(HookVerdict.Refused.class, verdict.get());
        assertTrue(refused.words().startsWith("permission denied by the person"), refused.words());
        assertTrue(refused.words().contains("keep it"), refused.words());
        SupervisedFolder.await(() -> only().answered().isPresent());
        assertEquals(CallStatus.DENIED, only().answered().orElseThrow().status());
    }

    @Test
    void whatNobodyAnswersIsNotRunAndCannotBeApprovedLater() throws Exception {
        HookVerdict verdict = hook("make", true, Duration.ofMillis(50)).await();

        HookVerdict.Unanswered unanswered = assertInstanceOf(HookVerdict.Unanswered.class, verdict);
        assertTrue(unanswered.words().contains("nobody answered"), unanswered.words());
        assertFalse(desk.approve(only().id()));
        assertEquals(CallStatus.EXPIRED, only().status());
    }

    @Test
    void anInterruptedHookLeavesNothingWaiting() throws Exception {
        HookedCall call = hook("make", true, LONG);
        ToolCallId id = console.awaitWaiting();
        call.cancel();
        SupervisedFolder.await(() -> only().status() == CallStatus.WITHDRAWN);
        assertFalse(desk.approve(id));
    }

    @Test
    void whatWasApprovedAndInterruptedNeverStarts() throws Exception {
        HookedCall call = hook("touch made #allow", true, LONG);
        HookVerdict.Run run = assertInstanceOf(HookVerdict.Run.class, call.await());
        call.cancel();
        SupervisedFolder.await(() -> only().finished().isPresent());
        assertTrue(gateway.claim(run.ticket()).isEmpty());
        assertFalse(Files.exists(folder.resolve("made")));
    }

    @Test
    void aRunWhoseFollowerIsGoneIsStopped() throws Exception {
        TicketRun run = gateway.claim(ticket("sleep 600 #allow")).orElseThrow();
        SupervisedFolder.await(() -> only().isRunning());
        run.callerGone();
        SupervisedFolder.await(() -> only().status() == CallStatus.KILLED);
    }

    @Test
    void whatTheAgentRunsItselfIsHandedOverAndReported() throws Exception {
        HookVerdict verdict = hook("ls #allow", false, LONG).await();
        assertInstanceOf(HookVerdict.HandOver.class, verdict);
        assertEquals(CallStatus.HANDED_OVER, only().status());

        gateway.reported(session, "another", "no");
        gateway.reported(session, "use-1", "it printed this");
        assertEquals("it printed this", only().reported().orElseThrow().text());
    }

    @Test
    void aSessionIsTheAgentsOwnWhateverConnectionItComesBy() {
        assertEquals(session, connect("session-1", 11));
        assertNotEquals(session, connect("session-2", 11));
        assertNotEquals(session, connect("session-1", 12), "another process is another session");
    }
}
