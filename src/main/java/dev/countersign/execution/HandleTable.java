package dev.countersign.execution;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What Java itself can tell of processes, for systems without `/proc`: parents, but no groups, no
/// sessions and no environments.
final class HandleTable implements ProcessTable {
    @Override
    public List<ProcessEntry> snapshot() {
        return ProcessHandle.allProcesses().map(HandleTable::entry).toList();
    }

    @Override
    public Optional<ProcessEntry> find(long pid) {
        return ProcessHandle.of(pid).map(HandleTable::entry);
    }

    @Override
    public Optional<String> variable(long pid, String name) {
        return Optional.empty();
    }

    @Override
    public Set<String> outputPipes(long pid) {
        return Set.of();
    }

    private static ProcessEntry entry(ProcessHandle process) {
        ProcessHandle.Info info = process.info();
        long start = info.startInstant().map(Instant::toEpochMilli).orElse(0L);
        return new ProcessEntry(
                new ProcessIdentity(process.pid(), start, info.command().orElse("")),
                process.parent().map(ProcessHandle::pid).orElse(0L),
                0,
                0,
                !process.isAlive(),
                new ProcessLoad(
                        info.totalCpuDuration().map(Duration::toMillis).orElse(0L), 0, false));
    }
}
