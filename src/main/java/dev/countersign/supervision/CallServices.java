package dev.countersign.supervision;

import dev.countersign.approval.ApprovedCall;
import dev.countersign.approval.AssessedCall;
import dev.countersign.approval.Resolution;
import dev.countersign.approval.WaitingCall;
import dev.countersign.execution.StartResult;
import dev.countersign.journal.JournalException;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.safety.ScriptFile;
import dev.countersign.toolcall.ToolCall;
import dev.countersign.toolcall.ToolCallId;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Future;

/// What the life of a call needs of the console around it. Safe on any thread.
interface CallServices {
    Instant now();

    /// Keeps an event. It has happened when this returns.
    void record(SupervisionEvent event) throws JournalException;

    AssessedCall judge(ToolCall call);

    /// Decides by the rules alone; empty when a person must be asked.
    Optional<Resolution> decideByRule(AssessedCall call) throws JournalException;

    WaitingCall enqueue(AssessedCall call);

    /// The script file that is no longer what was approved; blocks as long as the disk does.
    Optional<ScriptFile> changedScript(ApprovedCall approved);

    /// Takes back an approval that was not used, so that the call can be decided anew.
    void takeBack(ApprovedCall approved);

    /// Takes a waiting call out of the queue.
    ///
    /// @param reason a phrase for the agent and for history
    void withdraw(ToolCallId id, String reason);

    void expire(ToolCallId id, Duration after) throws JournalException;

    Optional<Duration> approvalExpiry();

    /// Asks for a place to run in; the future is complete when it is the call's turn.
    Future<RunSlots.Slot> requestSlot(ToolCall call);

    /// The right to start it now; empty while the person holds the agent.
    Optional<StartHold.Permit> permitStart(ToolCall call);

    /// Which place in the line somebody has who waits for their turn; empty when they do not.
    OptionalInt placeInLine(Future<RunSlots.Slot> turn);

    /// How long to wait before each further try of a start that failed for a passing reason.
    List<Duration> startRetries();

    /// Gives a foreground place back and counts the call among the jobs.
    RunSlots.Slot moveToBackground(RunSlots.Slot foreground, ToolCall call);

    /// Makes the place that the output is recorded in.
    ///
    /// @param arrived is run whenever output arrived; must not block
    /// @param limitReached is run when the run printed as much as one may; must not block
    CallOutput createOutput(ToolCall call, Runnable arrived, Runnable limitReached)
            throws IOException;

    StartResult start(ApprovedCall call, CallOutput output);

    /// Puts the result of a rehearsal in place that was approved in place of a run. Blocks.
    RehearsalRoom.Placed putInPlace(ApprovedCall call);

    /// Throws such a result away, since it is not put in place after all. Blocks.
    ///
    /// @param reason a phrase
    void dropResult(ToolCallId id, String reason);

    /// The end of that is written down.
    void placed(ToolCallId id);

    /// How long a job may run, counted from its start.
    Duration jobTimeLimit();
}
