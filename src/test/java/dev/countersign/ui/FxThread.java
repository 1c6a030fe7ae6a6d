package dev.countersign.ui;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import javafx.application.Platform;

/// The FX thread as tests see it: they have things done there, and wait until something holds. Not
/// to be called on the FX thread itself.
public final class FxThread {
    /// After this long a test has failed, whatever the machine has to do besides.
    public static final Duration PATIENCE = Duration.ofSeconds(60);

    /// Whoever is waited for has other things to do, too.
    private static final long BETWEEN_LOOKS_NANOS = 3_000_000;

    private FxThread() {}

    /// Does something there, behind all that was handed over before. Blocks until it is done.
    ///
    /// @throws java.util.concurrent.ExecutionException where the task throws, also an assertion
    public static <T> T call(Callable<T> task) throws Exception {
        FutureTask<T> result = new FutureTask<>(task);
        Platform.runLater(result);
        return result.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /// As [#call], without an answer.
    public static void run(Runnable task) throws Exception {
        call(() -> {
            task.run();
            return true;
        });
    }

    /// Waits until something holds on the FX thread.
    ///
    /// @param what the end of a sentence: waited in vain until …
    public static void await(String what, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!call(condition)) {
            look(what, end);
        }
    }

    /// Waits until something holds that this thread can see.
    ///
    /// @param what the end of a sentence: waited in vain until …
    public static void awaitHere(String what, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.call()) {
            look(what, end);
        }
    }

    private static void look(String what, long end) throws TimeoutException {
        if (System.nanoTime() > end) {
            throw new TimeoutException("waited in vain until " + what);
        }
        LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
    }
}
