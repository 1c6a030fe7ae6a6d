package dev.countersign.approval;

import dev.countersign.toolcall.RunConditions;
import dev.countersign.toolcall.ToolCallId;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The calls that wait for a person, oldest first, and the only place where a call is decided.
///
/// Each call is decided at most once: of several acts on the same call the first one whose decision
/// was written down wins, and the others are told that they came too late. A decision takes effect
/// only after the [DecisionLog] has it.
///
/// Safe on any thread. Guarded by its own lock, which is never held while the log is called.
/// Methods that decide block for as long as the log does.
public final class ApprovalQueue {
    private final DecisionLog log;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<ToolCallId, Entry> waiting = new LinkedHashMap<>();
    // Every call that ever came, so that no id is decided a second time. Ids are small and a
    // console
    // sees some thousands of calls, so none is ever forgotten.
    private final Set<ToolCallId> seen = new HashSet<>();

    // Taken back since something had changed after they were approved. Guarded by the lock.
    private final Set<ToolCallId> takenBack = new HashSet<>();

    public ApprovalQueue(DecisionLog log) {
        this.log = log;
    }

    /// Decides what the rules decide: allowed and denied calls at once. Empty when a person has to
    /// be asked; then nothing has happened.
    ///
    /// @throws IllegalStateException when a call with this id came before
    /// @throws RuntimeException what the log throws; then nothing was decided
    public Optional<Resolution> decideByRule(AssessedCall call) {
        requireDecidable(call);
        Optional<Decision> decision = DecisionByRule.of(call);
        if (decision.isEmpty()) {
            return Optional.empty();
        }
        markSeen(call.id());
        boolean recorded = false;
        try {
            log.record(call.id(), decision.get());
            recorded = true;
        } finally {
            if (!recorded) {
                forget(call.id());
            }
        }
        return Optional.of(resolution(call, decision.get(), Optional.empty()));
    }

    /// Decides a call that waits by rules or grants that have changed since it came. One that was
    /// taken back a person looks at: it is not allowed so, only denied.
    ///
    /// @param judged the call just as it waits, judged anew
    /// @return false when it does not wait so, or a person has to be asked all the same
    public boolean decideByChangedRules(AssessedCall judged) {
        requireDecidable(judged);
        Optional<Decision> decision = DecisionByRule.of(judged);
        Optional<Entry> claimed = decision.isEmpty() ? Optional.empty() : claim(judged.id());
        if (claimed.isEmpty()) {
            return false;
        }
        Entry entry = claimed.get();
        boolean decided = false;
        try {
            boolean fits =
                    entry.call.call().equals(judged.call())
                            && (judged.verdict().verdict() == Verdict.DENY
                                    || !wasTakenBack(judged.id()));
            if (fits) {
                log.record(judged.id(), decision.get());
                decided = true;
            }
        } finally {
            finish(
                    entry,
                    decided
                            ? Optional.of(resolution(judged, decision.get(), Optional.empty()))
                            : Optional.empty());
        }
        return decided;
    }

    private boolean wasTakenBack(ToolCallId id) {
        lock.lock();
        try {
            return takenBack.contains(id);
        } finally {
            lock.unlock();
        }
    }

    /// Puts a call at the end of the queue.
    ///
    /// @throws IllegalStateException when a call with this id came before
    public WaitingCall enqueue(AssessedCall call) {
        requireDecidable(call);
        if (call.verdict().verdict() != Verdict.ASK) {
            throw new IllegalArgumentException(
                    "only what the rules leave open waits for a person: " + call.id());
        }
        lock.lock();
        try {
            requireUnseen(call.id());
            seen.add(call.id());
            Entry entry = new Entry(call);
            waiting.put(call.id(), entry);
            return entry;
        } finally {
            lock.unlock();
        }
    }

    /// A person approves this one call.
    ///
    /// @return false when it no longer waits
    public boolean approve(ToolCallId id) {
        return decide(id, new Decision.Approved(new Decider.Human(), ApprovalScope.ONCE));
    }

    /// A person approves this one call and says how far that reaches; a rule or a grant for others
    /// is made elsewhere.
    ///
    /// @return false when it no longer waits
    public boolean approve(ToolCallId id, ApprovalScope scope) {
        if (scope != ApprovalScope.SESSION && scope != ApprovalScope.ALWAYS) {
            throw new IllegalArgumentException("no scope of an approval by hand: " + scope);
        }
        return decide(id, new Decision.Approved(new Decider.Human(), scope));
    }

    /// A person chooses how a waiting call is to be run, should it be approved. Decides nothing.
    ///
    /// @param before is run first, to keep the choice; what it throws leaves all as it was
    /// @return false when it no longer waits
    public boolean choose(ToolCallId id, RunConditions conditions, Runnable before) {
        Optional<Entry> claimed = claim(id);
        if (claimed.isEmpty()) {
            return false;
        }
        Entry entry = claimed.get();
        try {
            before.run();
            entry.call = entry.call.withConditions(conditions);
        } finally {
            finish(entry, Optional.empty());
        }
        return true;
    }

    /// A person approves this one call with a command that they changed. Only the command may
    /// differ from what waits, and no rule may deny it.
    ///
    /// @return false when it no longer waits
    public boolean approveEdited(EditedCall edit) {
        requireNotDenied(edit);
        Decision decision = new Decision.Approved(new Decider.Human(), ApprovalScope.EDITED);
        return decide(edit.assessed().id(), decision, Optional.of(edit), Optional.empty());
    }

    private static void requireNotDenied(EditedCall edit) {
        if (edit.assessed().verdict().verdict() == Verdict.DENY) {
            throw new IllegalArgumentException(
                    "a rule denies the edited command: " + edit.assessed().id());
        }
    }

    /// A person wants to see first what the call does: the right to rehearse it once. Decides
    /// nothing.
    ///
    /// @return empty when it no longer waits
    public Optional<ApprovedRehearsal> rehearse(ToolCallId id) {
        return rehearse(id, Optional.empty());
    }

    /// The same with a command that the person changed. Only the command may differ from what
    /// waits, and no rule may deny it.
    ///
    /// @return empty when it no longer waits
    public Optional<ApprovedRehearsal> rehearseEdited(EditedCall edit) {
        requireNotDenied(edit);
        return rehearse(edit.assessed().id(), Optional.of(edit));
    }

    private Optional<ApprovedRehearsal> rehearse(ToolCallId id, Optional<EditedCall> edit) {
        lock.lock();
        try {
            Entry entry = waiting.get(id);
            if (entry == null || entry.resolution != null) {
                return Optional.empty();
            }
            AssessedCall wanted = entry.with(edit);
            requireSameBut(entry.call, wanted);
            return Optional.of(new ApprovedRehearsal(wanted.call(), wanted.scripts(), edit));
        } finally {
            lock.unlock();
        }
    }

    /// A person approves exactly what a rehearsal of the call left: that is put in place, and
    /// nothing is run.
    ///
    /// @param edit what the person made of the call before it was rehearsed
    /// @return false when it no longer waits
    public boolean approveRehearsed(ToolCallId id, ResultDigest result, Optional<EditedCall> edit) {
        edit.ifPresent(ApprovalQueue::requireNotDenied);
        Decision decision = new Decision.Approved(new Decider.Human(), ApprovalScope.REHEARSED);
        return decide(id, decision, edit, Optional.of(result));
    }

    /// A person denies the call.
    ///
    /// @param reason in the person's words
    /// @return false when it no longer waits
    public boolean deny(ToolCallId id, Optional<String> reason) {
        return decide(id, new Decision.Denied(new Decider.Human(), reason));
    }

    /// The agent takes the call back.
    ///
    /// @return false when it no longer waits
    public boolean withdraw(ToolCallId id, String reason) {
        return decide(id, new Decision.Withdrawn(reason));
    }

    /// Nobody answered.
    ///
    /// @return false when it no longer waits
    public boolean expire(ToolCallId id, Duration after) {
        return decide(id, new Decision.Expired(after));
    }

    /// Takes back an approval of what is no longer the same, before it was started; the call can
    /// then be queued anew. Whoever holds the approved call must drop it.
    ///
    /// @throws IllegalStateException when the call was not decided
    public void takeBack(ApprovedCall approved) {
        lock.lock();
        try {
            if (waiting.containsKey(approved.id()) || !seen.remove(approved.id())) {
                throw new IllegalStateException("not decided: " + approved.id());
            }
            takenBack.add(approved.id());
        } finally {
            lock.unlock();
        }
    }

    /// The calls that wait now, oldest first.
    public List<AssessedCall> waiting() {
        lock.lock();
        try {
            return waiting.values().stream().map(Entry::call).toList();
        } finally {
            lock.unlock();
        }
    }

    private boolean decide(ToolCallId id, Decision decision) {
        return decide(id, decision, Optional.empty(), Optional.empty());
    }

    private boolean decide(
            ToolCallId id,
            Decision decision,
            Optional<EditedCall> edit,
            Optional<ResultDigest> rehearsed) {
        Optional<Entry> claimed = claim(id);
        if (claimed.isEmpty()) {
            return false;
        }
        Entry entry = claimed.get();
        AssessedCall decided = entry.with(edit);
        boolean recorded = false;
        try {
            requireSameBut(entry.call, decided);
            edit.ifPresent(log::recordEdit);
            log.record(id, decision);
            recorded = true;
        } finally {
            finish(
                    entry,
                    recorded
                            ? Optional.of(resolution(decided, decision, rehearsed))
                            : Optional.empty());
        }
        return true;
    }

    /// Second line of defence: an edit changes the command and nothing else.
    private static void requireSameBut(AssessedCall waiting, AssessedCall decided) {
        if (!waiting.call().withCommand(decided.call().command()).equals(decided.call())) {
            throw new IllegalArgumentException("an edit changes only the command: " + waiting.id());
        }
    }

    /// Makes this thread the one that decides. Whoever comes meanwhile waits here, since the one
    /// before may fail and then the later act must still count.
    private Optional<Entry> claim(ToolCallId id) {
        lock.lock();
        try {
            Entry entry = waiting.get(id);
            if (entry == null) {
                return Optional.empty();
            }
            if (Thread.currentThread().equals(entry.decidingThread)) {
                throw new IllegalStateException("the log came back to the queue: " + id);
            }
            while (entry.decidingThread != null) {
                entry.changed.awaitUninterruptibly();
            }
            if (entry.resolution != null) {
                return Optional.empty();
            }
            entry.decidingThread = Thread.currentThread();
            return Optional.of(entry);
        } finally {
            lock.unlock();
        }
    }

    private void finish(Entry entry, Optional<Resolution> resolution) {
        lock.lock();
        try {
            entry.decidingThread = null;
            if (resolution.isPresent()) {
                entry.resolution = resolution.get();
                waiting.remove(entry.call.id());
            }
            entry.changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static Resolution resolution(
            AssessedCall call, Decision decision, Optional<ResultDigest> rehearsed) {
        return switch (decision) {
            case Decision.Approved approved ->
                    new Resolution.Granted(
                            new ApprovedCall(call.call(), approved, call.scripts(), rehearsed),
                            approved);
            case Decision.Denied _, Decision.Expired _, Decision.Withdrawn _ ->
                    new Resolution.Refused(decision);
        };
    }

    // Second line of defence: the policy never yields these.
    private static void requireDecidable(AssessedCall call) {
        if (call.call().dryRun()) {
            throw new IllegalArgumentException("a dry run is never decided: " + call.id());
        }
        if (call.call().agentSaysDangerous() && call.verdict().verdict() == Verdict.ALLOW) {
            throw new IllegalArgumentException(
                    "what the agent calls dangerous is never allowed by rule: " + call.id());
        }
    }

    private void markSeen(ToolCallId id) {
        lock.lock();
        try {
            requireUnseen(id);
            seen.add(id);
        } finally {
            lock.unlock();
        }
    }

    private void forget(ToolCallId id) {
        lock.lock();
        try {
            seen.remove(id);
        } finally {
            lock.unlock();
        }
    }

    private void requireUnseen(ToolCallId id) {
        if (seen.contains(id)) {
            throw new IllegalStateException("a call with this id came before: " + id);
        }
    }

    /// Guarded by the queue's lock.
    private final class Entry implements WaitingCall {
        private volatile AssessedCall call;
        private final Condition changed = lock.newCondition();
        private @Nullable Thread decidingThread;
        private @Nullable Resolution resolution;
        private boolean taken;

        Entry(AssessedCall call) {
            this.call = call;
        }

        AssessedCall call() {
            return call;
        }

        /// The call as an edit made it, under the conditions that were chosen for it.
        AssessedCall with(Optional<EditedCall> edit) {
            return edit.map(EditedCall::assessed)
                    .map(edited -> edited.withConditions(call.call().conditions()))
                    .orElse(call);
        }

        @Override
        public Resolution await() throws InterruptedException {
            lock.lockInterruptibly();
            try {
                Resolution found = take();
                while (found == null) {
                    changed.await();
                    found = take();
                }
                return found;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public Optional<Resolution> await(Duration atMost) throws InterruptedException {
            long nanosLeft = TimeUnit.NANOSECONDS.convert(atMost);
            lock.lockInterruptibly();
            try {
                Resolution found = take();
                while (found == null && nanosLeft > 0) {
                    nanosLeft = changed.awaitNanos(nanosLeft);
                    found = take();
                }
                return Optional.ofNullable(found);
            } finally {
                lock.unlock();
            }
        }

        private @Nullable Resolution take() {
            Resolution found = resolution;
            if (found == null) {
                return null;
            }
            if (taken) {
                throw new IllegalStateException("already handed out: " + call.id());
            }
            taken = true;
            return found;
        }
    }
}
