package dev.countersign.execution;

import dev.countersign.toolcall.StartFailure;
import dev.countersign.toolcall.StopCause;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The commands of one engine that run now, and the end of them all.
///
/// Safe on any thread: starts share a lock that closing takes alone, so that no command slips in
/// behind a closing engine.
final class RunningTrees {
    /// Over the stopper's own limit, after which it reports what survived.
    private static final Duration FOR_ITS_REPORT = Duration.ofMillis(500);

    private static final Logger LOG = LoggerFactory.getLogger(RunningTrees.class);

    private final ProcessTable table;
    private final TreeStopper stopper;
    private final CommandEnvironment environment;
    private final Set<CommandLifecycle> commands = ConcurrentHashMap.newKeySet();
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private boolean closed;

    RunningTrees(ProcessTable table, TreeStopper stopper, CommandEnvironment environment) {
        this.table = table;
        this.stopper = stopper;
        this.environment = environment;
    }

    StartResult whileOpen(Supplier<StartResult> start) {
        lock.readLock().lock();
        try {
            if (closed) {
                return new StartResult.Failed(
                        StartFailure.UNKNOWN,
                        "the console is closing, nothing is started any more");
            }
            return start.get();
        } finally {
            lock.readLock().unlock();
        }
    }

    void add(CommandLifecycle command) {
        commands.add(command);
    }

    void remove(CommandLifecycle command) {
        commands.remove(command);
    }

    /// Stops everything and waits for it. What ended commands left behind is found by the marker.
    void close() {
        lock.writeLock().lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
        } finally {
            lock.writeLock().unlock();
        }
        List<CommandLifecycle> open = List.copyOf(commands);
        open.forEach(command -> command.stop(StopCause.CONSOLE_CLOSING));
        List<ProcessTree> trees = open.stream().map(CommandLifecycle::tree).toList();
        CountDownLatch rest = new CountDownLatch(1);
        stopper.stop(
                ProcessTree.ofMarker(table, environment.markerOfAll(), trees),
                report -> {
                    report.survivors().forEach(left -> LOG.warn("Could not be stopped: {}", left));
                    rest.countDown();
                });
        awaitAll(open, rest, stopper.limit().plus(FOR_ITS_REPORT));
    }

    /// An interrupt does not cut this short, since then commands would outlive the console.
    private static void awaitAll(List<CommandLifecycle> open, CountDownLatch rest, Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        boolean interrupted = false;
        boolean waiting = true;
        while (waiting) {
            try {
                awaitAll(open, rest, deadline);
                waiting = false;
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitAll(List<CommandLifecycle> open, CountDownLatch rest, long deadline)
            throws InterruptedException {
        for (CommandLifecycle command : open) {
            if (command.await(until(deadline)).isEmpty()) {
                LOG.warn("{} has not ended in time: {}", command.id(), command.survivors());
            }
        }
        if (!rest.await(until(deadline).toNanos(), TimeUnit.NANOSECONDS)) {
            LOG.warn("Some processes of ended commands may still run");
        }
    }

    private static Duration until(long deadline) {
        return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    }
}
