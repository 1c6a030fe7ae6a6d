package dev.countersign.approval;

import dev.countersign.toolcall.Workspace;
import java.nio.file.Path;

/// What rules have to know around a command.
///
/// @param home the person's home folder, links resolved
/// @param agentSaysDangerous the agent's own flag
public record Circumstances(Workspace workspace, Path home, boolean agentSaysDangerous) {}
