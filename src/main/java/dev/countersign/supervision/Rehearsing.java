package dev.countersign.supervision;

import dev.countersign.approval.ApprovedRehearsal;
import dev.countersign.execution.RehearsalPlace;
import dev.countersign.execution.RunningCommand;
import dev.countersign.supervision.rehearsal.RehearsalResult;
import dev.countersign.supervision.rehearsal.ResultLimits;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.RunDetails;
import dev.countersign.toolcall.StopCause;
import dev.countersign.toolcall.ToolCall;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// One rehearsal from its start until it is thrown away or put in place. Guarded by its monitor.
final class Rehearsing {
    private final ApprovedRehearsal right;
    private final RehearsalPlace place;
    private final Instant since;
    private final CallOutput output;
    private final RunningCommand command;
    private final CountDownLatch over = new CountDownLatch(1);
    private final CountDownLatch cleared = new CountDownLatch(1);
    private Optional<Outcome> ended = Optional.empty();
    private Optional<Duration> duration = Optional.empty();
    private Optional<RehearsalResult> result = Optional.empty();
    private boolean gone;
    private boolean taken;

    Rehearsing(
            ApprovedRehearsal right,
            RehearsalPlace place,
            Instant since,
            CallOutput output,
            RunningCommand command) {
        this.right = right;
        this.place = place;
        this.since = since;
        this.output = output;
        this.command = command;
    }

    /// With the command that is rehearsed.
    ToolCall call() {
        return right.call();
    }

    /// The command as a person edited it; empty where it is rehearsed as the agent asked.
    Optional<CommandText> edited() {
        return right.edit().map(edit -> right.call().command());
    }

    RehearsalPlace place() {
        return place;
    }

    CallOutput output() {
        return output;
    }

    RunningCommand command() {
        return command;
    }

    long pid() {
        return command.pid();
    }

    RunDetails details() {
        return command.details();
    }

    synchronized RehearsalView view() {
        return new RehearsalView(right.id(), right.call().command(), ended, duration, result);
    }

    /// Reads what it left, once nothing of it runs.
    void end(Outcome how, Instant at, ResultLimits limits) throws IOException {
        RehearsalResult read = RehearsalResult.read(place, since, limits);
        synchronized (this) {
            ended = Optional.of(how);
            duration = Optional.of(Duration.between(command.startedAt(), at));
            result = Optional.of(read);
        }
    }

    /// Nobody waits for its end any more.
    void over() {
        over.countDown();
    }

    /// Whoever gets true throws it away; nobody gets it twice, nor after it was taken.
    synchronized boolean claimDiscard() {
        if (gone || taken) {
            return false;
        }
        gone = true;
        return true;
    }

    synchronized boolean isGone() {
        return gone;
    }

    /// Keeps it from being thrown away while it is put in place.
    synchronized boolean take() {
        if (gone) {
            return false;
        }
        taken = true;
        return true;
    }

    synchronized void giveBack() {
        taken = false;
    }

    /// Nothing of it is left.
    void cleared() {
        cleared.countDown();
    }

    /// Waits until nothing of it is left, for some seconds at most.
    void awaitCleared() throws InterruptedException {
        boolean _ = cleared.await(10, TimeUnit.SECONDS);
    }

    /// Stops what runs, and waits until it is over; for some seconds at most.
    void stop() throws InterruptedException {
        if (over.getCount() > 0) {
            command.kill(StopCause.HUMAN);
        }
        boolean _ = over.await(10, TimeUnit.SECONDS);
    }
}
