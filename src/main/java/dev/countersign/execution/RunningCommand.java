package dev.countersign.execution;

import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.RunDetails;
import dev.countersign.toolcall.StopCause;
import dev.countersign.toolcall.ToolCallId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A command that was started. Safe on any thread.
public interface RunningCommand {
    ToolCallId id();

    /// The shell's process id, and its session's and process group's where there are such.
    long pid();

    Instant startedAt();

    /// Waits for the end: the shell ended, its output was read, and where it was stopped, the stop
    /// came to its end. What the shell left running behind it is not waited for.
    Outcome await() throws InterruptedException;

    /// As [#await()], but gives up after the limit; the command then goes on.
    Optional<Outcome> await(Duration limit) throws InterruptedException;

    /// Stops the whole tree: SIGTERM, 200 ms, SIGKILL, then what escaped the process group. Returns
    /// at once. Only the first stop of a command gives its cause to the outcome. After the end it
    /// stops what the command left running and changes no outcome.
    void stop(StopCause cause);

    /// As [#stop], but by SIGKILL from the first.
    void kill(StopCause cause);

    /// Holds every process of the tree by SIGSTOP. Time limits go on. Reads `/proc`.
    ///
    /// @return false where there is nothing to hold, or no way to
    boolean pause();

    /// Lets the tree go on after [#pause()].
    void resume();

    /// Has the engine offer to the sink again what it did not take, see [OutputSink#accept].
    /// Returns at once; does nothing where nothing is held back.
    void readOn();

    /// The person's side of its pseudo-terminal, where it has one.
    Optional<TerminalControl> terminal();

    /// What a later console needs to find it again.
    RunDetails details();

    /// Stops the tree in the same way because its time is up.
    ///
    /// @param after how long it was allowed to run
    void timeOut(Duration after);

    /// Whether this process belongs to the tree of the command now. Reads `/proc`; a few
    /// milliseconds at most.
    boolean owns(long pid);

    /// What of the tree runs now, the shell included. After the end: what it left behind.
    List<ProcessIdentity> processes();

    /// What a stop could not end within its five seconds, or what may belong to the command but not
    /// for certain and was left alone. Empty before a stop.
    List<ProcessIdentity> survivors();

    /// Why output is not kept any more, as the sink told it; empty while all is well.
    Optional<String> outputFailure();
}
