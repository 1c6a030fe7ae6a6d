package dev.countersign.supervision;

import dev.countersign.approval.AssessedCall;
import dev.countersign.approval.EditedCall;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.SupervisionEvent;
import dev.countersign.safety.ScriptFile;
import dev.countersign.supervision.consequence.Consequences;
import dev.countersign.toolcall.AgentSession;
import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.RunConditions;
import dev.countersign.toolcall.ToolCallId;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// All that the person in front of the window can see and do.
///
/// Safe on any thread. What blocks on the disk says so; everything else answers at once.
public interface PersonDesk {
    /// The calls that are kept, oldest first, each as it stands now.
    List<CallRecord> calls();

    /// Hears every change from now on, in order, on a thread of the supervisor.
    ///
    /// @return ends the subscription when run
    Runnable subscribe(Listener listener);

    /// Approves a waiting call, once. Blocks until the decision is on the disk.
    ///
    /// @return false when it no longer waits: decided, withdrawn or expired meanwhile
    /// @throws UncheckedIOException when the decision could not be kept; then the call still waits
    boolean approve(ToolCallId id);

    /// The files that a waiting call runs, as they were when it was judged; empty when it no longer
    /// waits.
    List<ScriptFile> scripts(ToolCallId id);

    /// What the console makes of a waiting call with another command. Decides nothing. Blocks as
    /// long as judging takes.
    ///
    /// @return empty when the call no longer waits
    Optional<AssessedCall> assessEdited(ToolCallId id, CommandText command);

    /// Approves a waiting call with the command that the person made of it, once. Blocks until the
    /// decision is on the disk.
    ///
    /// @param edit the assessment that the person saw, see [#assessEdited]
    /// @throws UncheckedIOException when the decision could not be kept; then the call still waits
    EditApproval approveEdited(EditedCall edit);

    /// Denies a waiting call and all others that its agent's session has waiting. Blocks until the
    /// decisions are on the disk.
    ///
    /// @return how many were denied
    /// @throws UncheckedIOException when a decision could not be kept; the rest still waits
    int denyAllOfAgent(ToolCallId id, Optional<String> reason);

    /// What is switched for all agents or for one.
    SessionSwitches switches();

    /// Stops every start, or lets them go on. Nothing is denied, what waits goes on waiting. When
    /// this returns, nothing that is held is on its way.
    void holdAll(boolean on);

    /// The same for one agent.
    void hold(AgentSessionId agent, boolean on);

    /// Has all further calls of an agent judged and answered at once, and none of them run.
    void dryRun(AgentSessionId agent, boolean on);

    /// Denies a waiting call. Blocks until the decision is on the disk.
    ///
    /// @return false when it no longer waits
    /// @throws UncheckedIOException when the decision could not be kept; then the call still waits
    boolean deny(ToolCallId id, Optional<String> reason);

    /// Chooses how a waiting call is to be run, should it be approved: with a terminal, shut in.
    /// The record tells it from then on, see [CallRecord#conditions()]. Decides nothing. Blocks
    /// until it is on the disk.
    ///
    /// @return false when the call no longer waits
    /// @throws UncheckedIOException when it could not be kept; then nothing has changed
    /// @throws IllegalArgumentException for a sandbox where there is none
    boolean choose(ToolCallId id, RunConditions conditions);

    /// Why commands cannot be run in a sandbox here, a sentence; empty where they can. Blocks for a
    /// moment when first asked.
    Optional<String> sandboxObstacle();

    /// The hands on the terminal of a running call, where it has one.
    Optional<PersonTerminal> terminal(ToolCallId id);

    /// What a command would do to files, commits and processes, as far as looking tells. Changes
    /// nothing. Blocks, for two seconds at most.
    ///
    /// @param command the call's own, or what the person made of it
    default Consequences consequences(ToolCallId id, String command) {
        return Consequences.none();
    }

    /// Waiting calls run for show.
    default RehearsalDesk rehearsals() {
        return RehearsalDesk.none();
    }

    /// What can be seen of jobs and done to them.
    JobDesk jobs();

    /// Has a running call stopped with its whole tree; what ends it is told as an event.
    void stop(ToolCallId id);

    /// What the person can do with what is kept.
    default HistoryDesk keeping() {
        return HistoryDesk.none();
    }

    /// The folder of a call's recorded output, for `recording` to open: of its run, before that of
    /// its rehearsal; empty when it never started.
    Optional<Path> recordingFolder(ToolCallId id);

    /// The agents that are connected now, in the order they came.
    List<AgentSession> agents();

    /// Rules and grants.
    RuleDesk rules();

    /// What stands in the status bar.
    ConsoleStatus status();

    /// Hears what changes. Must not block and must not throw.
    interface Listener {
        /// A call changed by an event, and is now as the record says.
        void changed(SupervisionEvent event, CallRecord record);

        /// An agent came or went.
        void agentsChanged(List<AgentSession> agents);

        /// Something the person should know, or the end of it, see [PersonDesk#status()].
        void statusChanged();

        /// The window is to be brought to the person's eye: somebody started the console again.
        default void raiseRequested() {}
    }
}
