package dev.countersign.supervision;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Watches how much room is left where output is kept (OUT-5). While it is too little, nothing new
/// starts and what runs is not read from.
///
/// Has a thread that looks once a second, and more seldom while nothing is written; whoever writes
/// much has it look more often. Safe on any thread.
public final class DiskRoom implements AutoCloseable {
    /// Asks the disk. Quick: the system knows it.
    @FunctionalInterface
    public interface Space {
        /// How many bytes this user may still write.
        long usableBytes() throws IOException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(DiskRoom.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /// While nothing is written and there is room. A console rests most of the day, and each
    /// wake-up keeps the processor from it.
    private static final Duration REST = Duration.ofSeconds(5);

    /// A flood fills a disk by this much at most between two looks.
    private static final long LOOK_AFTER_BYTES = 64L * 1024 * 1024;

    private final Space space;
    private final LongSupplier leastFree;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final AtomicLong written = new AtomicLong();
    private final Thread thread;
    private volatile boolean busy;
    private volatile boolean low;
    private volatile boolean full;
    private volatile boolean closed;

    /// Starts its thread.
    ///
    /// @param leastFree bytes that must be left, asked at each look
    DiskRoom(Space space, LongSupplier leastFree) {
        this.space = space;
        this.leastFree = leastFree;
        this.thread = Thread.ofVirtual().name("disk-room").start(this::run);
    }

    /// Whether there is too little room to start or to write anything.
    boolean isLow() {
        return low;
    }

    /// Is told, on this object's thread or that of a writer, when room went or came back. Must not
    /// block.
    void onChange(Runnable listener) {
        listeners.add(listener);
    }

    /// Something was written; from time to time that makes it look.
    void wrote(long bytes) {
        busy = true;
        long sum = written.addAndGet(bytes);
        if (sum >= LOOK_AFTER_BYTES && written.compareAndSet(sum, 0)) {
            look();
        }
    }

    /// A write failed because there was no room at all, whatever the disk says of itself: quotas
    /// are not always told.
    void refused() {
        full = true;
        look();
    }

    /// Whether a failure means that there is no room. Java tells it by the system's words alone.
    static boolean isForRoom(IOException failure) {
        String words = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
        return words.contains("no space left")
                || words.contains("quota exceeded")
                || words.contains("not enough space");
    }

    /// Looks now.
    void look() {
        boolean now = full || isBelowLeast();
        boolean changed;
        synchronized (this) {
            changed = low != now;
            low = now;
        }
        if (changed) {
            LOG.warn(
                    now ? "There is too little room for output" : "There is room for output again");
            listeners.forEach(Runnable::run);
        }
    }

    private boolean isBelowLeast() {
        try {
            return space.usableBytes() < leastFree.getAsLong();
        } catch (IOException failure) {
            // What cannot be asked is not known to be low; a write that fails tells.
            LOG.debug("The room on the disk cannot be asked for", failure);
            return false;
        }
    }

    private void run() {
        while (!closed) {
            boolean rests = !busy && !low;
            busy = false;
            try {
                Thread.sleep(rests ? REST : PAUSE);
            } catch (InterruptedException _) {
                return;
            }
            // Whether a write that was refused goes through now shows when it is tried again.
            full = false;
            look();
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
