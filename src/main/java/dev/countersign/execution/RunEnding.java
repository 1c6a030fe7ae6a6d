package dev.countersign.execution;

import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.StopCause;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Puts together how one run ends: the shell's end, the end of a stop if there was one, and the end
/// of its output. Only then is there an outcome.
///
/// Guarded by its lock; safe on any thread.
final class RunEnding {
    /// Why a run is being stopped.
    private sealed interface StopReason {
        record Asked(StopCause cause) implements StopReason {}

        record TimeUp(Duration after) implements StopReason {}
    }

    private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private @Nullable Outcome natural;
    private @Nullable StopReason reason;
    private TreeStopper.@Nullable Report report;
    private List<ProcessIdentity> survivors = List.of();

    /// Notes that somebody wants it stopped.
    ///
    /// @return whether this is the stop that decides the outcome
    boolean requestStop(StopCause cause) {
        return request(new StopReason.Asked(cause));
    }

    /// Notes that its time is up.
    ///
    /// @return whether this is the stop that decides the outcome
    boolean requestTimeOut(Duration after) {
        return request(new StopReason.TimeUp(after));
    }

    /// Notes the end of the shell.
    ///
    /// @param ending how the shell ended, as the system tells it
    synchronized void leaderEnded(Outcome ending) {
        natural = ending;
        checkOver();
    }

    synchronized void treeStopped(TreeStopper.Report stopped) {
        survivors = stopped.stillThere();
        if (reason != null && report == null) {
            report = stopped;
            checkOver();
        }
    }

    /// Waits until nothing of the command is expected to run any more.
    void awaitOver() {
        over.join();
    }

    /// As [#awaitOver()], but calls back, on whatever thread brings the news.
    void whenOver(Runnable next) {
        CompletableFuture<Void> _ = over.thenRun(next);
    }

    /// The last step, after [#awaitOver()]: everything that was printed has been handed on.
    synchronized void outputRead() {
        outcome.complete(outcome());
    }

    /// Whether there is an outcome.
    boolean isTold() {
        return outcome.isDone();
    }

    Outcome await() throws InterruptedException {
        try {
            return outcome.get();
        } catch (ExecutionException impossible) {
            throw new AssertionError("no outcome is ever a failure", impossible);
        }
    }

    Optional<Outcome> await(Duration limit) throws InterruptedException {
        try {
            return Optional.of(outcome.get(limit.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException _) {
            return Optional.empty();
        } catch (ExecutionException impossible) {
            throw new AssertionError("no outcome is ever a failure", impossible);
        }
    }

    synchronized List<ProcessIdentity> survivors() {
        return survivors;
    }

    private synchronized boolean request(StopReason wanted) {
        if (reason != null || natural != null) {
            return false;
        }
        reason = wanted;
        return true;
    }

    /// A stop that could not end everything is over all the same.
    private void checkOver() {
        boolean stopped = report != null && (natural != null || !report.survivors().isEmpty());
        if (reason == null ? natural != null : stopped) {
            over.complete(null);
        }
    }

    private Outcome outcome() {
        if (reason == null || report == null) {
            return natural == null ? new Outcome.Lost() : natural;
        }
        return switch (reason) {
            case StopReason.TimeUp(Duration after) -> new Outcome.TimedOut(after);
            case StopReason.Asked(StopCause cause) ->
                    new Outcome.Stopped(cause, report.signal().signalName());
        };
    }
}
