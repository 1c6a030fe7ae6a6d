package dev.countersign.supervision;

import dev.countersign.execution.RunningCommand;
import dev.countersign.supervision.CallState.Stage;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.StopCause;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// How one call stands now: its own thread moves it on, others ask for its end, and whoever likes
/// waits for it to change. What happened is told by the journal.
///
/// Guarded by lock.
final class CallStanding {
    private final boolean job;
    private final CompletableFuture<Boolean> claim = new CompletableFuture<>();
    private final AtomicInteger newsAwaited = new AtomicInteger();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    // Read without the lock, too, by those who look at all calls.
    private volatile Stage stage = Stage.JUDGING;
    private boolean background;

    /// Why the agent no longer wants it, once that is so.
    private Optional<String> callerGone = Optional.empty();

    private Optional<StopCause> stopAsked = Optional.empty();
    private Optional<RunningCommand> command = Optional.empty();
    private Optional<CallOutput> output = Optional.empty();
    private Optional<Future<RunSlots.Slot>> turn = Optional.empty();
    private Optional<RunSlots.Slot> slot = Optional.empty();
    private Optional<String> failure = Optional.empty();
    private Optional<CommandText> approvedCommand = Optional.empty();
    private boolean paused;

    /// @param job whether nobody waits for its end from the first
    CallStanding(boolean job) {
        this.job = job;
        this.background = job;
    }

    // ---- how it stands

    CallState now() {
        lock.lock();
        try {
            return new CallState(
                    stage, background, command, output, failure, paused, stopAsked().isPresent());
        } finally {
            lock.unlock();
        }
    }

    /// As [#now] tells, without waiting for those who just change it.
    boolean isRunning() {
        return stage == Stage.RUNNING;
    }

    /// Waits until the state is as wanted, at most for the given time, and tells it.
    CallState await(Predicate<CallState> wanted, Duration limit) throws InterruptedException {
        long rest = TimeUnit.NANOSECONDS.convert(limit);
        lock.lock();
        try {
            CallState now = now();
            while (!wanted.test(now) && rest > 0) {
                rest = changed.awaitNanos(rest);
                now = now();
            }
            return now;
        } finally {
            lock.unlock();
        }
    }

    /// As [#await], but also looks whenever output arrives.
    CallState awaitNews(Predicate<CallState> wanted, Duration limit) throws InterruptedException {
        // Before the first look: what arrives after it finds somebody to wake.
        newsAwaited.incrementAndGet();
        try {
            return await(wanted, limit);
        } finally {
            newsAwaited.decrementAndGet();
        }
    }

    /// Nobody is woken for output unless they wait for output: a flood has many pieces.
    void outputArrived() {
        if (newsAwaited.get() > 0) {
            update(() -> {});
        }
    }

    /// What was approved, once it was: the call's own command unless a person changed it.
    Optional<CommandText> approvedCommand() {
        return locked(() -> approvedCommand);
    }

    /// Why the agent no longer wants it, once that is so.
    Optional<String> callerGone() {
        return locked(() -> callerGone);
    }

    /// What was asked for before there was a process to stop.
    Optional<StopCause> stopAsked() {
        return locked(() ->
                callerGone.isPresent() && !background
                        ? Optional.of(StopCause.CALLER_GONE)
                        : stopAsked);
    }

    /// Which place in the line it has; empty when it waits for none.
    OptionalInt placeInLine(Function<Future<RunSlots.Slot>, OptionalInt> line) {
        return locked(() ->
                stage == Stage.STARTING
                        ? turn.map(line).orElseGet(OptionalInt::empty)
                        : OptionalInt.empty());
    }

    // ---- its own thread moves it on

    void enter(Stage next) {
        update(() -> stage = next);
    }

    void approved(CommandText text) {
        update(() -> approvedCommand = Optional.of(text));
    }

    /// Waits until somebody claims it; once the patience is over, nobody can.
    ///
    /// @return whether it was claimed
    boolean awaitClaim(Duration patience) throws InterruptedException {
        try {
            return claim.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return !claim.complete(false) && claim.join();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a claim failed", e);
        }
    }

    void lineUp(Future<RunSlots.Slot> place) {
        update(() -> turn = Optional.of(place));
    }

    /// Takes the place that it waited for.
    ///
    /// @param amongJobs moves it, where it was handed over meanwhile
    void takePlace(RunSlots.Slot granted, UnaryOperator<RunSlots.Slot> amongJobs) {
        update(() -> {
            boolean handedOver = background && !job;
            slot = Optional.of(handedOver ? amongJobs.apply(granted) : granted);
        });
    }

    void recordsInto(CallOutput recorded) {
        update(() -> output = Optional.of(recorded));
    }

    void runs(RunningCommand running) {
        update(() -> {
            command = Optional.of(running);
            stage = Stage.RUNNING;
        });
    }

    void failed(String message) {
        update(() -> {
            failure = Optional.of(message);
            stage = Stage.OVER;
        });
    }

    void closeSlot() {
        lock.lock();
        try {
            slot.ifPresent(RunSlots.Slot::close);
        } finally {
            lock.unlock();
        }
    }

    // ---- others ask for something

    /// What was approved runs now; false when it was claimed before, or is no longer to run.
    boolean claim() {
        return claim.complete(true);
    }

    void refuseClaim() {
        claim.complete(false);
    }

    void setPaused(boolean held) {
        update(() -> paused = held);
    }

    /// Nobody waits for its end any more.
    ///
    /// @param amongJobs moves its place, where it has one
    /// @return false where that was so already, or it is over
    boolean handOver(UnaryOperator<RunSlots.Slot> amongJobs) {
        lock.lock();
        try {
            if (background || stage == Stage.OVER) {
                return false;
            }
            background = true;
            slot = slot.map(amongJobs);
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /// What has not started yet does not start any more.
    void askToStop(StopCause cause) {
        update(() -> {
            stopAsked = Optional.of(cause);
            cancelTurn();
            if (stage == Stage.CLAIMABLE) {
                refuseClaim();
            }
        });
    }

    /// The agent no longer wants it.
    ///
    /// @param stopForeground whether that counts for a command that runs in the foreground
    /// @return where it was then; empty where it goes on all the same
    Optional<Stage> leave(String reason, boolean stopForeground) {
        return locked(() -> {
            boolean asJob = background && stage.compareTo(Stage.CLAIMABLE) > 0;
            boolean kept = !stopForeground && stage == Stage.RUNNING;
            if (stage == Stage.OVER || asJob || kept) {
                return Optional.empty();
            }
            callerGone = Optional.of(reason);
            return Optional.of(stage);
        });
    }

    /// What was approved and has not started does not start any more.
    void abandonStart() {
        update(this::cancelTurn);
    }

    /// The same, unless it is a job.
    void abandonForegroundStart() {
        update(() -> {
            if (!background) {
                cancelTurn();
            }
        });
    }

    private void cancelTurn() {
        if (stage == Stage.STARTING) {
            turn.ifPresent(place -> place.cancel(false));
        }
    }

    // ---- the lock

    private <T> T locked(Supplier<T> act) {
        lock.lock();
        try {
            return act.get();
        } finally {
            lock.unlock();
        }
    }

    private void update(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
