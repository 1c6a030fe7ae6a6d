package dev.countersign.ui.output;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

/// Runs tasks one after the other in the order they came, on another executor. Safe on any thread.
final class InOrder implements Executor {
    private final Executor executor;
    private final Object lock = new Object();

    // Guarded by lock.
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private boolean running;

    InOrder(Executor executor) {
        this.executor = executor;
    }

    @Override
    public void execute(Runnable task) {
        synchronized (lock) {
            waiting.add(task);
            if (running) {
                return;
            }
            running = true;
        }
        executor.execute(this::runAll);
    }

    private void runAll() {
        while (true) {
            Runnable next;
            synchronized (lock) {
                Runnable polled = waiting.poll();
                if (polled == null) {
                    running = false;
                    return;
                }
                next = polled;
            }
            next.run();
        }
    }
}
