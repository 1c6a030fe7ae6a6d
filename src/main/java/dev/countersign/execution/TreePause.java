package dev.countersign.execution;

/// Holds whole process trees by SIGSTOP and lets them go on. Safe on any thread; reads `/proc`.
final class TreePause {
    /// A tree that makes processes while it is being stopped is looked at again so often.
    private static final int LOOKS = 5;

    private final ProcessTable table;
    private final Signals signals;

    TreePause(ProcessTable table, Signals signals) {
        this.table = table;
        this.signals = signals;
    }

    /// Stops every process of the tree.
    ///
    /// @return whether all of them are held now
    boolean hold(ProcessTree tree) {
        if (!signals.canPause()) {
            return false;
        }
        for (int look = 0; look < LOOKS; look++) {
            ProcessTree.Members members = tree.membersOf(ProcessSnapshot.of(table));
            if (members.running().stream().allMatch(entry -> entry.load().stopped())) {
                return !members.running().isEmpty();
            }
            members.send(signals, Signal.STOP);
        }
        // The signal is sent; a process in the middle of a system call shows it a little later.
        return true;
    }

    void letGoOn(ProcessTree tree) {
        tree.membersOf(ProcessSnapshot.of(table)).send(signals, Signal.CONTINUE);
    }
}
