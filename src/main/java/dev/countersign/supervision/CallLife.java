package dev.countersign.supervision;

import dev.countersign.approval.ApprovedCall;
import dev.countersign.approval.AssessedCall;
import dev.countersign.approval.Decision;
import dev.countersign.approval.Resolution;
import dev.countersign.approval.WaitingCall;
import dev.countersign.execution.RunningCommand;
import dev.countersign.execution.StartResult;
import dev.countersign.journal.JournalException;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.recording.RecordingTotals;
import dev.countersign.safety.ScriptFile;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.ExecutionMode;
import dev.countersign.toolcall.JobAct;
import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.RunConditions;
import dev.countersign.toolcall.RunDetails;
import dev.countersign.toolcall.StartFailure;
import dev.countersign.toolcall.StopCause;
import dev.countersign.toolcall.TimeoutAction;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One call from its arrival to its end, as plain blocking code on one virtual thread: judge, wait
/// for the decision, wait for a place to run in, start, wait for the end.
///
/// What happened is told by the journal; this is what happens now. Other threads wait for it to
/// change and may end it. Guarded by lock.
final class CallLife implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(CallLife.class);

    /// How long an approved command waits for the agent to run it by its ticket.
    static final Duration CLAIM_PATIENCE = Duration.ofMinutes(10);

    /// How what was approved comes to run.
    enum Delivery {
        /// At once.
        HERE,
        /// Once somebody claims it.
        ON_CLAIM,
        /// By the agent itself.
        BY_AGENT
    }

    /// Where the call is in its life, in order.
    enum Stage {
        JUDGING,
        WAITING,
        /// Approved, and waiting to be claimed.
        CLAIMABLE,
        STARTING,
        RUNNING,
        OVER
    }

    /// How the call stands at one moment.
    ///
    /// @param background whether nobody waits for its end: it is a job
    /// @param failure what went wrong with the console itself, where something did
    /// @param paused whether its processes are held
    /// @param stopping whether somebody wants it to end
    record State(
            Stage stage,
            boolean background,
            Optional<RunningCommand> command,
            Optional<CallOutput> output,
            Optional<String> failure,
            boolean paused,
            boolean stopping) {
        boolean isOver() {
            return stage == Stage.OVER;
        }

        boolean isRunning() {
            return stage == Stage.RUNNING;
        }

        /// Whether it printed as much as one run may, and waits for the person's word.
        boolean overLimit() {
            return isRunning()
                    && output.flatMap(CallOutput::held).equals(Optional.of(CallOutput.Held.LIMIT));
        }

        /// Whether its output waits for room on the disk.
        boolean waitsForRoom() {
            return !isOver()
                    && output.flatMap(CallOutput::held).equals(Optional.of(CallOutput.Held.DISK));
        }
    }

    private final ToolCall call;
    private final CallServices services;
    private final Delivery delivery;
    private final CompletableFuture<Boolean> claim = new CompletableFuture<>();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private Stage stage = Stage.JUDGING;
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
    private final AtomicInteger newsAwaited = new AtomicInteger();

    CallLife(ToolCall call, CallServices services) {
        this(call, services, Delivery.HERE);
    }

    CallLife(ToolCall call, CallServices services, Delivery delivery) {
        this.call = call;
        this.delivery = delivery;
        this.services = services;
        this.background = call.mode() == ExecutionMode.BACKGROUND;
    }

    ToolCall call() {
        return call;
    }

    ToolCallId id() {
        return call.id();
    }

    Delivery delivery() {
        return delivery;
    }

    State state() {
        lock.lock();
        try {
            return new State(
                    stage, background, command, output, failure, paused, stopAsked().isPresent());
        } finally {
            lock.unlock();
        }
    }

    /// Waits until the state is as wanted, at most for the given time, and tells it.
    State await(Predicate<State> wanted, Duration limit) throws InterruptedException {
        long rest = nanos(limit);
        lock.lock();
        try {
            State now = state();
            while (!wanted.test(now) && rest > 0) {
                rest = changed.awaitNanos(rest);
                now = state();
            }
            return now;
        } finally {
            lock.unlock();
        }
    }

    /// As [#await], but also looks whenever output arrives.
    State awaitNews(Predicate<State> wanted, Duration limit) throws InterruptedException {
        // Before the first look: what arrives after it finds somebody to wake.
        newsAwaited.incrementAndGet();
        try {
            return await(wanted, limit);
        } finally {
            newsAwaited.decrementAndGet();
        }
    }

    private static long nanos(Duration duration) {
        return TimeUnit.NANOSECONDS.convert(duration);
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
            closeSlot();
        }
    }

    private void live() throws JournalException, InterruptedException {
        AssessedCall judged = services.judge(call);
        recordJudged(judged, call.conditions());
        if (call.dryRun()) {
            services.record(new SupervisionEvent.DryRun(call.id(), services.now()));
            update(() -> stage = Stage.OVER);
            return;
        }
        Optional<AssessedCall> next = Optional.of(judged);
        while (next.isPresent()) {
            next = decideAndRun(next.get());
        }
    }

    /// @return what is to be decided anew, where the call was sent back before it started
    private Optional<AssessedCall> decideAndRun(AssessedCall judged)
            throws JournalException, InterruptedException {
        return switch (resolve(judged)) {
            case Resolution.Refused(Decision _) -> {
                update(() -> stage = Stage.OVER);
                yield Optional.empty();
            }
            case Resolution.Granted(ApprovedCall approved, Decision.Approved _) -> {
                update(() -> approvedCommand = Optional.of(approved.call().command()));
                yield deliver(approved);
            }
        };
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
        services.takeBack(approved);
        services.record(new SupervisionEvent.SentBack(call.id(), services.now(), reason));
        ToolCall asChosen = call.withConditions(approved.call().conditions());
        AssessedCall anew = services.judge(asChosen).asked("asked again, since " + reason);
        recordJudged(anew, asChosen.conditions());
        return anew;
    }

    /// A rule may have it run in another way than was asked for.
    private void recordJudged(AssessedCall judged, RunConditions asked) throws JournalException {
        services.record(
                new SupervisionEvent.Assessed(
                        call.id(), services.now(), judged.assessment(), judged.verdict()));
        RunConditions conditions = judged.call().conditions();
        if (!conditions.equals(asked)) {
            services.record(
                    new SupervisionEvent.Steered(
                            call.id(),
                            services.now(),
                            JobAct.CONDITIONS_CHOSEN,
                            conditions.format()));
        }
    }

    /// @return what is to be decided anew, where the call was sent back before it started
    private Optional<AssessedCall> deliver(ApprovedCall approved)
            throws JournalException, InterruptedException {
        return switch (delivery) {
            case HERE -> start(approved);
            case ON_CLAIM -> {
                update(() -> stage = Stage.CLAIMABLE);
                callerGone().ifPresent(_ -> claim.complete(false));
                if (awaitClaim()) {
                    yield start(approved);
                }
                finish(notStarted(StartFailure.CANCELLED, "the agent did not run it"));
                dropResult(approved, "the agent did not ask for it");
                yield Optional.empty();
            }
            case BY_AGENT -> {
                if (approved.call().conditions().sandbox().isPresent()) {
                    finish(
                            notStarted(
                                    StartFailure.PERMISSION_DENIED,
                                    "it is to run in a sandbox, and the agent's own shell is in"
                                            + " none; use the bash tool of countersign for it"));
                    yield Optional.empty();
                }
                services.record(new SupervisionEvent.HandedOver(call.id(), services.now()));
                update(() -> stage = Stage.OVER);
                yield Optional.empty();
            }
        };
    }

    private Optional<AssessedCall> start(ApprovedCall approved)
            throws JournalException, InterruptedException {
        update(() -> stage = Stage.STARTING);
        return execute(approved);
    }

    /// What was approved runs now; false when it was claimed before, or is no longer to run.
    boolean claim() {
        return claim.complete(true);
    }

    private boolean awaitClaim() throws InterruptedException {
        try {
            return claim.get(CLAIM_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return !claim.complete(false) && claim.join();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a claim failed", e);
        }
    }

    /// What was approved, once it was: the call's own command unless a person changed it.
    Optional<CommandText> approvedCommand() {
        lock.lock();
        try {
            return approvedCommand;
        } finally {
            lock.unlock();
        }
    }

    private Resolution resolve(AssessedCall judged) throws JournalException, InterruptedException {
        Optional<Resolution> byRule = services.decideByRule(judged);
        if (byRule.isPresent()) {
            return byRule.get();
        }
        WaitingCall waiting = services.enqueue(judged);
        Optional<Duration> expiry = services.approvalExpiry();
        services.record(new SupervisionEvent.Queued(call.id(), services.now(), expiry));
        update(() -> stage = Stage.WAITING);
        callerGone().ifPresent(reason -> services.withdraw(call.id(), reason));
        if (expiry.isPresent()) {
            Optional<Resolution> inTime = waiting.await(expiry.get());
            if (inTime.isPresent()) {
                return inTime.get();
            }
            services.expire(call.id(), expiry.get());
        }
        return waiting.await();
    }

    /// @return what is to be decided anew, where the call was sent back before it started
    private Optional<AssessedCall> execute(ApprovedCall approved)
            throws JournalException, InterruptedException {
        Optional<StartHold.Permit> permit = awaitTurn();
        if (permit.isEmpty()) {
            finish(notStarted(StartFailure.CANCELLED, "it was cancelled before it started"));
            dropResult(approved, "it was cancelled before it was put in place");
            return Optional.empty();
        }
        Optional<ScriptFile> changedFile = services.changedScript(approved);
        if (changedFile.isPresent()) {
            permit.get().close();
            closeSlot();
            dropResult(approved, "a script file changed");
            return Optional.of(sendBack(approved, changedFile.get()));
        }
        if (approved.rehearsed().isPresent()) {
            try (StartHold.Permit _ = permit.get()) {
                return putInPlace(approved);
            }
        }
        try (StartHold.Permit start = permit.get();
                CallOutput recorded =
                        services.createOutput(call, this::outputArrived, this::limitReached)) {
            update(() -> output = Optional.of(recorded));
            run(approved, recorded, start);
        } catch (JournalException e) {
            throw e;
        } catch (IOException e) {
            finish(
                    notStarted(
                            StartFailure.NO_RESOURCES,
                            "its output cannot be recorded: " + e.getMessage()));
        }
        return Optional.empty();
    }

    /// What a rehearsal left and was approved is not put in place after all.
    private void dropResult(ApprovedCall approved, String reason) {
        if (approved.rehearsed().isPresent()) {
            services.dropResult(call.id(), reason);
        }
    }

    /// What was approved is the result of a rehearsal: nothing is run.
    ///
    /// @return what is to be decided anew, where nothing could be put in place
    private Optional<AssessedCall> putInPlace(ApprovedCall approved) throws JournalException {
        return switch (services.putInPlace(approved)) {
            case RehearsalRoom.Placed.Refused(String reason) -> {
                closeSlot();
                yield Optional.of(sendBack(approved, reason));
            }
            case RehearsalRoom.Placed.Failed(String reason) -> {
                finish(notStarted(StartFailure.UNKNOWN, reason));
                services.placed(call.id());
                yield Optional.empty();
            }
            case RehearsalRoom.Placed.Done(
                            long pid,
                            RunDetails details,
                            Outcome outcome,
                            CallOutput recorded) -> {
                services.record(
                        new SupervisionEvent.Started(call.id(), services.now(), pid, details));
                update(() -> output = Optional.of(recorded));
                finish(outcome);
                services.placed(call.id());
                yield Optional.empty();
            }
        };
    }

    /// Waits for a place to run in and for the right to start; empty when the caller went away
    /// meanwhile.
    private Optional<StartHold.Permit> awaitTurn() throws InterruptedException {
        while (awaitPlace()) {
            Optional<StartHold.Permit> permit = services.permitStart(call);
            if (permit.isPresent()) {
                return permit;
            }
            // Held in the moment that its place came free: back into the line.
            closeSlot();
        }
        return Optional.empty();
    }

    private boolean awaitPlace() throws InterruptedException {
        Future<RunSlots.Slot> place = services.requestSlot(call);
        update(() -> turn = Optional.of(place));
        callerGone().ifPresent(_ -> place.cancel(false));
        try {
            RunSlots.Slot mine = place.get();
            update(() -> slot = Optional.of(placeFor(mine)));
            return true;
        } catch (CancellationException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a place to run in failed", e);
        }
    }

    /// A call that was handed over while it waited for its turn runs among the jobs.
    private RunSlots.Slot placeFor(RunSlots.Slot granted) {
        boolean handedOver = background && call.mode() != ExecutionMode.BACKGROUND;
        return handedOver ? services.moveToBackground(granted, call) : granted;
    }

    private void run(ApprovedCall approved, CallOutput recorded, StartHold.Permit permit)
            throws IOException, InterruptedException {
        switch (startPatiently(approved, recorded, permit)) {
            case StartResult.Failed(StartFailure reason, String message, boolean _) -> {
                recorded.finish();
                finish(notStarted(reason, message));
            }
            case StartResult.Started(RunningCommand running) -> {
                Outcome outcome = awaitEnd(running);
                if (state().background()) {
                    recorded.appendClosingLine(outcome);
                }
                recorded.finish();
                finish(outcome);
            }
        }
    }

    /// Starts it, and tries again where the system had no room for a process just then (RUN-5).
    /// What once had a process is never started again.
    private StartResult startPatiently(
            ApprovedCall approved, CallOutput recorded, StartHold.Permit first)
            throws JournalException, InterruptedException {
        StartHold.Permit permit = first;
        StartResult result = start(approved, recorded, permit);
        for (Duration pause : services.startRetries()) {
            if (!(result instanceof StartResult.Failed failed) || !failed.passing()) {
                break;
            }
            permit.close();
            LOG.warn("{}: not started ({}), again in {}", call.id(), failed.message(), pause);
            Optional<StartHold.Permit> next =
                    await(State::stopping, pause).stopping() ? Optional.empty() : awaitPermit();
            if (next.isEmpty()) {
                return new StartResult.Failed(
                        StartFailure.CANCELLED, "it was cancelled before it started");
            }
            permit = next.get();
            Optional<ScriptFile> changedFile = services.changedScript(approved);
            if (changedFile.isPresent()) {
                permit.close();
                return new StartResult.Failed(
                        StartFailure.UNKNOWN,
                        "%s changed after it was approved; call again"
                                .formatted(changedFile.get().named()));
            }
            result = start(approved, recorded, permit);
        }
        permit.close();
        return result;
    }

    /// The permit is given back once the start is written down, or did not happen.
    private StartResult start(ApprovedCall approved, CallOutput recorded, StartHold.Permit permit)
            throws JournalException {
        StartResult result = services.start(approved, recorded);
        if (result instanceof StartResult.Started(RunningCommand running)) {
            recordStart(running);
            permit.close();
        }
        return result;
    }

    private Optional<StartHold.Permit> awaitPermit() throws InterruptedException {
        Optional<StartHold.Permit> permit = services.permitStart(call);
        if (permit.isPresent()) {
            return permit;
        }
        closeSlot();
        return awaitTurn();
    }

    private void recordStart(RunningCommand running) throws JournalException {
        try {
            services.record(
                    new SupervisionEvent.Started(
                            call.id(), running.startedAt(), running.pid(), running.details()));
        } catch (JournalException e) {
            running.stop(StopCause.CONSOLE_CLOSING);
            throw e;
        }
        update(() -> {
            command = Optional.of(running);
            stage = Stage.RUNNING;
        });
        RunLog.started(call, running);
        stopAsked().ifPresent(running::stop);
    }

    /// What was asked for before there was a process to stop.
    private Optional<StopCause> stopAsked() {
        lock.lock();
        try {
            return callerGone.isPresent() && !background
                    ? Optional.of(StopCause.CALLER_GONE)
                    : stopAsked;
        } finally {
            lock.unlock();
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
        handOver();
        Duration jobLimit = services.jobTimeLimit();
        Optional<Outcome> later = running.await(jobLimit.minus(limit));
        if (later.isPresent()) {
            return later.get();
        }
        timeOut(running, jobLimit);
        return running.await();
    }

    private void timeOut(RunningCommand running, Duration limit) {
        takeTheRest(running);
        running.timeOut(limit);
    }

    /// It is being stopped: what it printed until then is taken whatever the limit says.
    private void takeTheRest(RunningCommand running) {
        state().output().ifPresent(CallOutput::liftLimit);
        running.readOn();
    }

    /// Nobody waits for its end any more: it goes on as a job.
    void handOver() throws JournalException {
        lock.lock();
        try {
            if (background || stage == Stage.OVER) {
                return;
            }
            background = true;
            slot = slot.map(place -> services.moveToBackground(place, call));
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        services.record(new SupervisionEvent.Backgrounded(call.id(), services.now()));
    }

    /// Whether a process belongs to its tree now.
    boolean owns(long pid) {
        return state().command().filter(running -> running.owns(pid)).isPresent();
    }

    /// Has its whole tree stopped, or keeps it from starting; returns at once.
    void stop(StopCause cause) {
        askToStop(cause);
        state().command()
                .ifPresent(running -> {
                    takeTheRest(running);
                    running.stop(cause);
                });
    }

    /// As [#stop], but by SIGKILL from the first.
    void kill(StopCause cause) {
        askToStop(cause);
        state().command()
                .ifPresent(running -> {
                    takeTheRest(running);
                    running.kill(cause);
                });
    }

    private void askToStop(StopCause cause) {
        lock.lock();
        try {
            stopAsked = Optional.of(cause);
            if (stage == Stage.STARTING) {
                turn.ifPresent(place -> place.cancel(false));
            }
            if (stage == Stage.CLAIMABLE) {
                claim.complete(false);
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Holds its processes.
    ///
    /// @return false where there is nothing to hold, or no way to
    boolean pause() throws JournalException {
        State now = state();
        if (!now.isRunning() || now.paused() || now.stopping()) {
            return false;
        }
        boolean held = now.command().filter(RunningCommand::pause).isPresent();
        if (held) {
            update(() -> paused = true);
            steered(JobAct.PAUSED);
        }
        return held;
    }

    /// Lets its processes go on, unless it is held for its output.
    void resume() throws JournalException {
        State now = state();
        if (now.paused() && !now.overLimit()) {
            letGoOn(now);
            steered(JobAct.RESUMED);
        }
    }

    /// Lets it print as much again as one run may.
    void raiseOutputLimit() throws JournalException {
        State now = state();
        if (now.overLimit()) {
            now.output().ifPresent(CallOutput::raiseLimit);
            letGoOn(now);
            now.command().ifPresent(RunningCommand::readOn);
            steered(JobAct.OUTPUT_LIMIT_RAISED);
        }
    }

    private void letGoOn(State now) {
        update(() -> paused = false);
        now.command().ifPresent(RunningCommand::resume);
    }

    /// It printed as much as one run may: it is held until the person says what is to be done. On a
    /// thread of the engine, which must not wait.
    private void limitReached() {
        Thread.ofVirtual().name("limit-" + call.id()).start(this::holdForLimit);
    }

    private void holdForLimit() {
        try {
            State now = await(state -> state.isRunning() || state.isOver(), Duration.ofMinutes(1));
            if (now.isRunning() && !now.stopping()) {
                boolean _ = now.command().filter(RunningCommand::pause).isPresent();
                update(() -> paused = true);
                steered(JobAct.OUTPUT_LIMIT_REACHED);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (JournalException e) {
            LOG.error("{}: that it is held could not be kept: {}", call.id(), e.getMessage());
        }
    }

    private void steered(JobAct act) throws JournalException {
        services.record(new SupervisionEvent.Steered(call.id(), services.now(), act, ""));
    }

    /// There may be room for its output again.
    void roomChanged() {
        state().command().ifPresent(RunningCommand::readOn);
    }

    /// The console closes: output that finds no room now is lost.
    void giveUpOutput() {
        State now = state();
        now.output().ifPresent(CallOutput::giveUp);
        now.command().ifPresent(RunningCommand::readOn);
    }

    /// Which place in the line it has, 1 for the next; empty when it waits for none.
    OptionalInt placeInLine() {
        lock.lock();
        try {
            return stage == Stage.STARTING
                    ? turn.map(services::placeInLine).orElseGet(OptionalInt::empty)
                    : OptionalInt.empty();
        } finally {
            lock.unlock();
        }
    }

    /// The console ends: what was approved and has not started does not start any more.
    void abandonStart() {
        lock.lock();
        try {
            if (stage == Stage.STARTING) {
                turn.ifPresent(place -> place.cancel(false));
            }
        } finally {
            lock.unlock();
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
        Stage when;
        lock.lock();
        try {
            boolean job = background && stage.compareTo(Stage.CLAIMABLE) > 0;
            boolean kept = !stopForeground && stage == Stage.RUNNING;
            if (stage == Stage.OVER || job || kept) {
                return;
            }
            callerGone = Optional.of(reason);
            when = stage;
        } finally {
            lock.unlock();
        }
        if (when == Stage.WAITING) {
            services.withdraw(call.id(), reason);
        }
        if (when == Stage.CLAIMABLE) {
            claim.complete(false);
        }
        State now = state();
        if (now.isRunning() && !now.background()) {
            now.command().ifPresent(running -> running.stop(StopCause.CALLER_GONE));
        }
        pendingTurn().ifPresent(place -> place.cancel(false));
    }

    private Optional<Future<RunSlots.Slot>> pendingTurn() {
        lock.lock();
        try {
            return stage == Stage.STARTING && !background ? turn : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    private Optional<String> callerGone() {
        lock.lock();
        try {
            return callerGone;
        } finally {
            lock.unlock();
        }
    }

    private void finish(Outcome outcome) throws JournalException {
        RecordingTotals totals =
                state().output().map(CallOutput::totals).orElse(RecordingTotals.NONE);
        services.record(
                new SupervisionEvent.Finished(
                        call.id(), services.now(), outcome, totals.bytes(), totals.lines()));
        RunLog.ended(call, outcome, totals);
        update(() -> stage = Stage.OVER);
    }

    private static Outcome notStarted(StartFailure reason, String message) {
        return new Outcome.FailedToStart(reason, message);
    }

    private void fail(String message) {
        state().command().ifPresent(running -> running.stop(StopCause.CONSOLE_CLOSING));
        update(() -> {
            failure = Optional.of(message);
            stage = Stage.OVER;
        });
    }

    private void closeSlot() {
        lock.lock();
        try {
            slot.ifPresent(RunSlots.Slot::close);
        } finally {
            lock.unlock();
        }
    }

    /// Nobody is woken for output unless they wait for output: a flood has many pieces.
    private void outputArrived() {
        if (newsAwaited.get() > 0) {
            update(() -> {});
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
