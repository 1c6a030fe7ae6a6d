package dev.countersign.execution;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads one pipe of one command on a platform thread of its own. (A blocking read of a pipe on a
/// virtual thread holds its carrier; enough quiet commands would stop every virtual thread.)
///
/// When the shell has ended but something it left behind keeps the pipe open, the reader is let go
/// by [#finish]: it then discards what still comes until the last writer is gone, so that the left
/// one is not killed by SIGPIPE.
final class OutputReader {
    /// How long a pipe has to be silent after the shell's end until nothing of the command's own is
    /// expected in it. Helpers like `> >(sed …)` print a little later than their shell ends.
    static final Duration QUIET = Duration.ofMillis(300);

    /// The same where nothing is known to be left that could hold the pipe open. Its end then comes
    /// at once, unless this thread has to wait long for a processor.
    static final Duration LONG_QUIET = Duration.ofSeconds(1);

    /// At most so much can have been in the pipe when the shell ended: what comes after it was
    /// written later, by somebody else.
    static final long PIPE_CAPACITY = 1024L * 1024;

    /// Not under 8 KiB, or Java reads through a buffer of its own.
    private static final int BUFFER_BYTES = 32 * 1024;

    private static final int STACK_BYTES = 256 * 1024;

    /// Between reads of what nobody wants any more: a flood is slowed down, a server's log is not.
    private static final Duration DISCARD_PAUSE = Duration.ofMillis(20);

    private static final Duration LOOK_AGAIN = Duration.ofMillis(10);
    private static final Logger LOG = LoggerFactory.getLogger(OutputReader.class);

    private final InputStream pipe;
    private final OutputStreamKind kind;
    private final CommandOutput output;
    private final Thread thread;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final CountDownLatch letGo = new CountDownLatch(1);

    /// Held while bytes are handed on, so that none are after [#finish].
    private final ReentrantLock handingOn = new ReentrantLock();

    /// Counts how often the sink was said to take more. Also the monitor to wait at for that.
    private final AtomicLong turns = new AtomicLong();

    private volatile boolean waitingForBytes;
    private volatile long lastNews = System.nanoTime();
    private final AtomicLong bytesRead = new AtomicLong();
    private volatile boolean finished;

    OutputReader(String name, InputStream pipe, OutputStreamKind kind, CommandOutput output) {
        this.pipe = pipe;
        this.kind = kind;
        this.output = output;
        this.thread =
                Thread.ofPlatform().daemon().name(name).stackSize(STACK_BYTES).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /// Waits until what the command itself printed has been handed on, and then hands on no more.
    /// To be called after the shell's end.
    ///
    /// @param quietTime how long to listen to a silent pipe
    void finish(Duration quietTime) throws InterruptedException {
        long before = bytesRead.get();
        long since = System.nanoTime();
        while (!ended.await(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS)) {
            boolean quiet = waitingForBytes && silence(since).compareTo(quietTime) >= 0;
            if (quiet || bytesRead.get() - before >= PIPE_CAPACITY) {
                break;
            }
        }
        handingOn.lock();
        try {
            finished = true;
        } finally {
            handingOn.unlock();
        }
        letGo.countDown();
    }

    private Duration silence(long since) {
        long now = System.nanoTime();
        return Duration.ofNanos(Math.min(now - lastNews, now - since));
    }

    /// The pipe's monitor is held all the time: when the process ends, Java's own reaper would read
    /// the pipe empty into memory under this monitor, and never come to an end where something left
    /// behind keeps writing. (A shell that ends before this thread gets there is read by the
    /// reaper; then what its helpers print later is lost.)
    private void run() {
        synchronized (pipe) {
            try (pipe) {
                readAll();
            } catch (IOException exception) {
                output.failed("cannot read the output: " + exception.getMessage());
            } finally {
                ended.countDown();
            }
        }
    }

    private void readAll() throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        while (true) {
            waitingForBytes = true;
            int length = pipe.read(buffer);
            waitingForBytes = false;
            if (length < 0) {
                return;
            }
            if (!handOn(buffer, length)) {
                ended.countDown();
                keepOpenUnread();
                return;
            }
            bytesRead.addAndGet(length);
            lastNews = System.nanoTime();
            if (finished) {
                LockSupport.parkNanos(DISCARD_PAUSE.toNanos());
            }
        }
    }

    /// Hands bytes on, unless nobody wants them any more.
    ///
    /// @return whether to read on
    private boolean handOn(byte[] buffer, int length) {
        while (true) {
            long before = turns.get();
            switch (handOnOnce(ByteBuffer.wrap(buffer, 0, length))) {
                case YES -> {
                    return true;
                }
                case NEVER -> {
                    return false;
                }
                case NOT_NOW -> awaitTurn(before);
            }
        }
    }

    private CommandOutput.Taken handOnOnce(ByteBuffer bytes) {
        handingOn.lock();
        try {
            return finished ? CommandOutput.Taken.YES : output.accept(kind, bytes);
        } finally {
            handingOn.unlock();
        }
    }

    /// The sink may take again what it left.
    void readOn() {
        synchronized (turns) {
            turns.incrementAndGet();
            turns.notifyAll();
        }
    }

    private void awaitTurn(long before) {
        synchronized (turns) {
            while (turns.get() == before) {
                try {
                    turns.wait();
                } catch (InterruptedException _) {
                    // Nobody interrupts this thread, and the bytes must not be lost.
                }
            }
        }
    }

    /// The command waits at its full pipe instead of losing more or dying of SIGPIPE.
    private void keepOpenUnread() {
        try {
            letGo.await();
        } catch (InterruptedException interrupted) {
            LOG.debug("Reader let go of an unread pipe", interrupted);
            Thread.currentThread().interrupt();
        }
    }
}
