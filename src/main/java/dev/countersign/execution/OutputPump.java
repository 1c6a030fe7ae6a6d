package dev.countersign.execution;

import dev.countersign.toolcall.Outcome;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads the pipes of all commands and notices their ends, by one epoll on one platform thread.
///
/// Other threads only leave tasks and wake it. Every command has a key that is never used again,
/// since descriptor numbers come back at once.
final class OutputPump implements AutoCloseable {
    /// The usual capacity of a pipe: one read of this empties it.
    private static final int PIPE_BYTES = 64 * 1024;

    /// As much is read at once from a pipe that was grown.
    private static final int BUFFER_BYTES = 512 * 1024;

    /// A user may have only so many large pipes; then new ones shrink. So only those grow that
    /// flood.
    private static final int LARGE_PIPES = 16;

    private static final int LARGE_PIPE_BYTES = 1024 * 1024;

    /// A flood is let come together for so long: woken for each few kilobytes, writer and reader
    /// would spend more time on waking each other than on the bytes. A grown pipe takes longer to
    /// fill.
    private static final Duration REST = Duration.ofNanos(200_000);

    /// So that one flooding command does not keep the others waiting.
    private static final int READS_PER_TURN = 4;

    private static final Duration SOON = Duration.ofMillis(10);
    private static final Duration LEFT_PIPES_PAUSE = Duration.ofMillis(100);
    private static final Duration ORPHANS_PAUSE = Duration.ofSeconds(1);

    /// The same just after something ended.
    private static final Duration ORPHANS_SOON = Duration.ofMillis(100);

    /// The lowest two bits of a key tell which descriptor of a command it is.
    private static final int KEY_BITS = 2;

    private static final long PID_KEY = 3;
    private static final long WAKE_KEY = -1;
    private static final Logger LOG = LoggerFactory.getLogger(OutputPump.class);

    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Map<Long, PumpedCommand> commands = new HashMap<>();

    /// Keys of the few that need a look without an event: their last bytes are awaited, or the
    /// system would not watch a descriptor.
    private final Set<Long> attended = new LinkedHashSet<>();

    private final List<Integer> leftPipes = new ArrayList<>();
    private final RunningTrees running;
    private final Orphans orphans;
    private final Object wakeLock = new Object();
    private final LinuxCalls wakeCalls = new LinuxCalls(Arena.ofAuto());
    private final int epoll;
    private final int wake;
    private final Thread thread;
    private final LinuxCalls calls = new LinuxCalls(Arena.ofAuto());
    private final MemorySegment buffer = Arena.ofAuto().allocate(BUFFER_BYTES, 64);
    private final ByteBuffer bytes = buffer.asByteBuffer();
    private volatile boolean closing;
    private boolean wakeClosed;
    private int largePipes;
    private long nextKey;
    private long nextLeftPipes;
    private long nextOrphans;
    private boolean orphansSoon;
    private boolean restful;

    /// Starts the thread.
    ///
    /// @throws IllegalStateException when the system refuses, with the reason
    OutputPump(RunningTrees running, Orphans orphans) {
        this.running = running;
        this.orphans = orphans;
        this.epoll = checked("epoll_create1", wakeCalls.createEpoll());
        this.wake = checked("eventfd", wakeCalls.createEventCounter());
        checked("epoll_ctl", wakeCalls.epollAdd(epoll, wake, WAKE_KEY));
        this.thread = Thread.ofPlatform().daemon().name("pump").start(this::run);
    }

    /// Watches a command from now on. Any thread.
    void add(PumpedCommand command) {
        execute(() -> admit(command));
    }

    /// Ends the thread once no command is left, and waits for that for a moment.
    @Override
    public void close() {
        closing = true;
        wakeUp();
        try {
            if (!thread.join(Duration.ofSeconds(2))) {
                LOG.warn("The output pump has not ended in time");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            LOG.warn("Not waited for the end of the output pump");
        }
    }

    private void execute(Runnable task) {
        tasks.add(task);
        wakeUp();
    }

    private void wakeUp() {
        synchronized (wakeLock) {
            if (!wakeClosed) {
                wakeCalls.raiseEventCounter(wake);
            }
        }
    }

    private void run() {
        while (!(closing && commands.isEmpty() && tasks.isEmpty())) {
            int ready = calls.epollWait(epoll, timeoutMillis());
            for (int i = 0; i < ready; i++) {
                long key = calls.readyKey(i);
                guarded(() -> handle(key));
            }
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                guarded(task);
            }
            guarded(this::attend);
            if (restful) {
                restful = false;
                LockSupport.parkNanos(REST.toNanos());
            }
        }
        release();
    }

    /// One command's trouble must not end the reading of all.
    private static void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error exception) {
            LOG.error("The output pump goes on after a failure", exception);
        }
    }

    private int timeoutMillis() {
        if (!attended.isEmpty()) {
            return (int) SOON.toMillis();
        }
        boolean idle = leftPipes.isEmpty() && !orphansSoon;
        return (int) (idle ? ORPHANS_PAUSE : LEFT_PIPES_PAUSE).toMillis();
    }

    private void handle(long key) {
        if (key == WAKE_KEY) {
            calls.clearEventCounter(wake);
            return;
        }
        PumpedCommand command = commands.get(key >> KEY_BITS);
        if (command == null) {
            return;
        }
        long part = key & PID_KEY;
        if (part == PID_KEY) {
            checkEnd(command);
            return;
        }
        for (PumpedCommand.Source source : command.sources()) {
            if (source.part() == part) {
                readSome(command, source);
            }
        }
    }

    private void admit(PumpedCommand command) {
        long key = nextKey++;
        commands.put(key, command);
        command.sources().forEach(source -> watch(key, source));
        int pidDescriptor = command.pidDescriptor();
        if (pidDescriptor >= 0
                && calls.epollAdd(epoll, pidDescriptor, (key << KEY_BITS) | PID_KEY) < 0) {
            calls.close(pidDescriptor);
            command.forgetPidDescriptor();
        }
        if (isUnwatched(command)) {
            attended.add(key);
        }
        command.lifecycle().onReadOn(() -> execute(() -> readOn(key)));
        command.lifecycle().ending().whenOver(() -> execute(() -> startDraining(key)));
    }

    private void attend() {
        long now = System.nanoTime();
        for (long key : List.copyOf(attended)) {
            PumpedCommand command = commands.get(key);
            if (command == null) {
                attended.remove(key);
                continue;
            }
            if (isUnwatched(command)) {
                checkEnd(command);
                command.sources().forEach(source -> readSome(command, source));
            }
            if (command.draining() && command.isDrained(now)) {
                finishUnlessThereIsMore(key, command, now);
            }
        }
        if (now - nextLeftPipes >= 0) {
            nextLeftPipes = now + LEFT_PIPES_PAUSE.toNanos();
            discardFromLeftPipes();
        }
        if (now - nextOrphans >= 0) {
            orphansSoon = orphans.reap(calls, commands.values());
            nextOrphans = now + (orphansSoon ? ORPHANS_SOON : ORPHANS_PAUSE).toNanos();
        }
    }

    private static boolean isUnwatched(PumpedCommand command) {
        boolean endUnwatched = !command.reaped() && command.pidDescriptor() < 0;
        return endUnwatched
                || (!command.refused()
                        && !command.holding()
                        && command.sources().stream().anyMatch(source -> !source.watched()));
    }

    /// The sink may take again what it left.
    private void readOn(long key) {
        PumpedCommand command = commands.get(key);
        if (command == null || !command.holding()) {
            return;
        }
        command.offerHeld(System.nanoTime());
        if (command.holding() || command.refused()) {
            return;
        }
        for (PumpedCommand.Source source : command.sources()) {
            watch(key, source);
        }
        if (isUnwatched(command)) {
            attended.add(key);
        }
    }

    private void watch(long key, PumpedCommand.Source source) {
        if (!source.watched()) {
            long sourceKey = (key << KEY_BITS) | source.part();
            source.watched(calls.epollAdd(epoll, source.descriptor(), sourceKey) >= 0);
        }
    }

    private void startDraining(long key) {
        PumpedCommand command = commands.get(key);
        if (command != null) {
            command.startDraining(System.nanoTime());
            attended.add(key);
            command.sources().forEach(source -> readSome(command, source));
        }
    }

    private void finishUnlessThereIsMore(long key, PumpedCommand command, long now) {
        command.sources().forEach(source -> readSome(command, source));
        if (command.isDrained(now)) {
            finish(key, command);
        }
    }

    /// Pipes that something left behind holds open are kept and read empty now and then, so that it
    /// is not killed by SIGPIPE for the console's sake.
    private void finish(long key, PumpedCommand command) {
        commands.remove(key);
        attended.remove(key);
        for (PumpedCommand.Source source : command.sources()) {
            if (command.refused()) {
                closeSource(command, source);
            } else {
                unwatch(source);
                forgetLargePipe(source);
                leftPipes.add(source.descriptor());
            }
        }
        closePidDescriptor(command);
        lookForOrphansSoon();
        running.remove(command.lifecycle());
        command.lifecycle().ending().outputRead();
    }

    /// What a command left behind often ends with it.
    private void lookForOrphansSoon() {
        long soon = System.nanoTime() + ORPHANS_SOON.toNanos();
        if (!orphansSoon && nextOrphans - soon > 0) {
            orphansSoon = true;
            nextOrphans = soon;
        }
    }

    private void readSome(PumpedCommand command, PumpedCommand.Source source) {
        for (int turn = 0; turn < READS_PER_TURN && mayRead(command); turn++) {
            int count = calls.read(source.descriptor(), buffer);
            if (count == -LinuxCalls.EAGAIN || count == -LinuxCalls.EINTR) {
                restful |= turn > 0 && source.isBestReadInLargePieces();
                return;
            }
            if (count <= 0) {
                // A terminal that nobody has open any more tells its end by EIO.
                if (count < 0 && count != -LinuxCalls.EIO) {
                    command.failed("cannot read the output: error " + -count);
                }
                closeSource(command, source);
                return;
            }
            bytes.clear().limit(count);
            long now = System.nanoTime();
            if (!command.accept(source.kind(), bytes, now)) {
                // The command waits at its full pipes until the sink takes more, or its end.
                command.sources().forEach(this::unwatch);
                return;
            }
            growIfFlooded(source, count, now);
            if (count < PIPE_BYTES) {
                restful |= source.isBestReadInLargePieces();
                return;
            }
        }
    }

    private static boolean mayRead(PumpedCommand command) {
        return !command.refused() && !command.holding();
    }

    private void growIfFlooded(PumpedCommand.Source source, int count, long now) {
        if (!source.isFlooded(count, now) || largePipes >= LARGE_PIPES) {
            return;
        }
        largePipes++;
        int size = calls.growPipe(source.descriptor(), LARGE_PIPE_BYTES);
        source.markGrown(size >= LARGE_PIPE_BYTES);
        if (size < 0) {
            // A terminal, or the user has too many large pipes already: it goes on as it is.
            LOG.debug("A pipe was not grown: error {}", -size);
        }
    }

    private void checkEnd(PumpedCommand command) {
        if (command.reaped()) {
            return;
        }
        LinuxCalls.ChildEnd end = calls.reap(command.lifecycle().pid());
        if (end.pid() == 0) {
            return;
        }
        command.markReaped();
        closePidDescriptor(command);
        command.lifecycle().leaderReaped(outcomeOf(end, command.behindShell()));
    }

    private static Outcome outcomeOf(LinuxCalls.ChildEnd end, boolean behindShell) {
        if (end.pid() < 0) {
            // Somebody else in this process collected the child; how it ended is not to be known.
            return new Outcome.Lost();
        }
        if (end.exited() && behindShell) {
            return Signal.outcomeOfShell(end.codeOrSignal());
        }
        return end.exited()
                ? new Outcome.Exited(end.codeOrSignal())
                : new Outcome.Signalled(Signal.nameOf(end.codeOrSignal()));
    }

    private void unwatch(PumpedCommand.Source source) {
        if (source.watched()) {
            calls.epollRemove(epoll, source.descriptor());
            source.watched(false);
        }
    }

    private void closeSource(PumpedCommand command, PumpedCommand.Source source) {
        unwatch(source);
        calls.close(source.descriptor());
        forgetLargePipe(source);
        command.remove(source);
    }

    private void forgetLargePipe(PumpedCommand.Source source) {
        if (source.grown()) {
            largePipes--;
        }
    }

    private void closePidDescriptor(PumpedCommand command) {
        if (command.pidDescriptor() >= 0) {
            calls.epollRemove(epoll, command.pidDescriptor());
            calls.close(command.pidDescriptor());
            command.forgetPidDescriptor();
        }
    }

    private void discardFromLeftPipes() {
        for (Iterator<Integer> each = leftPipes.iterator(); each.hasNext(); ) {
            int descriptor = each.next();
            int count = calls.read(descriptor, buffer);
            if (count <= 0 && count != -LinuxCalls.EAGAIN && count != -LinuxCalls.EINTR) {
                calls.close(descriptor);
                each.remove();
            }
        }
    }

    private void release() {
        synchronized (wakeLock) {
            wakeClosed = true;
            calls.close(wake);
        }
        leftPipes.forEach(calls::close);
        calls.close(epoll);
    }

    private static int checked(String name, int result) {
        if (result < 0) {
            throw new IllegalStateException(name + " failed with error " + -result);
        }
        return result;
    }
}
