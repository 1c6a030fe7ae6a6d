package dev.countersign.ui.output;

import dev.countersign.recording.LineIndex;
import dev.countersign.recording.Recording;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Compares two recordings on a daemon thread of its own; [#close] ends it.
final class RunComparison implements AutoCloseable {
    /// Lines of each run that are compared; what comes behind them is not.
    static final int MOST_LINES = 500_000;

    private static final Logger LOG = LoggerFactory.getLogger(RunComparison.class);
    private static final long REPORT_EACH_NANOS = 100_000_000;
    private static final long PRIME = 0x100000001b3L;
    private static final long BASIS = 0xcbf29ce484222325L;

    /// How it stands.
    ///
    /// @param lines how many were read of both
    /// @param difference there once it is done
    /// @param cut whether a run has more lines than are compared
    record State(
            long lines,
            Optional<LineDifference> difference,
            boolean cut,
            Optional<String> problem) {}

    private final Path left;
    private final Path right;
    private final boolean ignoreNumbers;
    private final Consumer<State> listener;
    private final Thread thread;
    private long read;
    private boolean cut;
    private long reportedAt = System.nanoTime();

    /// Starts comparing.
    ///
    /// @param ignoreNumbers whether lines that differ in their digits alone are the same
    /// @param listener hears how it goes on, on the thread of the comparison
    RunComparison(Path left, Path right, boolean ignoreNumbers, Consumer<State> listener) {
        this.left = left;
        this.right = right;
        this.ignoreNumbers = ignoreNumbers;
        this.listener = listener;
        thread = Thread.ofPlatform().daemon().name("output-compare").start(this::run);
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    private void run() {
        try {
            long[] lefts = hashes(left);
            long[] rights = hashes(right);
            if (!Thread.currentThread().isInterrupted()) {
                listener.accept(
                        new State(
                                read,
                                Optional.of(LineDifference.of(lefts, rights)),
                                cut,
                                Optional.empty()));
            }
        } catch (ClosedByInterruptException _) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            LOG.warn("two runs could not be compared", e);
            listener.accept(
                    new State(
                            read,
                            Optional.empty(),
                            cut,
                            Optional.of("One of the recorded outputs cannot be read.")));
        }
    }

    private long[] hashes(Path folder) throws IOException {
        try (Recording recording = Recording.open(folder)) {
            LineIndex index = new LineIndex(recording);
            while (index.lineCount() <= MOST_LINES
                    && (index.refresh(8L << 20) || index.isBehind())
                    && !Thread.currentThread().isInterrupted()) {
                report();
            }
            long[] hashes = new long[(int) Math.min(MOST_LINES, index.lineCount())];
            cut |= index.lineCount() > MOST_LINES;
            int[] count = {0};
            index.visit(
                    0,
                    hashes.length,
                    index.now(),
                    line -> {
                        hashes[count[0]++] = hash(line.line().text());
                        read++;
                        report();
                        return !Thread.currentThread().isInterrupted();
                    });
            return Arrays.copyOf(hashes, count[0]);
        }
    }

    private void report() {
        long now = System.nanoTime();
        if (now - reportedAt > REPORT_EACH_NANOS) {
            reportedAt = now;
            listener.accept(new State(read, Optional.empty(), cut, Optional.empty()));
        }
    }

    /// FNV-1a over the characters; a run of digits counts as one where numbers are ignored.
    private long hash(String text) {
        long hash = BASIS;
        boolean inNumber = false;
        for (int index = 0; index < text.length(); index++) {
            char unit = text.charAt(index);
            boolean digit = ignoreNumbers && unit >= '0' && unit <= '9';
            if (digit && inNumber) {
                continue;
            }
            inNumber = digit;
            hash = (hash ^ (digit ? '0' : unit)) * PRIME;
        }
        return hash;
    }
}
