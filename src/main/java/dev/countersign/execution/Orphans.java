package dev.countersign.execution;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/// Collects ended processes that commands left behind and that became children of this process,
/// since it is their subreaper.
///
/// Java's own children must not be taken from it: each has a thread that waits for it and collects
/// it at once. So only what stays uncollected for a while is an orphan: for long where it is of the
/// console's own session, as the console's helpers are, for a moment where it is of another, as all
/// commands are. Confined to the pump's thread.
final class Orphans {
    private static final Duration FOREIGN = Duration.ofMillis(200);
    private static final Duration OF_OWN_SESSION = Duration.ofSeconds(2);
    private static final long OWN_PID = ProcessHandle.current().pid();

    private final ProcessTable table;
    private final long ownSession;

    /// Since when each ended process was seen uncollected.
    private Map<ProcessIdentity, Long> seen = new HashMap<>();

    Orphans(ProcessTable table) {
        this.table = table;
        this.ownSession = table.find(OWN_PID).map(ProcessEntry::session).orElse(-1L);
    }

    /// One look.
    ///
    /// @param commands collect their shells themselves
    /// @return whether to look again soon, since something has ended and is not collected
    boolean reap(LinuxCalls calls, Collection<PumpedCommand> commands) {
        long ended = calls.peekEndedChild().pid();
        if (ended <= 0) {
            seen.clear();
            return false;
        }
        if (isShell(ended, commands)) {
            // It hides the others until the pump has come to it.
            return true;
        }
        Map<ProcessIdentity, Long> now = new HashMap<>();
        long time = System.nanoTime();
        for (ProcessEntry entry : table.snapshot()) {
            if (entry.parent() != OWN_PID || !entry.ended() || isShell(entry.pid(), commands)) {
                continue;
            }
            long since = seen.getOrDefault(entry.identity(), time);
            if (time - since < patience(entry).toNanos()) {
                now.put(entry.identity(), since);
            } else {
                calls.reap(entry.pid());
            }
        }
        seen = now;
        return !seen.isEmpty();
    }

    private Duration patience(ProcessEntry entry) {
        return entry.session() == ownSession ? OF_OWN_SESSION : FOREIGN;
    }

    private static boolean isShell(long pid, Collection<PumpedCommand> commands) {
        return commands.stream()
                .anyMatch(command -> !command.reaped() && command.lifecycle().pid() == pid);
    }
}
