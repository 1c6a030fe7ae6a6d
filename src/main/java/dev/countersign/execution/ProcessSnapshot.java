package dev.countersign.execution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The processes of one moment, with what else was read about them since: each environment is read
/// once, however many trees ask. Confined to one thread, and to be thrown away soon.
final class ProcessSnapshot {
    private final ProcessTable table;
    private final List<ProcessEntry> entries;
    private final Map<Long, List<ProcessEntry>> children = new HashMap<>();
    private final Map<Long, Optional<String>> markers = new HashMap<>();
    private final Map<Long, Set<String>> pipes = new HashMap<>();

    private ProcessSnapshot(ProcessTable table, List<ProcessEntry> entries) {
        this.table = table;
        this.entries = List.copyOf(entries);
        for (ProcessEntry entry : entries) {
            children.computeIfAbsent(entry.parent(), _ -> new ArrayList<>()).add(entry);
        }
    }

    /// Looks at all processes.
    ///
    /// @throws IllegalStateException when the system does not tell now
    static ProcessSnapshot of(ProcessTable table) {
        return new ProcessSnapshot(table, table.snapshot());
    }

    /// Looks at none yet: only for asking about single ones.
    static ProcessSnapshot empty(ProcessTable table) {
        return new ProcessSnapshot(table, List.of());
    }

    List<ProcessEntry> entries() {
        return entries;
    }

    List<ProcessEntry> childrenOf(long pid) {
        return children.getOrDefault(pid, List.of());
    }

    /// What the process carries in [CommandEnvironment#MARKER].
    Optional<String> markerOf(long pid) {
        return markers.computeIfAbsent(
                pid, each -> table.variable(each, CommandEnvironment.MARKER));
    }

    Set<String> outputPipesOf(long pid) {
        return pipes.computeIfAbsent(pid, table::outputPipes);
    }
}
