package dev.countersign.supervision;

import dev.countersign.approval.ApprovedCall;
import dev.countersign.execution.RunningCommand;
import dev.countersign.execution.StartResult;
import dev.countersign.journal.JournalException;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.safety.ScriptFile;
import dev.countersign.toolcall.StartFailure;
import dev.countersign.toolcall.StopCause;
import dev.countersign.toolcall.ToolCall;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// From the approval of a call to its process: waits for a place to run in and for the right to
/// start, and starts it. Blocks; for the thread of the call alone.
final class CallStart {
    private static final Logger LOG = LoggerFactory.getLogger(CallStart.class);

    private final ToolCall call;
    private final CallStanding standing;
    private final CallLedger ledger;
    private final CallDecisions decisions;
    private final StartGate gate;
    private final CommandRuns runs;

    CallStart(LiveCall live, CallServices services) {
        this.call = live.call();
        this.standing = live.standing();
        this.ledger = services.ledger();
        this.decisions = services.decisions();
        this.gate = services.gate();
        this.runs = services.runs();
    }

    /// Waits for a place to run in and for the right to start; empty when the caller went away
    /// meanwhile.
    Optional<StartHold.Permit> awaitTurn() throws InterruptedException {
        while (awaitPlace()) {
            Optional<StartHold.Permit> permit = gate.permitStart(call);
            if (permit.isPresent()) {
                return permit;
            }
            // Held in the moment that its place came free: back into the line.
            standing.closeSlot();
        }
        return Optional.empty();
    }

    private boolean awaitPlace() throws InterruptedException {
        Future<RunSlots.Slot> place = gate.requestSlot(call);
        standing.lineUp(place);
        standing.callerGone().ifPresent(_ -> place.cancel(false));
        try {
            // A call that was handed over while it waited for its turn runs among the jobs.
            standing.takePlace(place.get(), granted -> gate.moveToBackground(granted, call));
            return true;
        } catch (CancellationException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a place to run in failed", e);
        }
    }

    /// Starts it, and tries again where the system had no room for a process just then (RUN-5).
    /// What once had a process is never started again.
    StartResult start(ApprovedCall approved, CallOutput recorded, StartHold.Permit first)
            throws JournalException, InterruptedException {
        StartHold.Permit permit = first;
        StartResult result = startOnce(approved, recorded, permit);
        for (Duration pause : runs.startRetries()) {
            if (!(result instanceof StartResult.Failed failed) || !failed.passing()) {
                break;
            }
            permit.close();
            LOG.warn("{}: not started ({}), again in {}", call.id(), failed.message(), pause);
            boolean stopping = standing.await(CallState::stopping, pause).stopping();
            Optional<StartHold.Permit> next = stopping ? Optional.empty() : awaitPermit();
            if (next.isEmpty()) {
                return new StartResult.Failed(
                        StartFailure.CANCELLED, "it was cancelled before it started");
            }
            permit = next.get();
            Optional<ScriptFile> changedFile = decisions.changedScript(approved);
            if (changedFile.isPresent()) {
                permit.close();
                return new StartResult.Failed(
                        StartFailure.UNKNOWN,
                        "%s changed after it was approved; call again"
                                .formatted(changedFile.get().named()));
            }
            result = startOnce(approved, recorded, permit);
        }
        permit.close();
        return result;
    }

    private Optional<StartHold.Permit> awaitPermit() throws InterruptedException {
        Optional<StartHold.Permit> permit = gate.permitStart(call);
        if (permit.isPresent()) {
            return permit;
        }
        standing.closeSlot();
        return awaitTurn();
    }

    /// The permit is given back once the start is written down, or did not happen.
    private StartResult startOnce(
            ApprovedCall approved, CallOutput recorded, StartHold.Permit permit)
            throws JournalException {
        StartResult result = runs.start(approved, recorded);
        if (result instanceof StartResult.Started(RunningCommand running)) {
            recordStart(running);
            permit.close();
        }
        return result;
    }

    private void recordStart(RunningCommand running) throws JournalException {
        try {
            ledger.record(
                    new SupervisionEvent.Started(
                            call.id(), running.startedAt(), running.pid(), running.details()));
        } catch (JournalException e) {
            running.stop(StopCause.CONSOLE_CLOSING);
            throw e;
        }
        standing.runs(running);
        RunLog.started(call, running);
        standing.stopAsked().ifPresent(running::stop);
    }
}
