package dev.countersign.supervision;

import dev.countersign.toolcall.AgentSession;
import java.util.Optional;

/// What an agent's hooks can make the console do. Nothing here decides a call: a ticket only starts
/// what was approved, once.
///
/// Safe on any thread.
public interface HookGateway {
    /// Takes a command that the agent is about to run itself. Returns at once.
    HookedCall hook(AgentSession session, HookRequest request);

    /// Whether the ticket stands for an approved command that was not started yet.
    boolean isOpenTicket(String ticket);

    /// Has what the ticket stands for run now; empty for a ticket that is unknown, was used before,
    /// or is too old.
    Optional<TicketRun> claim(String ticket);

    /// What a command that was handed over came to, in the agent's own words. Does nothing where
    /// the call is not known.
    void reported(AgentSession session, String toolUseId, String text);

    /// The agent's own session is over, see [AgentIntroduction#sessionName].
    void sessionEnded(AgentSession session);
}
