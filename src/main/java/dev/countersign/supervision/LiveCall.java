package dev.countersign.supervision;

import dev.countersign.execution.RunningCommand;
import dev.countersign.journal.JournalException;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.ExecutionMode;
import dev.countersign.toolcall.JobAct;
import dev.countersign.toolcall.StopCause;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A call that is alive in this console, as everybody but its own thread sees and steers it: waits
/// for it, stops it, holds it, hands it over. Safe on any thread.
final class LiveCall {
    private static final Logger LOG = LoggerFactory.getLogger(LiveCall.class);

    /// How what was approved comes to run.
    enum Delivery {
        /// At once.
        HERE,
        /// Once somebody claims it.
        ON_CLAIM,
        /// By the agent itself.
        BY_AGENT
    }

    private final ToolCall call;
    private final Delivery delivery;
    private final CallLedger ledger;
    private final CallDecisions decisions;
    private final StartGate gate;
    private final CallStanding standing;

    LiveCall(ToolCall call, Delivery delivery, CallServices services) {
        this.call = call;
        this.delivery = delivery;
        this.ledger = services.ledger();
        this.decisions = services.decisions();
        this.gate = services.gate();
        this.standing = new CallStanding(call.mode() == ExecutionMode.BACKGROUND);
    }

    // ---- what can be seen

    ToolCall call() {
        return call;
    }

    ToolCallId id() {
        return call.id();
    }

    Delivery delivery() {
        return delivery;
    }

    /// For the thread of the call alone.
    CallStanding standing() {
        return standing;
    }

    CallState state() {
        return standing.now();
    }

    boolean isRunning() {
        return standing.isRunning();
    }

    /// See [CallStanding#await].
    CallState await(Predicate<CallState> wanted, Duration limit) throws InterruptedException {
        return standing.await(wanted, limit);
    }

    /// See [CallStanding#awaitNews].
    CallState awaitNews(Predicate<CallState> wanted, Duration limit) throws InterruptedException {
        return standing.awaitNews(wanted, limit);
    }

    /// What was approved, once it was: the call's own command unless a person changed it.
    Optional<CommandText> approvedCommand() {
        return standing.approvedCommand();
    }

    /// Whether a process belongs to its tree now.
    boolean owns(long pid) {
        return state().command().filter(running -> running.owns(pid)).isPresent();
    }

    /// Which place in the line it has, 1 for the next; empty when it waits for none.
    OptionalInt placeInLine() {
        return standing.placeInLine(gate::placeInLine);
    }

    // ---- its caller

    /// What was approved runs now; false when it was claimed before, or is no longer to run.
    boolean claim() {
        return standing.claim();
    }

    /// Nobody waits for its end any more: it goes on as a job.
    void handOver() throws JournalException {
        if (standing.handOver(place -> gate.moveToBackground(place, call))) {
            ledger.record(new SupervisionEvent.Backgrounded(call.id(), ledger.now()));
        }
    }

    /// The agent cancelled the call while it waited for its answer.
    void cancel() {
        leave("the agent cancelled the call", true);
    }

    /// The agent's connection ended.
    ///
    /// @param stopForeground whether a foreground command is stopped then
    void callerLeft(boolean stopForeground) {
        leave("the agent's connection ended", stopForeground);
    }

    private void leave(String reason, boolean stopForeground) {
        Optional<CallState.Stage> when = standing.leave(reason, stopForeground);
        if (when.isEmpty()) {
            return;
        }
        if (when.get() == CallState.Stage.WAITING) {
            decisions.withdraw(call.id(), reason);
        }
        if (when.get() == CallState.Stage.CLAIMABLE) {
            standing.refuseClaim();
        }
        CallState now = state();
        if (now.isRunning() && !now.background()) {
            now.command().ifPresent(running -> running.stop(StopCause.CALLER_GONE));
        }
        standing.abandonForegroundStart();
    }

    // ---- its end

    /// Has its whole tree stopped, or keeps it from starting; returns at once.
    void stop(StopCause cause) {
        standing.askToStop(cause);
        state().command()
                .ifPresent(running -> {
                    takeTheRest(running);
                    running.stop(cause);
                });
    }

    /// As [#stop], but by SIGKILL from the first.
    void kill(StopCause cause) {
        standing.askToStop(cause);
        state().command()
                .ifPresent(running -> {
                    takeTheRest(running);
                    running.kill(cause);
                });
    }

    /// It is being stopped: what it printed until then is taken whatever the limit says.
    void takeTheRest(RunningCommand running) {
        state().output().ifPresent(CallOutput::liftLimit);
        running.readOn();
    }

    /// The console ends: what was approved and has not started does not start any more.
    void abandonStart() {
        standing.abandonStart();
    }

    /// The console closes: output that finds no room now is lost.
    void giveUpOutput() {
        CallState now = state();
        now.output().ifPresent(CallOutput::giveUp);
        now.command().ifPresent(RunningCommand::readOn);
    }

    // ---- its processes and their output

    /// Holds its processes.
    ///
    /// @return false where there is nothing to hold, or no way to
    boolean pause() throws JournalException {
        CallState now = state();
        if (!now.isRunning() || now.paused() || now.stopping()) {
            return false;
        }
        boolean held = now.command().filter(RunningCommand::pause).isPresent();
        if (held) {
            standing.setPaused(true);
            steered(JobAct.PAUSED);
        }
        return held;
    }

    /// Lets its processes go on, unless it is held for its output.
    void resume() throws JournalException {
        CallState now = state();
        if (now.paused() && !now.overLimit()) {
            letGoOn(now);
            steered(JobAct.RESUMED);
        }
    }

    /// Lets it print as much again as one run may.
    void raiseOutputLimit() throws JournalException {
        CallState now = state();
        if (now.overLimit()) {
            now.output().ifPresent(CallOutput::raiseLimit);
            letGoOn(now);
            now.command().ifPresent(RunningCommand::readOn);
            steered(JobAct.OUTPUT_LIMIT_RAISED);
        }
    }

    private void letGoOn(CallState now) {
        standing.setPaused(false);
        now.command().ifPresent(RunningCommand::resume);
    }

    /// There may be room for its output again.
    void roomChanged() {
        state().command().ifPresent(RunningCommand::readOn);
    }

    /// It printed as much as one run may: it is held until the person says what is to be done. On a
    /// thread of the engine, which must not wait.
    void limitReached() {
        Thread.ofVirtual().name("limit-" + call.id()).start(this::holdForLimit);
    }

    private void holdForLimit() {
        try {
            CallState now =
                    await(state -> state.isRunning() || state.isOver(), Duration.ofMinutes(1));
            if (now.isRunning() && !now.stopping()) {
                boolean _ = now.command().filter(RunningCommand::pause).isPresent();
                standing.setPaused(true);
                steered(JobAct.OUTPUT_LIMIT_REACHED);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (JournalException e) {
            LOG.error("{}: that it is held could not be kept: {}", call.id(), e.getMessage());
        }
    }

    private void steered(JobAct act) throws JournalException {
        ledger.record(new SupervisionEvent.Steered(call.id(), ledger.now(), act, ""));
    }
}
