package dev.countersign.supervision;

import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.toolcall.ToolCallId;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// What the person sees of jobs and does to them. None of it decides a call.
///
/// Safe on any thread. What blocks says so. What is done to a job that is not there, or not in a
/// state for it, does nothing.
public interface JobDesk {
    /// The jobs now; at most a second old while anybody watches. Otherwise it blocks for some
    /// milliseconds to look.
    JobsSnapshot snapshot();

    /// Hears of the jobs about once a second, on a thread of the supervisor, until the returned
    /// action is run. Nothing is measured while nobody watches. The watcher must not block and must
    /// not throw.
    Runnable watch(Consumer<JobsSnapshot> watcher);

    /// Whose listening ports are wanted from now on: those on the screen, since they cost more than
    /// the rest.
    void showPortsOf(Set<ToolCallId> jobs);

    /// Stops a job with its whole tree: SIGTERM, 200 ms, SIGKILL. One that waits for its turn never
    /// starts. Of an ended job or an orphan: stops what is left. Returns at once.
    void stop(ToolCallId id);

    /// As [#stop], but with SIGKILL at once.
    void kill(ToolCallId id);

    /// Stops every job, or all of one agent; orphans too.
    ///
    /// @return how many were told to stop
    int stopAll(Optional<AgentSessionId> agent);

    /// Holds every process of a job. Its time limit goes on. Blocks for some milliseconds.
    ///
    /// @return false where it cannot be held
    boolean pause(ToolCallId id);

    /// Lets a held job go on. One that is held for its output goes on by [#raiseOutputLimit] only.
    void resume(ToolCallId id);

    /// Lets a run that printed as much as one run may go on and print as much again.
    void raiseOutputLimit(ToolCallId id);

    /// Tells the agent something with its next read of this job. Blocks until it is on the disk.
    ///
    /// @param text the person's words, at most [#MAXIMUM_NOTE] characters
    void note(ToolCallId id, String text);

    /// Longer notes are refused with an `IllegalArgumentException`.
    int MAXIMUM_NOTE = 2_000;

    /// Makes a new call of a call that is over: judged, decided and run anew, as a job that nobody
    /// waits for. Blocks until it is on the disk.
    ///
    /// @return the new call; empty where there is no such call, or nothing can be started now
    Optional<ToolCallId> runAgain(ToolCallId id);

    /// Takes an orphan over: agents of its workspace see it among their jobs again and can stop it.
    /// Its output stays lost. Blocks until it is on the disk.
    void adopt(ToolCallId id);
}
