package dev.countersign.execution;

import java.util.List;
import java.util.Optional;

/// What processes there are. Safe on any thread; blocks for as long as the system takes to tell.
interface ProcessTable {
    /// All that can be seen; it is never quite of one moment.
    List<ProcessEntry> snapshot();

    Optional<ProcessEntry> find(long pid);

    /// Whether the environment that the process was started with holds a variable whose
    /// `NAME=value` begins so. False where that cannot be read.
    boolean hasVariable(long pid, String nameAndValuePrefix);

    static ProcessTable ofThisSystem() {
        return ProcfsTable.isHere() ? new ProcfsTable() : new HandleTable();
    }
}
