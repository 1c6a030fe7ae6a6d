package dev.countersign.execution;

import static org.junit.jupiter.api.Assertions.fail;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Waits for conditions that nothing announces.
final class Eventually {
    private static final Duration CAP = Duration.ofSeconds(30);
    private static final Duration STEP = Duration.ofMillis(5);

    private Eventually() {}

    static void holds(BooleanSupplier condition, Supplier<String> otherwise) {
        long deadline = System.nanoTime() + CAP.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                fail(otherwise.get());
            }
            LockSupport.parkNanos(STEP.toNanos());
        }
    }
}
