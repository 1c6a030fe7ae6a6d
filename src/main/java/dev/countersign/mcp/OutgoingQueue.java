package dev.countersign.mcp;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// What waits to be written to one peer. Bounded, so that a peer that does not read costs no more
/// than its share and holds up nobody.
///
/// Guarded by its lock; any thread may add, one thread takes.
final class OutgoingQueue {
    /// How much may wait for one peer, in bytes: more than the largest answer with its escapes.
    static final long MAXIMUM_BYTES = 16L << 20;

    /// How much may wait for all peers together, in bytes.
    static final long MAXIMUM_BYTES_OF_ALL = 128L << 20;

    /// What each peer may have waiting even when the others use up the total.
    private static final long ALWAYS_GRANTED_BYTES = 64L << 10;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<byte[]> lines = new ArrayDeque<>();
    private final AtomicLong bytesOfAll;
    private long bytes;
    private boolean closed;

    /// @param bytesOfAll what waits in all queues, shared between them
    OutgoingQueue(AtomicLong bytesOfAll) {
        this.bytesOfAll = bytesOfAll;
    }

    /// Adds a line without ever blocking.
    ///
    /// @return false when it does not fit; then the peer reads too slowly and should be cut off
    boolean offer(byte[] line) {
        lock.lock();
        try {
            if (closed) {
                return true;
            }
            long after = bytes + line.length;
            boolean others = bytesOfAll.get() + line.length > MAXIMUM_BYTES_OF_ALL;
            if (after > MAXIMUM_BYTES || (others && after > ALWAYS_GRANTED_BYTES)) {
                return false;
            }
            lines.add(line);
            bytes = after;
            bytesOfAll.addAndGet(line.length);
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /// Blocks until there is a line; empty when the queue was closed and all is taken.
    Optional<ByteBuffer> take() throws InterruptedException {
        lock.lock();
        try {
            while (lines.isEmpty() && !closed) {
                changed.await();
            }
            byte[] line = lines.peek();
            return line == null ? Optional.empty() : Optional.of(ByteBuffer.wrap(line));
        } finally {
            lock.unlock();
        }
    }

    /// The line that was taken is written. Only now it stops counting.
    void written() {
        lock.lock();
        try {
            byte[] line = lines.poll();
            if (line != null) {
                bytes -= line.length;
                bytesOfAll.addAndGet(-line.length);
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Takes no more; what waits can still be taken.
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Takes no more and drops what waits.
    void discard() {
        lock.lock();
        try {
            closed = true;
            lines.clear();
            bytesOfAll.addAndGet(-bytes);
            bytes = 0;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Blocks until all is written, at most so long.
    void awaitEmpty(long milliseconds) throws InterruptedException {
        lock.lock();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(milliseconds);
            while (!lines.isEmpty() && left > 0) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }
}
