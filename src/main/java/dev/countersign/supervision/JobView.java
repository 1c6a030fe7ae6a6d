package dev.countersign.supervision;

import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.toolcall.ToolCallId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/// How one job is doing now: what changes from second to second. Everything else stands in its
/// `CallRecord`.
///
/// @param remark a sentence for people: why it waits or is held, what an ended job left running
/// @param placeInLine 1 for the next; only for one that waits for a place to run in
/// @param pid of its shell, once it runs
/// @param overLimit whether it printed as much as one run may, and the person is asked
/// @param orphan whether it runs since before this console: what it prints is lost
/// @param adopted whether the person took an orphan over, so that agents see it again
/// @param terminal whether a person can type into it and resize it
/// @param processorShare of one processor in the last second, all processes together
/// @param residentBytes memory, what processes share counted for each
/// @param processes of the whole tree, a parent before its children; also those that an ended
///   command left behind
/// @param ports that it listens on; only for those that [JobDesk#showPortsOf] names
/// @param outputBytes stdout and stderr so far
/// @param outputBytesPerSecond in the last second
/// @param lastLine of its output, without control characters, at most 200 characters
public record JobView(
        ToolCallId id,
        AgentSessionId agent,
        JobState state,
        Optional<String> remark,
        OptionalInt placeInLine,
        OptionalLong pid,
        boolean overLimit,
        boolean orphan,
        boolean adopted,
        boolean terminal,
        double processorShare,
        long residentBytes,
        List<JobProcess> processes,
        Set<Integer> ports,
        long outputBytes,
        long outputBytesPerSecond,
        String lastLine) {
    public JobView {
        processes = List.copyOf(processes);
        ports = Set.copyOf(ports);
    }
}
