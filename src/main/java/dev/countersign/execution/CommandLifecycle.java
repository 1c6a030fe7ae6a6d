package dev.countersign.execution;

import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.StopCause;
import dev.countersign.toolcall.ToolCallId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What a command is whichever engine runs it: its tree, its ending and its output. The engine adds
/// who reads its pipes and who notices its end.
///
/// Safe on any thread.
final class CommandLifecycle implements RunningCommand {
    private final ToolCallId id;
    private final long pid;
    private final Instant startedAt;
    private final ProcessTable table;
    private final Signals signals;
    private final ProcessTree tree;
    private final TreeStopper stopper;
    private final CommandOutput output;
    private final RunEnding ending = new RunEnding();

    CommandLifecycle(
            ToolCallId id,
            long pid,
            Instant startedAt,
            ProcessTable table,
            Signals signals,
            ProcessTree tree,
            TreeStopper stopper,
            CommandOutput output) {
        this.id = id;
        this.pid = pid;
        this.startedAt = startedAt;
        this.table = table;
        this.signals = signals;
        this.tree = tree;
        this.stopper = stopper;
        this.output = output;
    }

    RunEnding ending() {
        return ending;
    }

    ProcessTree tree() {
        return tree;
    }

    /// Notes the end of the shell, just after its number was set free.
    void leaderReaped(Outcome ending) {
        tree.leaderReaped();
        if (hasGroup()) {
            // Remembered now, while the group's number can belong to nobody else.
            Thread.ofVirtual().name("left-" + id).start(this::processes);
        }
        this.ending.leaderEnded(ending);
    }

    /// Whether something of the shell's process group is left, just after its end.
    boolean hasGroup() {
        return tree.formerGroup().filter(signals::groupExists).isPresent();
    }

    @Override
    public ToolCallId id() {
        return id;
    }

    @Override
    public long pid() {
        return pid;
    }

    @Override
    public Instant startedAt() {
        return startedAt;
    }

    @Override
    public Outcome await() throws InterruptedException {
        return ending.await();
    }

    @Override
    public Optional<Outcome> await(Duration limit) throws InterruptedException {
        return ending.await(limit);
    }

    @Override
    public void stop(StopCause cause) {
        if (ending.requestStop(cause) || ending.isTold()) {
            stopper.stop(tree, ending::treeStopped);
        }
    }

    @Override
    public void timeOut(Duration after) {
        if (ending.requestTimeOut(after)) {
            stopper.stop(tree, ending::treeStopped);
        }
    }

    @Override
    public boolean owns(long candidate) {
        return tree.owns(candidate);
    }

    @Override
    public List<ProcessIdentity> processes() {
        return tree.membersOf(ProcessSnapshot.of(table)).running().stream()
                .map(ProcessEntry::identity)
                .toList();
    }

    @Override
    public List<ProcessIdentity> survivors() {
        return ending.survivors();
    }

    @Override
    public Optional<String> outputFailure() {
        return output.failure();
    }
}
