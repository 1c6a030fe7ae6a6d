package dev.countersign.approval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class ApprovalQueueTest {
    private static final ToolCallId ONE = ToolCallId.of(1);

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());
    private final ApprovalQueue queue =
            new ApprovalQueue((id, decision) -> recorded.add(id.digits() + " " + decision));

    @Test
    void aRuleDecidesAtOnceAndIsWrittenDownFirst() {
        Resolution.Granted granted =
                assertInstanceOf(
                        Resolution.Granted.class,
                        queue.decideByRule(Calls.assessed(1, Verdict.ALLOW)).orElseThrow());
        assertEquals(ApprovalScope.RULE, granted.decision().scope());
        assertEquals(ONE, granted.call().id());
        Decision.Denied denied =
                assertInstanceOf(
                        Decision.Denied.class,
                        queue.decideByRule(Calls.assessed(2, Verdict.DENY))
                                .orElseThrow()
                                .decision());
        assertEquals(Optional.of("because"), denied.reason());
        assertEquals(2, recorded.size());
    }

    @Test
    void changedRulesDecideWhatWaits() throws InterruptedException {
        WaitingCall denied = queue.enqueue(Calls.assessed(1, Verdict.ASK));
        WaitingCall allowed = queue.enqueue(Calls.assessed(2, Verdict.ASK));
        queue.enqueue(Calls.assessed(3, Verdict.ASK));
        assertTrue(queue.decideByChangedRules(Calls.assessed(1, Verdict.DENY)));
        assertTrue(queue.decideByChangedRules(Calls.assessed(2, Verdict.ALLOW)));
        assertFalse(queue.decideByChangedRules(Calls.assessed(3, Verdict.ASK)));
        assertFalse(queue.decideByChangedRules(Calls.assessed(4, Verdict.ALLOW)));
        assertFalse(queue.decideByChangedRules(Calls.assessed(1, Verdict.ALLOW)));
        assertInstanceOf(Resolution.Refused.class, denied.await());
        assertEquals(
                ApprovalScope.RULE,
                assertInstanceOf(Resolution.Granted.class, allowed.await()).decision().scope());
        assertEquals(2, recorded.size());
        assertEquals(1, queue.waiting().size());
    }

    @Test
    void whatChangedSinceItWasJudgedAnewIsNotDecidedByChangedRules() {
        queue.enqueue(Calls.assessed(1, Verdict.ASK));
        AssessedCall other =
                Calls.assessed(Calls.call(1, "echo other", Optional.empty(), false), Verdict.ALLOW);
        assertFalse(queue.decideByChangedRules(other));
        assertEquals(1, queue.waiting().size());
    }

    @Test
    void aCallThatWasTakenBackIsNeverAllowedByChangedRules() throws InterruptedException {
        WaitingCall first = queue.enqueue(Calls.assessed(1, Verdict.ASK));
        assertTrue(queue.approve(ONE));
        queue.takeBack(assertInstanceOf(Resolution.Granted.class, first.await()).call());
        queue.enqueue(Calls.assessed(1, Verdict.ASK));
        assertFalse(queue.decideByChangedRules(Calls.assessed(1, Verdict.ALLOW)));
        assertTrue(queue.decideByChangedRules(Calls.assessed(1, Verdict.DENY)));
    }

    @Test
    void whatTheRulesLeaveOpenIsNotDecided() {
        assertTrue(queue.decideByRule(Calls.assessed(1, Verdict.ASK)).isEmpty());
        assertEquals(List.of(), recorded);
        queue.enqueue(Calls.assessed(1, Verdict.ASK));
    }

    @Test
    void noIdIsDecidedTwice() throws InterruptedException {
        queue.decideByRule(Calls.assessed(1, Verdict.ALLOW));
        assertThrows(
                IllegalStateException.class,
                () -> queue.decideByRule(Calls.assessed(1, Verdict.ALLOW)));
        assertThrows(
                IllegalStateException.class, () -> queue.enqueue(Calls.assessed(1, Verdict.ASK)));
        WaitingCall waiting = queue.enqueue(Calls.assessed(2, Verdict.ASK));
        assertThrows(
                IllegalStateException.class, () -> queue.enqueue(Calls.assessed(2, Verdict.ASK)));
        assertTrue(queue.approve(ToolCallId.of(2)));
        assertFalse(queue.approve(ToolCallId.of(2)));
        assertFalse(queue.deny(ToolCallId.of(2), Optional.empty()));
        waiting.await();
        assertThrows(IllegalStateException.class, waiting::await);
        assertThrows(
                IllegalStateException.class, () -> queue.enqueue(Calls.assessed(2, Verdict.ASK)));
        assertEquals(2, recorded.size());
    }

    @Test
    void theReasonOfThePersonReachesTheOneWhoWaits() throws InterruptedException {
        WaitingCall waiting = queue.enqueue(Calls.assessed(1, Verdict.ASK));
        assertTrue(queue.deny(ONE, Optional.of("use --force-with-lease")));
        Decision.Denied denied =
                assertInstanceOf(Decision.Denied.class, waiting.await().decision());
        assertEquals(Optional.of("use --force-with-lease"), denied.reason());
    }

    @Test
    void withdrawnAndExpiredCallsAreRefused() throws InterruptedException {
        WaitingCall first = queue.enqueue(Calls.assessed(1, Verdict.ASK));
        WaitingCall second = queue.enqueue(Calls.assessed(2, Verdict.ASK));
        assertTrue(queue.withdraw(ONE, "the agent cancelled the call"));
        assertTrue(queue.expire(ToolCallId.of(2), Duration.ofMinutes(5)));
        assertFalse(queue.approve(ONE));
        assertFalse(queue.approve(ToolCallId.of(2)));
        assertFalse(queue.approve(ToolCallId.of(3)));
        assertInstanceOf(Resolution.Refused.class, first.await());
        assertInstanceOf(Resolution.Refused.class, second.await());
    }

    @Test
    void theQueueIsInTheOrderOfArrival() {
        for (int id = 5; id > 0; id--) {
            queue.enqueue(Calls.assessed(id, Verdict.ASK));
        }
        queue.approve(ToolCallId.of(3));
        assertEquals(
                List.of(5, 4, 2, 1),
                queue.waiting().stream()
                        .map(call -> Integer.parseInt(call.id().digits(), 16))
                        .toList());
    }

    @Test
    void waitingForAWhileLeavesTheCallInTheQueue() throws InterruptedException {
        WaitingCall waiting = queue.enqueue(Calls.assessed(1, Verdict.ASK));
        assertTrue(waiting.await(Duration.ofMillis(1)).isEmpty());
        assertTrue(queue.approve(ONE));
        assertTrue(waiting.await(Duration.ZERO).isPresent());
    }

    @Test
    void aDecisionThatCannotBeWrittenDownIsNotMade() throws InterruptedException {
        AtomicBoolean full = new AtomicBoolean(true);
        ApprovalQueue failing =
                new ApprovalQueue((id, decision) -> {
                    if (full.get()) {
                        throw new UncheckedIOException(new IOException("disk full"));
                    }
                });
        WaitingCall waiting = failing.enqueue(Calls.assessed(1, Verdict.ASK));
        assertThrows(UncheckedIOException.class, () -> failing.approve(ONE));
        assertTrue(waiting.await(Duration.ZERO).isEmpty());
        assertEquals(1, failing.waiting().size());
        assertThrows(
                UncheckedIOException.class,
                () -> failing.decideByRule(Calls.assessed(2, Verdict.ALLOW)));
        full.set(false);
        assertTrue(failing.approve(ONE));
        assertInstanceOf(Resolution.Granted.class, waiting.await());
        assertTrue(failing.decideByRule(Calls.assessed(2, Verdict.ALLOW)).isPresent());
    }

    @Test
    void whoComesWhileAnotherDecidesIsHeardWhenThatOneFails()
            throws InterruptedException, ExecutionException, TimeoutException {
        CountDownLatch inLog = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        ApprovalQueue slow =
                new ApprovalQueue((id, decision) -> {
                    if (decision instanceof Decision.Approved) {
                        inLog.countDown();
                        awaitQuietly(goOn);
                        throw new IllegalStateException("disk full");
                    }
                });
        WaitingCall waiting = slow.enqueue(Calls.assessed(1, Verdict.ASK));
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Boolean> approving = executor.submit(() -> slow.approve(ONE));
            inLog.await();
            Future<Boolean> withdrawing =
                    executor.submit(() -> slow.withdraw(ONE, "the agent left"));
            goOn.countDown();
            assertThrows(ExecutionException.class, () -> approving.get(10, TimeUnit.SECONDS));
            assertTrue(withdrawing.get(10, TimeUnit.SECONDS));
        }
        assertInstanceOf(Decision.Withdrawn.class, waiting.await().decision());
    }

    @Test
    void theLogMayNotDecideTheCallItIsWriting() {
        List<ApprovalQueue> itself = new ArrayList<>();
        ApprovalQueue reentrant =
                new ApprovalQueue((id, decision) -> itself.getFirst().approve(id));
        itself.add(reentrant);
        reentrant.enqueue(Calls.assessed(1, Verdict.ASK));
        assertThrows(IllegalStateException.class, () -> reentrant.approve(ONE));
    }

    @Test
    void dryRunsAndFlaggedCallsAreNeverAllowedByRule() {
        assertThrows(
                IllegalArgumentException.class,
                () ->
                        queue.decideByRule(
                                Calls.assessed(
                                        Calls.call(1, "ls", Optional.empty(), true),
                                        Verdict.ALLOW)));
        assertThrows(
                IllegalArgumentException.class,
                () ->
                        queue.decideByRule(
                                Calls.assessed(
                                        Calls.call(1, "ls", Optional.of(true), false),
                                        Verdict.ALLOW)));
        assertEquals(List.of(), recorded);
    }

    @Test
    void randomLivesAreDecidedOnceAndGrantedAtMostOnce()
            throws InterruptedException, ExecutionException, TimeoutException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            randomLives(random.nextLong(), 300, "seed " + seed);
        }
    }

    /// Each call is handled by one thread that waits and four that act on it, in random order,
    /// while the log fails now and then.
    private static void randomLives(long seed, int lives, String message)
            throws InterruptedException, ExecutionException, TimeoutException {
        Random random = new Random(seed);
        Map<ToolCallId, Integer> written = Collections.synchronizedMap(new HashMap<>());
        Map<ToolCallId, Decision> last = Collections.synchronizedMap(new HashMap<>());
        Random failures = new Random(random.nextLong());
        ApprovalQueue queue =
                new ApprovalQueue((id, decision) -> {
                    synchronized (failures) {
                        if (failures.nextInt(5) == 0) {
                            throw new IllegalStateException("disk full");
                        }
                    }
                    written.merge(id, 1, Integer::sum);
                    last.put(id, decision);
                });
        List<Future<Resolution>> answers = new ArrayList<>();
        List<Future<Integer>> acts = new ArrayList<>();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int life = 0; life < lives; life++) {
                ToolCallId id = ToolCallId.of(life);
                WaitingCall waiting = queue.enqueue(Calls.assessed(life, Verdict.ASK));
                answers.add(executor.submit(() -> waiting.await()));
                for (int act = 0; act < 4; act++) {
                    int kind = random.nextInt(4);
                    acts.add(executor.submit(() -> actUntilDecided(queue, id, kind)));
                }
            }
            Map<ToolCallId, Integer> granted = new HashMap<>();
            for (int life = 0; life < lives; life++) {
                ToolCallId id = ToolCallId.of(life);
                Resolution resolution = answers.get(life).get(30, TimeUnit.SECONDS);
                assertEquals(last.get(id), resolution.decision(), message);
                if (resolution instanceof Resolution.Granted(ApprovedCall call, var decision)) {
                    granted.merge(call.id(), 1, Integer::sum);
                    assertEquals(decision, call.decision(), message);
                    assertEquals(id, call.id(), message);
                }
            }
            int wins = 0;
            for (Future<Integer> act : acts) {
                wins += act.get(30, TimeUnit.SECONDS);
            }
            assertEquals(lives, wins, message);
            assertEquals(lives, written.size(), message);
            assertTrue(written.values().stream().allMatch(times -> times == 1), message);
            assertTrue(granted.values().stream().allMatch(times -> times == 1), message);
            assertEquals(List.of(), queue.waiting(), message);
        }
    }

    /// @return 1 when this act decided the call
    private static int actUntilDecided(ApprovalQueue queue, ToolCallId id, int kind) {
        while (true) {
            try {
                return act(queue, id, kind) ? 1 : 0;
            } catch (IllegalStateException diskFull) {
                Thread.onSpinWait();
            }
        }
    }

    private static boolean act(ApprovalQueue queue, ToolCallId id, int kind) {
        return switch (kind) {
            case 0 -> queue.approve(id);
            case 1 -> queue.deny(id, Optional.of("no"));
            case 2 -> queue.withdraw(id, "the agent left");
            default -> queue.expire(id, Duration.ofSeconds(1));
        };
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
