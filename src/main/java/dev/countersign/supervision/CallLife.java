package dev.countersign.supervision;

import dev.countersign.approval.ApprovedCall;
import dev.countersign.approval.AssessedCall;
import dev.countersign.approval.Decision;
import dev.countersign.approval.Resolution;
import dev.countersign.approval.WaitingCall;
import dev.countersign.execution.RunningCommand;
import dev.countersign.execution.StartResult;
import dev.countersign.journal.JournalException;
import dev.countersign.journal.PendingAppend;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.recording.RecordingTotals;
import dev.countersign.safety.ScriptFile;
import dev.countersign.supervision.CallState.Stage;
import dev.countersign.toolcall.JobAct;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.RunConditions;
import dev.countersign.toolcall.RunDetails;
import dev.countersign.toolcall.StartFailure;
import dev.countersign.toolcall.StopCause;
import dev.countersign.toolcall.TimeoutAction;
import dev.countersign.toolcall.ToolCall;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One call from its arrival to its end, as plain blocking code on one virtual thread, in the order
/// in which it happens: judge, wait for the decision, wait to be claimed, wait for a place to run
/// in, start, wait for the end.
///
/// Each step is written down before the next one that leans on it is taken: the arrival and the
/// judgement together with the decision, which saves two waits for the disk. What others do to the
/// call meanwhile comes through its [CallStanding].
final class CallLife implements Runnable {
    /// How long an approved command waits for the agent to run it by its ticket.
    static final Duration CLAIM_PATIENCE = Duration.ofMinutes(10);

    private static final Logger LOG = LoggerFactory.getLogger(CallLife.class);

    private final LiveCall live;
    private final ToolCall call;
    private final CallStanding standing;
    private final CallLedger ledger;
    private final CallDecisions decisions;
    private final CommandRuns runs;
    private final RehearsalCommits rehearsals;
    private final CallStart start;

    /// What is not known to be written yet. It is, before anything is done that leans on it.
    private final List<PendingAppend> unwritten = new ArrayList<>();

    /// @param arrival what was written down when it came
    CallLife(LiveCall live, PendingAppend arrival, CallServices services) {
        unwritten.add(arrival);
        this.live = live;
        this.call = live.call();
        this.standing = live.standing();
        this.ledger = services.ledger();
        this.decisions = services.decisions();
        this.runs = services.runs();
        this.rehearsals = services.rehearsals();
        this.start = new CallStart(live, services);
    }

    @Override
    public void run() {
        try {
            live();
        } catch (JournalException e) {
            LOG.error("{}: {}", call.id(), e.getMessage());
            fail(e.sentence() + " Nothing is run while decisions and results cannot be kept.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            fail("The console is closing.");
        } catch (RuntimeException e) {
            LOG.error("{}: the console itself failed", call.id(), e);
            fail("The console itself failed: " + e);
        } finally {
            standing.closeSlot();
        }
    }

    private void live() throws JournalException, InterruptedException {
        AssessedCall judged = decisions.judge(call);
        recordJudged(judged, call.conditions());
        if (call.dryRun()) {
            ledger.record(new SupervisionEvent.DryRun(call.id(), ledger.now()));
            awaitWritten();
            standing.enter(Stage.OVER);
            return;
        }
        Optional<AssessedCall> next = Optional.of(judged);
        while (next.isPresent()) {
            next = decideAndRun(next.get());
        }
    }

    /// A rule may have it run in another way than was asked for.
    private void recordJudged(AssessedCall judged, RunConditions asked) {
        unwritten.add(
                ledger.begin(
                        new SupervisionEvent.Assessed(
                                call.id(), ledger.now(), judged.assessment(), judged.verdict())));
        RunConditions conditions = judged.call().conditions();
        if (!conditions.equals(asked)) {
            unwritten.add(
                    ledger.begin(
                            new SupervisionEvent.Steered(
                                    call.id(),
                                    ledger.now(),
                                    JobAct.CONDITIONS_CHOSEN,
                                    conditions.format())));
        }
    }

    private void awaitWritten() throws JournalException {
        for (PendingAppend pending : unwritten) {
            pending.await();
        }
        unwritten.clear();
    }

    /// @return what is to be decided anew, where the call was sent back before it started
    private Optional<AssessedCall> decideAndRun(AssessedCall judged)
            throws JournalException, InterruptedException {
        return switch (awaitDecision(judged)) {
            case Resolution.Refused(Decision _) -> {
                standing.enter(Stage.OVER);
                yield Optional.empty();
            }
            case Resolution.Granted(ApprovedCall approved, Decision.Approved _) -> {
                standing.approved(approved.call().command());
                yield deliver(approved);
            }
        };
    }

    // ---- the decision

    private Resolution awaitDecision(AssessedCall judged)
            throws JournalException, InterruptedException {
        Optional<Resolution> byRule = decisions.decideByRule(judged);
        awaitWritten();
        if (byRule.isPresent()) {
            return byRule.get();
        }
        WaitingCall waiting = decisions.enqueue(judged);
        Optional<Duration> expiry = decisions.approvalExpiry();
        ledger.record(new SupervisionEvent.Queued(call.id(), ledger.now(), expiry));
        standing.enter(Stage.WAITING);
        standing.callerGone().ifPresent(reason -> decisions.withdraw(call.id(), reason));
        if (expiry.isPresent()) {
            Optional<Resolution> inTime = waiting.await(expiry.get());
            if (inTime.isPresent()) {
                return inTime.get();
            }
            decisions.expire(call.id(), expiry.get());
        }
        return waiting.await();
    }

    /// A script file is no longer what was approved: judged as it is now, and asked.
    private AssessedCall sendBack(ApprovedCall approved, ScriptFile changedFile)
            throws JournalException {
        return sendBack(
                approved,
                "%s changed after it was approved, before it was started"
                        .formatted(changedFile.named()));
    }

    private AssessedCall sendBack(ApprovedCall approved, String reason) throws JournalException {
        decisions.takeBack(approved);
        ledger.record(new SupervisionEvent.SentBack(call.id(), ledger.now(), reason));
        ToolCall asChosen = call.withConditions(approved.call().conditions());
        AssessedCall anew = decisions.judge(asChosen).asked("asked again, since " + reason);
        recordJudged(anew, asChosen.conditions());
        return anew;
    }

    // ---- from the approval to the run

    /// @return what is to be decided anew, where the call was sent back before it started
    private Optional<AssessedCall> deliver(ApprovedCall approved)
            throws JournalException, InterruptedException {
        return switch (live.delivery()) {
            case HERE -> execute(approved);
            case ON_CLAIM -> {
                standing.enter(Stage.CLAIMABLE);
                standing.callerGone().ifPresent(_ -> standing.refuseClaim());
                if (standing.awaitClaim(CLAIM_PATIENCE)) {
                    yield execute(approved);
                }
                finish(notStarted(StartFailure.CANCELLED, "the agent did not run it"));
                dropResult(approved, "the agent did not ask for it");
                yield Optional.empty();
            }
            case BY_AGENT -> {
                handToAgent(approved);
                yield Optional.empty();
            }
        };
    }

    private void handToAgent(ApprovedCall approved) throws JournalException {
        if (approved.call().conditions().sandbox().isPresent()) {
            finish(
                    notStarted(
                            StartFailure.PERMISSION_DENIED,
                            "it is to run in a sandbox, and the agent's own shell is in none; use"
                                    + " the bash tool of countersign for it"));
            return;
        }
        ledger.record(new SupervisionEvent.HandedOver(call.id(), ledger.now()));
        standing.enter(Stage.OVER);
    }

    /// @return what is to be decided anew, where the call was sent back before it started
    private Optional<AssessedCall> execute(ApprovedCall approved)
            throws JournalException, InterruptedException {
        standing.enter(Stage.STARTING);
        Optional<StartHold.Permit> permit = start.awaitTurn();
        if (permit.isEmpty()) {
            finish(notStarted(StartFailure.CANCELLED, "it was cancelled before it started"));
            dropResult(approved, "it was cancelled before it was put in place");
            return Optional.empty();
        }
        Optional<ScriptFile> changedFile = decisions.changedScript(approved);
        if (changedFile.isPresent()) {
            permit.get().close();
            standing.closeSlot();
            dropResult(approved, "a script file changed");
            return Optional.of(sendBack(approved, changedFile.get()));
        }
        if (approved.rehearsed().isPresent()) {
            try (StartHold.Permit _ = permit.get()) {
                return putInPlace(approved);
            }
        }
        runRecorded(approved, permit.get());
        return Optional.empty();
    }

    // ---- the run

    private void runRecorded(ApprovedCall approved, StartHold.Permit permit)
            throws JournalException, InterruptedException {
        try (permit;
                CallOutput recorded =
                        runs.createOutput(
                                ledger.recording(call.id()),
                                standing::outputArrived,
                                live::limitReached)) {
            standing.recordsInto(recorded);
            run(approved, recorded, permit);
        } catch (JournalException e) {
            throw e;
        } catch (IOException e) {
            finish(
                    notStarted(
                            StartFailure.NO_RESOURCES,
                            "its output cannot be recorded: " + e.getMessage()));
        }
    }

    private void run(ApprovedCall approved, CallOutput recorded, StartHold.Permit permit)
            throws IOException, InterruptedException {
        switch (start.start(approved, recorded, permit)) {
            case StartResult.Failed(StartFailure reason, String message, boolean _) -> {
                recorded.finish();
                finish(notStarted(reason, message));
            }
            case StartResult.Started(RunningCommand running) -> {
                Outcome outcome = awaitEnd(running);
                if (standing.now().background()) {
                    recorded.appendClosingLine(outcome);
                }
                recorded.finish();
                finish(outcome);
            }
        }
    }

    private Outcome awaitEnd(RunningCommand running) throws InterruptedException, JournalException {
        Duration limit = call.timeout();
        Optional<Outcome> inTime = running.await(limit);
        if (inTime.isPresent()) {
            return inTime.get();
        }
        if (call.onTimeout() == TimeoutAction.KILL) {
            timeOut(running, limit);
            return running.await();
        }
        live.handOver();
        Duration jobLimit = runs.jobTimeLimit();
        Optional<Outcome> later = running.await(jobLimit.minus(limit));
        if (later.isPresent()) {
            return later.get();
        }
        timeOut(running, jobLimit);
        return running.await();
    }

    private void timeOut(RunningCommand running, Duration limit) {
        live.takeTheRest(running);
        running.timeOut(limit);
    }

    // ---- the result of a rehearsal in place of a run

    /// What was approved is the result of a rehearsal: nothing is run.
    ///
    /// @return what is to be decided anew, where nothing could be put in place
    private Optional<AssessedCall> putInPlace(ApprovedCall approved) throws JournalException {
        return switch (rehearsals.putInPlace(approved)) {
            case RehearsalCommits.Placed.Refused(String reason) -> {
                standing.closeSlot();
                yield Optional.of(sendBack(approved, reason));
            }
            case RehearsalCommits.Placed.Failed(String reason) -> {
                finish(notStarted(StartFailure.UNKNOWN, reason));
                rehearsals.placed(call.id());
                yield Optional.empty();
            }
            case RehearsalCommits.Placed.Done(
                            long pid,
                            RunDetails details,
                            Outcome outcome,
                            CallOutput recorded) -> {
                ledger.record(new SupervisionEvent.Started(call.id(), ledger.now(), pid, details));
                standing.recordsInto(recorded);
                finish(outcome);
                rehearsals.placed(call.id());
                yield Optional.empty();
            }
        };
    }

    /// What a rehearsal left and was approved is not put in place after all.
    private void dropResult(ApprovedCall approved, String reason) {
        if (approved.rehearsed().isPresent()) {
            rehearsals.drop(call.id(), reason);
        }
    }

    // ---- the end

    private void finish(Outcome outcome) throws JournalException {
        RecordingTotals totals =
                standing.now().output().map(CallOutput::totals).orElse(RecordingTotals.NONE);
        ledger.record(
                new SupervisionEvent.Finished(
                        call.id(), ledger.now(), outcome, totals.bytes(), totals.lines()));
        standing.enter(Stage.OVER);
        RunLog.ended(call, outcome, totals);
    }

    private static Outcome notStarted(StartFailure reason, String message) {
        return new Outcome.FailedToStart(reason, message);
    }

    private void fail(String message) {
        standing.now().command().ifPresent(running -> running.stop(StopCause.CONSOLE_CLOSING));
        standing.failed(message);
    }
}
