package dev.countersign.execution;

import dev.countersign.approval.ApprovedCall;
import dev.countersign.approval.ApprovedRehearsal;
import dev.countersign.toolcall.RunDetails;
import dev.countersign.toolcall.StartFailure;

/// Runs commands. What can be started is an [ApprovedCall] and nothing else.
///
/// Each command is a fresh `bash -c` with exactly the approved bytes, in the directory of the call,
/// with stdin from `/dev/null`, in a session and process group of its own where the system has them
/// (RUN-1). Safe on any thread, virtual ones included.
public interface ExecutionEngine extends AutoCloseable {
    /// For the log and for `doctor`: `portable` or `linux`.
    String name();

    /// Starts the command. Blocks for as long as the system takes to make a process, a few
    /// milliseconds. What is expected to fail is a result, not an exception.
    ///
    /// @param sink takes the output from a thread of the engine; see there
    StartResult start(ApprovedCall call, OutputSink sink);

    /// Starts the command for show: what it writes goes to layers above the workspace, and there is
    /// no network (ASK-7). Blocks as [#start] does.
    ///
    /// @param rehearsals makes the layers
    /// @param place where they are, made already
    default StartResult rehearse(
            ApprovedRehearsal rehearsal,
            Rehearsals rehearsals,
            RehearsalPlace place,
            OutputSink sink) {
        return new StartResult.Failed(
                StartFailure.UNKNOWN, "nothing can be rehearsed by the engine " + name());
    }

    /// What is left of a command of an earlier console.
    ///
    /// @param pid of its shell
    /// @param details as they were kept when it was started
    OrphanedCommand orphan(long pid, RunDetails details);

    /// Stops every tree that is still running, and what ended commands left behind, and returns
    /// when they are gone, or after five seconds (RUN-3). Blocks. Later starts fail.
    @Override
    void close();
}
