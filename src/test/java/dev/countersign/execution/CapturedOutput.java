package dev.countersign.execution;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Keeps what a command prints, and lets a test wait for a text in it. Guarded by its monitor.
final class CapturedOutput implements OutputSink {
    private static final long CAP_MILLIS = 30_000;

    private final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
    private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();

    @Override
    public synchronized boolean accept(OutputStreamKind stream, ByteBuffer bytes) {
        ByteArrayOutputStream kept =
                switch (stream) {
                    case STDOUT -> stdout;
                    case STDERR -> stderr;
                };
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        kept.writeBytes(copy);
        notifyAll();
        return true;
    }

    synchronized String stdout() {
        return stdout.toString(StandardCharsets.UTF_8);
    }

    synchronized String stderr() {
        return stderr.toString(StandardCharsets.UTF_8);
    }

    synchronized long stdoutLength() {
        return stdout.size();
    }

    synchronized void awaitStdout(String text) throws InterruptedException {
        long deadline = System.nanoTime() + CAP_MILLIS * 1_000_000;
        while (!stdout().contains(text)) {
            long left = (deadline - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                fail("no '" + text + "' in: " + stdout() + stderr());
            }
            wait(left);
        }
    }
}
