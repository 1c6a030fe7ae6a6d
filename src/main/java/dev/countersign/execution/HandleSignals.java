package dev.countersign.execution;

import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ends processes by what Java offers, for systems without kill(2). Knows no groups.
final class HandleSignals implements Signals {
    private static final Logger LOG = LoggerFactory.getLogger(HandleSignals.class);

    private final ProcessTable table;
    private final Optional<TaskKill> trees;

    /// @param trees ends whole trees, where the system has that
    HandleSignals(ProcessTable table, Optional<TaskKill> trees) {
        this.table = table;
        this.trees = trees;
    }

    @Override
    public boolean sendToGroup(long group, Signal signal) {
        return false;
    }

    @Override
    public boolean groupExists(long group) {
        return false;
    }

    @Override
    public boolean canPause() {
        return false;
    }

    @Override
    public void send(ProcessIdentity process, Signal signal) {
        Optional<ProcessHandle> handle = ProcessHandle.of(process.pid());
        if (handle.isEmpty()
                || process.pid() == ProcessHandle.current().pid()
                || table.find(process.pid())
                        .filter(now -> now.identity().isSameProcessAs(process))
                        .isEmpty()) {
            return;
        }
        switch (signal) {
            case TERMINATE -> handle.get().destroy();
            case KILL -> {
                // First the tree, while it still hangs together.
                trees.ifPresentOrElse(
                        kill -> kill.kill(process.pid()), () -> handle.get().destroyForcibly());
            }
            case INTERRUPT, STOP, CONTINUE, WINDOW_CHANGED ->
                    LOG.debug("{} cannot be sent here", signal);
        }
    }
}
