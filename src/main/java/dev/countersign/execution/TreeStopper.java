package dev.countersign.execution;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ends process trees: SIGTERM, 200 ms, SIGKILL, and SIGKILL again for whatever is found until
/// nothing is, or five seconds have passed (RUN-3); a person may set other times.
///
/// Has one platform thread from the start, since a machine that is full of processes may have no
/// thread to spare when one is needed to stop them. All stops share its snapshots, so that a
/// thousand at once cost little more than one.
final class TreeStopper implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(15);
    private static final Duration AFTER_FAILURE = Duration.ofMillis(200);
    private static final Logger LOG = LoggerFactory.getLogger(TreeStopper.class);

    private final String marker;
    private final ProcessTable table;
    private final Signals signals;
    private final Supplier<StopTimes> times;
    private final BlockingQueue<Stop> arrivals = new LinkedBlockingQueue<>();
    private final Thread thread;
    private volatile boolean closing;

    /// Starts the thread.
    ///
    /// @param environment tells what the processes of all commands carry
    /// @param times as the settings say now
    TreeStopper(
            ProcessTable table,
            Signals signals,
            CommandEnvironment environment,
            Supplier<StopTimes> times) {
        this.times = times;
        this.marker = environment.markerOfAll();
        this.table = table;
        this.signals = signals;
        this.thread = Thread.ofPlatform().daemon().name("stopper").start(this::run);
    }

    /// How a stop came out.
    ///
    /// @param forced whether anything had to be killed
    /// @param survivors what still ran when the time was up
    /// @param suspects what may belong to the tree and was left alone
    record Report(boolean forced, List<ProcessIdentity> survivors, List<ProcessIdentity> suspects) {
        Report {
            survivors = List.copyOf(survivors);
            suspects = List.copyOf(suspects);
        }

        /// All that a person is to be told of.
        List<ProcessIdentity> stillThere() {
            List<ProcessIdentity> all = new ArrayList<>(survivors);
            all.addAll(suspects);
            return List.copyOf(all);
        }

        /// What ended the tree in the end.
        Signal signal() {
            return forced ? Signal.KILL : Signal.TERMINATE;
        }
    }

    /// Begins to stop a tree and returns at once.
    ///
    /// @param done is told once, on this stopper's thread
    void stop(ProcessTree tree, Consumer<Report> done) {
        arrivals.add(new Stop(tree, times.get(), done));
    }

    /// How long a stop may take now, until what survived it is named.
    Duration limit() {
        return times.get().limit();
    }

    /// As [#stop], but with SIGKILL from the first.
    void kill(ProcessTree tree, Consumer<Report> done) {
        StopTimes atOnce = new StopTimes(Duration.ZERO, times.get().limit());
        arrivals.add(new Stop(tree, atOnce, done));
    }

    /// Ends the thread when the stops that were begun are through. Does not wait.
    @Override
    public void close() {
        closing = true;
        thread.interrupt();
    }

    private void run() {
        List<Stop> active = new ArrayList<>();
        while (!(closing && active.isEmpty() && arrivals.isEmpty())) {
            take(active);
            try {
                step(active);
            } catch (RuntimeException exception) {
                LOG.warn("Processes cannot be looked at, their groups are stopped", exception);
                active.forEach(Stop::sendWithoutLooking);
                LockSupport.parkNanos(AFTER_FAILURE.toNanos());
            }
        }
    }

    private void take(List<Stop> active) {
        try {
            @Nullable Stop first =
                    active.isEmpty() && !closing
                            ? arrivals.take()
                            : arrivals.poll(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
            if (first != null) {
                active.add(first);
            }
            arrivals.drainTo(active);
        } catch (InterruptedException _) {
            // Only close() interrupts, and the loop looks at its flag.
        }
    }

    private void step(List<Stop> active) {
        if (active.isEmpty()) {
            return;
        }
        ProcessSnapshot snapshot = ProcessSnapshot.of(table);
        long now = System.nanoTime();
        for (Iterator<Stop> each = active.iterator(); each.hasNext(); ) {
            Stop stop = each.next();
            Optional<Report> report = stop.step(snapshot, now);
            if (report.isPresent()) {
                each.remove();
                stop.done.accept(report.get());
            }
        }
    }

    /// One tree on its way out. Confined to the stopper's thread.
    private final class Stop {
        private final ProcessTree tree;
        private final StopTimes times;
        private final Consumer<Report> done;
        private final long begun = System.nanoTime();
        private boolean asked;
        private boolean forced;

        Stop(ProcessTree tree, StopTimes times, Consumer<Report> done) {
            this.tree = tree;
            this.times = times;
            this.asked = times.grace().isZero();
            this.done = done;
        }

        Optional<Report> step(ProcessSnapshot snapshot, long now) {
            ProcessTree.Members members = tree.membersOf(snapshot);
            Duration elapsed = Duration.ofNanos(now - begun);
            if (members.running().isEmpty() || elapsed.compareTo(times.limit()) >= 0) {
                return Optional.of(
                        new Report(
                                forced,
                                members.running().stream().map(ProcessEntry::identity).toList(),
                                tree.suspectsIn(snapshot, marker)));
            }
            if (!asked) {
                asked = true;
                send(members, Signal.TERMINATE);
                if (members.running().stream().anyMatch(entry -> entry.load().stopped())) {
                    // What is held sees the signal only when it goes on.
                    send(members, Signal.CONTINUE);
                }
            } else if (elapsed.compareTo(times.grace()) >= 0) {
                forced = true;
                send(members, Signal.KILL);
            }
            return Optional.empty();
        }

        /// As far as one gets without knowing what there is. The next look may succeed.
        void sendWithoutLooking() {
            tree.unreapedGroup()
                    .ifPresent(group ->
                            signals.sendToGroup(group, asked ? Signal.KILL : Signal.TERMINATE));
            forced = forced || asked;
            asked = true;
        }

        private void send(ProcessTree.Members members, Signal signal) {
            members.send(signals, signal);
        }
    }
}
