package dev.countersign.execution;

import java.util.List;
import java.util.Set;

/// What the processes of one command use.
///
/// @param processorShare of one processor since the last look: 1.5 is one and a half processors
/// @param residentBytes memory that they occupy together, what they share counted for each
/// @param processes a parent before its children, each with its depth in the tree
/// @param ports the TCP ports that they listen on; empty unless somebody asked for them
public record TreeUsage(
        double processorShare, long residentBytes, List<Member> processes, Set<Integer> ports) {
    /// Nothing runs.
    public static final TreeUsage NOTHING = new TreeUsage(0, 0, List.of(), Set.of());

    public TreeUsage {
        processes = List.copyOf(processes);
        ports = Set.copyOf(ports);
    }

    /// One process.
    ///
    /// @param depth 0 for one whose parent is not in the tree
    /// @param command its arguments as they are, cut at [ProcessMeter#MAXIMUM_COMMAND] characters,
    ///   or the program's name where they cannot be read
    /// @param stopped whether it is held by SIGSTOP
    public record Member(
            ProcessIdentity identity,
            int depth,
            String command,
            double processorShare,
            long residentBytes,
            boolean stopped) {}
}
