package dev.countersign.supervision;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// What a connection tells of itself before its first call.
///
/// @param name the client's own name, `claude-code`; empty when it told none
/// @param version the client's own version, may be empty
/// @param pid the agent's process, from the bridge or from the system
/// @param directory where it says it works, from the bridge or from the system
/// @param roots its first `file://` roots, if it told any
public record AgentIntroduction(
        Optional<String> name,
        String version,
        OptionalLong pid,
        Optional<Path> directory,
        List<Path> roots) {
    public AgentIntroduction {
        roots = List.copyOf(roots);
    }
}
