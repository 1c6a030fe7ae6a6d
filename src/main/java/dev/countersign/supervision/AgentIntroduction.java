package dev.countersign.supervision;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// What a connection tells of itself before its first call.
///
/// @param name the client's own name, `claude-code`; empty when it told none
/// @param version the client's own version, may be empty
/// @param pid the agent's process, from the bridge or from the system
/// @param directory where it says it works, from the bridge or from the system
/// @param sessionName the agent's own name for its session, where it tells one: hooks do. Such a
///   session lasts longer than the connection
/// @param limit after which it gives up on a call, where the bridge was told; positive
/// @param roots its first `file://` roots, if it told any
public record AgentIntroduction(
        Optional<String> name,
        String version,
        Optional<String> sessionName,
        OptionalLong pid,
        Optional<Path> directory,
        Optional<Duration> limit,
        List<Path> roots) {
    /// An agent whose session is its connection.
    public AgentIntroduction(
            Optional<String> name,
            String version,
            OptionalLong pid,
            Optional<Path> directory,
            List<Path> roots) {
        this(name, version, Optional.empty(), pid, directory, Optional.empty(), roots);
    }

    public AgentIntroduction {
        roots = List.copyOf(roots);
    }
}
