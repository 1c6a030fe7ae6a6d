package dev.countersign.execution;

import dev.countersign.toolcall.Outcome;
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
