package dev.countersign.execution;

import java.util.function.Supplier;

/// Sends signals. Safe on any thread, never blocks.
interface Signals {
    /// To every process of a group that is surely a command's own.
    ///
    /// @return whether there was such a group
    boolean sendToGroup(long group, Signal signal);

    /// Whether any process of this group is left, as far as the system tells.
    boolean groupExists(long group);

    /// To exactly this process; not to a later one with its number.
    void send(ProcessIdentity process, Signal signal);

    /// Whether processes can be held and let go on here.
    boolean canPause();

    /// Those that work best here.
    ///
    /// @param times as the settings say now
    static Signals ofThisSystem(ProcessTable table, Supplier<StopTimes> times) {
        return KillCall.isHere()
                ? new KillCall(table)
                : new HandleSignals(table, TaskKill.ofThisSystem(System.getenv(), times));
    }
}
