package dev.countersign.execution;

import dev.countersign.toolcall.Outcome;
import dev.countersign.toolcall.RunDetails;
import dev.countersign.toolcall.StopCause;
import dev.countersign.toolcall.ToolCallId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// What a command is whichever engine runs it: its tree, its ending and its output. The engine adds
/// who reads its pipes and who notices its end.
///
/// Safe on any thread.
final class CommandLifecycle implements RunningCommand {
    private final ToolCallId id;
    private final long pid;
    private final Instant startedAt;
    private final RunDetails details;
    private final TreeCare care;
    private final ProcessTree tree;
    private final CommandOutput output;
    private final Optional<TerminalControl> terminal;
    private final RunEnding ending = new RunEnding();
    private final CompletableFuture<Runnable> readOn = new CompletableFuture<>();

    CommandLifecycle(
            ToolCallId id,
            long pid,
            Instant startedAt,
            RunDetails details,
            TreeCare care,
            ProcessTree tree,
            CommandOutput output,
            Optional<TerminalControl> terminal) {
        this.id = id;
        this.pid = pid;
        this.startedAt = startedAt;
        this.details = details;
        this.care = care;
        this.tree = tree;
        this.output = output;
        this.terminal = terminal;
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
        return tree.formerGroup().filter(care.signals()::groupExists).isPresent();
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
            care.stopper().stop(tree, ending::treeStopped);
        }
    }

    @Override
    public void kill(StopCause cause) {
        boolean _ = ending.requestStop(cause);
        care.stopper().kill(tree, ending::treeStopped);
    }

    @Override
    public boolean pause() {
        return care.pause().hold(tree);
    }

    @Override
    public void resume() {
        care.pause().letGoOn(tree);
    }

    @Override
    public void readOn() {
        CompletableFuture<Void> _ = readOn.thenAccept(Runnable::run);
    }

    @Override
    public Optional<TerminalControl> terminal() {
        return terminal;
    }

    @Override
    public RunDetails details() {
        return details;
    }

    /// Says how the engine is told to offer held output again; once.
    void onReadOn(Runnable action) {
        readOn.complete(action);
    }

    @Override
    public void timeOut(Duration after) {
        if (ending.requestTimeOut(after)) {
            care.stopper().stop(tree, ending::treeStopped);
        }
    }

    @Override
    public boolean owns(long candidate) {
        return tree.owns(candidate);
    }

    @Override
    public List<ProcessIdentity> processes() {
        return tree.membersOf(ProcessSnapshot.of(care.table())).running().stream()
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
