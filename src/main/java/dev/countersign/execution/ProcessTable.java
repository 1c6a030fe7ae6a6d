package dev.countersign.execution;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What processes there are. Safe on any thread; blocks for as long as the system takes to tell.
interface ProcessTable {
    /// All that can be seen; it is never quite of one moment.
    ///
    /// @throws IllegalStateException when the system does not tell now
    List<ProcessEntry> snapshot();

    Optional<ProcessEntry> find(long pid);

    /// The value of a variable in the environment that the process was started with. Empty where
    /// there is none, or where that cannot be read.
    Optional<String> variable(long pid, String name);

    /// What stdout and stderr of a process go to, where these are pipes: `pipe:[4711]`. Empty where
    /// that cannot be read.
    Set<String> outputPipes(long pid);

    static ProcessTable ofThisSystem() {
        return ProcfsTable.isHere() ? new ProcfsTable() : new HandleTable();
    }
}
