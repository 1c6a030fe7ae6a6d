package dev.countersign.supervision;

import dev.countersign.toolcall.AgentSession;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// All that a connected agent can make the console do. Nothing here decides a call.
///
/// Safe on any thread. Methods that say so block; call them on virtual threads.
public interface AgentGateway extends HookGateway {
    /// A connection has introduced itself.
    AgentSession connect(AgentIntroduction introduction);

    /// The connection is gone: its waiting calls are withdrawn, its running foreground commands
    /// stopped; background jobs go on.
    void disconnect(AgentSession session);

    /// How long after its arrival a call of this agent must be answered; empty for as long as it
    /// takes.
    ///
    /// @param hearsProgress whether the agent asked to be told how this call goes on
    Optional<Duration> patience(AgentSession session, boolean hearsProgress);

    /// How often an agent that asked for it is told how its call goes on.
    Duration progressInterval();

    /// What agents are held to now.
    AgentLimits limits();

    /// Takes a call. Returns at once; what is wrong with it comes as the answer.
    OpenCall bash(AgentSession session, BashRequest request, CallObserver observer);

    /// What is new of a job's output since this agent last read it. Blocks up to `wait` for news.
    ///
    /// @param bashId as the agent wrote it
    /// @param filter keeps matching lines; what it drops counts as read
    CallReport bashOutput(
            AgentSession session, String bashId, Optional<Pattern> filter, Duration wait)
            throws InterruptedException;

    /// Stops a job with its whole tree and tells its end. Blocks until it is gone.
    CallReport killShell(AgentSession session, String shellId) throws InterruptedException;

    /// The job that a process belongs to, with what is new of its output.
    CallReport checkPid(AgentSession session, long pid) throws InterruptedException;

    /// Stops the job that a process belongs to. Blocks until it is gone.
    CallReport killPid(AgentSession session, long pid) throws InterruptedException;

    /// The jobs of the agent's workspace, oldest first.
    List<JobSummary> listShells(AgentSession session);

    /// Brings the window to the person's eye; what a second start of the console asks for.
    void raiseWindow();
}
