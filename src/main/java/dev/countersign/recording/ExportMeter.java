package dev.countersign.recording;

import java.time.Duration;

/// Adds up how far an export of one or more runs has come. Confined to its caller.
final class ExportMeter {
    private static final long BETWEEN_NANOS = Duration.ofMillis(100).toNanos();

    private final ExportWatch watch;
    private final long all;
    private long before;
    private long ofThis;
    private long told = System.nanoTime() - BETWEEN_NANOS;

    ExportMeter(ExportWatch watch, long all) {
        this.watch = watch;
        this.all = all;
    }

    /// A run of so many bytes is next.
    void begin(long bytes) throws ExportCancelledException {
        before += ofThis;
        ofThis = bytes;
        at(0);
    }

    /// Of the present run so much is done.
    ///
    /// @param part from 0 to 1
    /// @throws ExportCancelledException when nobody wants the export any more
    void at(double part) throws ExportCancelledException {
        if (watch.isCancelled()) {
            throw new ExportCancelledException();
        }
        long now = System.nanoTime();
        if (now - told >= BETWEEN_NANOS) {
            told = now;
            watch.at(Math.min(all, before + Math.round(part * ofThis)), all);
        }
    }

    void end() {
        watch.at(all, all);
    }
}
