package dev.countersign.ui;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import javafx.application.Platform;

/// The only way onto the FX thread: lossless, in order, one hand-over for a whole batch.
///
/// [#execute] is safe on any thread and never blocks. A batch is cut at [#LARGEST_BATCH], so that a
/// flood leaves room for keys and frames between two batches.
public final class UiFeed implements Executor {
    /// How many changes are taken in one go.
    static final int LARGEST_BATCH = 2_000;

    private final Executor toFxThread;
    private final Queue<Runnable> changes = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final CopyOnWriteArrayList<Runnable> atBatchEnd = new CopyOnWriteArrayList<>();

    /// A feed over any executor, for tests.
    ///
    /// @param toFxThread runs a task on the FX thread some time later, in order
    UiFeed(Executor toFxThread) {
        this.toFxThread = toFxThread;
    }

    /// The feed of a running JavaFX platform.
    public static UiFeed ofPlatform() {
        return new UiFeed(Platform::runLater);
    }

    @Override
    public void execute(Runnable change) {
        changes.add(change);
        schedule();
    }

    /// Has a task run on the FX thread behind each batch.
    public void atBatchEnd(Runnable task) {
        atBatchEnd.add(task);
    }

    private void schedule() {
        if (scheduled.compareAndSet(false, true)) {
            toFxThread.execute(this::drain);
        }
    }

    private void drain() {
        // Cleared first: what is added from here on either is taken below or schedules anew.
        scheduled.set(false);
        int taken = 0;
        try {
            for (Runnable change = changes.poll(); change != null; change = changes.poll()) {
                change.run();
                if (++taken == LARGEST_BATCH) {
                    break;
                }
            }
        } finally {
            if (!changes.isEmpty()) {
                schedule();
            }
            atBatchEnd.forEach(Runnable::run);
        }
    }
}
