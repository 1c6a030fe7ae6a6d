package dev.countersign.supervision;

import dev.countersign.toolcall.AgentSessionId;
import java.util.Set;

/// What the person has switched for all agents or for one, until they switch it back or the agent
/// leaves.
///
/// @param holdAll nothing starts, whoever asked for it
/// @param held nothing starts of these
/// @param dryRun calls of these are judged and answered at once and never run
public record SessionSwitches(
        boolean holdAll, Set<AgentSessionId> held, Set<AgentSessionId> dryRun) {
    public static final SessionSwitches NONE = new SessionSwitches(false, Set.of(), Set.of());

    public SessionSwitches {
        held = Set.copyOf(held);
        dryRun = Set.copyOf(dryRun);
    }

    /// Whether nothing of this agent starts now.
    public boolean holds(AgentSessionId agent) {
        return holdAll || held.contains(agent);
    }
}
