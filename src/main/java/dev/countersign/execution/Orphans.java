package dev.countersign.execution;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/// Collects ended processes that commands left behind and that became children of this process,
/// since it is their subreaper.
///
/// Java's own children must not be taken from it: each has a thread that waits for it and collects
/// it at once. So only what stays uncollected over several looks is an orphan. Confined to the
/// pump's thread.
final class Orphans {
    private static final int LOOKS = 3;
    private static final long OWN_PID = ProcessHandle.current().pid();

    private final ProcessTable table;
    private Map<ProcessIdentity, Integer> seen = new HashMap<>();

    Orphans(ProcessTable table) {
        this.table = table;
    }

    /// One look, to be taken about once a second.
    ///
    /// @param commands collect their shells themselves
    void reap(LinuxCalls calls, Collection<PumpedCommand> commands) {
        if (calls.peekEndedChild().pid() <= 0) {
            seen.clear();
            return;
        }
        Map<ProcessIdentity, Integer> now = new HashMap<>();
        for (ProcessEntry entry : table.snapshot()) {
            if (entry.parent() != OWN_PID || !entry.ended() || isShell(entry, commands)) {
                continue;
            }
            int looks = seen.getOrDefault(entry.identity(), 0) + 1;
            if (looks < LOOKS) {
                now.put(entry.identity(), looks);
            } else {
                calls.reap(entry.pid());
            }
        }
        seen = now;
    }

    private static boolean isShell(ProcessEntry entry, Collection<PumpedCommand> commands) {
        return commands.stream()
                .anyMatch(command -> !command.reaped() && command.lifecycle().pid() == entry.pid());
    }
}
