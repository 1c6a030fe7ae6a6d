package dev.countersign.toolcall;

import java.time.Instant;
import java.util.OptionalLong;

/// One agent as it is connected now: who it says it is, which process it is, where it works.
///
/// The name and version are the agent's own words; the process ids come from the system where it
/// tells them, else from the bridge.
public record AgentSession(
        AgentSessionId id,
        String name,
        String version,
        OptionalLong pid,
        Workspace workspace,
        Instant connectedAt) {
    public static final int MAXIMUM_NAME_LENGTH = 100;

    public AgentSession {
        if (name.isBlank() || name.length() > MAXIMUM_NAME_LENGTH) {
            throw new IllegalArgumentException("agent name must have 1 to 100 characters");
        }
        if (version.length() > MAXIMUM_NAME_LENGTH) {
            throw new IllegalArgumentException("agent version must have at most 100 characters");
        }
    }
}
