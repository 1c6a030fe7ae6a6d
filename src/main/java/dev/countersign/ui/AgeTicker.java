package dev.countersign.ui;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/// The present, once a second, for ages that count up. Confined to the FX thread; starts a daemon
/// thread, since an animation, however slow, has the toolkit make sixty frames a second.
public final class AgeTicker {
    private final ReadOnlyObjectWrapper<Instant> now;
    private final AtomicBoolean underWay = new AtomicBoolean();
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("age-ticker").factory());

    public AgeTicker(InstantSource clock, UiFeed feed) {
        now = new ReadOnlyObjectWrapper<>(clock.instant());
        var _ = thread.scheduleAtFixedRate(() -> tick(clock, feed), 1, 1, TimeUnit.SECONDS);
    }

    /// One that has not been heard yet is not followed by another.
    private void tick(InstantSource clock, UiFeed feed) {
        if (underWay.compareAndSet(false, true)) {
            feed.execute(() -> {
                underWay.set(false);
                // One that was under way when it was stopped is heard by nobody any more.
                if (!thread.isShutdown()) {
                    now.set(clock.instant());
                }
            });
        }
    }

    public ReadOnlyObjectProperty<Instant> nowProperty() {
        return now.getReadOnlyProperty();
    }

    public Instant now() {
        return now.get();
    }

    public void stop() {
        thread.shutdownNow();
    }
}
