package dev.countersign.execution;

import dev.countersign.toolcall.RunDetails;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// What is left of a command whose console was killed: processes that can be watched and stopped.
/// What they print is lost, since their pipes have no reader any more.
///
/// Safe on any thread. Reads `/proc`.
public final class OrphanedCommand {
    private final ProcessTable table;
    private final ProcessTree tree;
    private final TreeStopper stopper;
    private final TreePause pause;

    OrphanedCommand(
            ProcessTable table, TreeStopper stopper, TreePause pause, long pid, RunDetails found) {
        this.table = table;
        this.stopper = stopper;
        this.pause = pause;
        this.tree =
                ProcessTree.ofOrphans(
                        table,
                        new ProcessIdentity(pid, found.leaderStart(), "bash"),
                        found.marker());
    }

    /// What of it runs now.
    public List<ProcessIdentity> processes() {
        return tree.membersOf(ProcessSnapshot.of(table)).running().stream()
                .map(ProcessEntry::identity)
                .toList();
    }

    public boolean owns(long pid) {
        return tree.owns(pid);
    }

    /// Stops all of it: SIGTERM, 200 ms, SIGKILL. Returns at once.
    ///
    /// @return what could not be stopped, within five seconds
    public CompletableFuture<List<ProcessIdentity>> stop() {
        CompletableFuture<List<ProcessIdentity>> survivors = new CompletableFuture<>();
        stopper.stop(tree, report -> survivors.complete(report.survivors()));
        return survivors;
    }

    /// As [#stop], by SIGKILL at once.
    public CompletableFuture<List<ProcessIdentity>> kill() {
        CompletableFuture<List<ProcessIdentity>> survivors = new CompletableFuture<>();
        stopper.kill(tree, report -> survivors.complete(report.survivors()));
        return survivors;
    }

    public boolean pause() {
        return pause.hold(tree);
    }

    public void resume() {
        pause.letGoOn(tree);
    }
}
