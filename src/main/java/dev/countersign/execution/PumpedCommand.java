package dev.countersign.execution;

import java.util.ArrayList;
import java.util.List;

/// One command as the pump sees it: its open pipes and where its end stands. Confined to the pump's
/// thread.
final class PumpedCommand {
    /// One end of a pipe that is read from.
    static final class Source {
        private final OutputStreamKind kind;
        private final int descriptor;
        private boolean watched;

        Source(OutputStreamKind kind, int descriptor) {
            this.kind = kind;
            this.descriptor = descriptor;
        }

        OutputStreamKind kind() {
            return kind;
        }

        /// Tells it apart from the other descriptors of the command: two bits.
        long part() {
            return switch (kind) {
                case STDOUT -> 0;
                case STDERR -> 1;
            };
        }

        int descriptor() {
            return descriptor;
        }

        boolean watched() {
            return watched;
        }

        void watched(boolean now) {
            watched = now;
        }
    }

    private final CommandLifecycle lifecycle;
    private final CommandOutput output;
    private final List<Source> sources;
    private int pidDescriptor;
    private boolean refused;
    private boolean reaped;
    private boolean draining;
    private long lastNews;
    private long drained;

    /// Takes the descriptors over.
    ///
    /// @param pidDescriptor negative where there is none
    PumpedCommand(
            CommandLifecycle lifecycle,
            CommandOutput output,
            List<Source> sources,
            int pidDescriptor) {
        this.lifecycle = lifecycle;
        this.output = output;
        this.sources = new ArrayList<>(sources);
        this.pidDescriptor = pidDescriptor;
    }

    CommandLifecycle lifecycle() {
        return lifecycle;
    }

    /// Those that are not at their end.
    List<Source> sources() {
        return List.copyOf(sources);
    }

    void remove(Source source) {
        sources.remove(source);
    }

    int pidDescriptor() {
        return pidDescriptor;
    }

    void forgetPidDescriptor() {
        pidDescriptor = -1;
    }

    /// Whether the sink refused bytes, after which nothing is read any more.
    boolean refused() {
        return refused;
    }

    boolean reaped() {
        return reaped;
    }

    void markReaped() {
        reaped = true;
    }

    boolean draining() {
        return draining;
    }

    /// From now on only what is still in the pipes is wanted.
    void startDraining(long now) {
        draining = true;
        lastNews = now;
        drained = 0;
    }

    /// Whether nothing of the command's own can come any more, unless a last look finds some.
    boolean isDrained(long now) {
        return sources.isEmpty()
                || refused
                || drained >= OutputReader.PIPE_CAPACITY
                || now - lastNews >= OutputReader.QUIET.toNanos();
    }

    /// Hands bytes on.
    ///
    /// @return whether to read on
    boolean accept(Source source, byte[] bytes, int length, long now) {
        lastNews = now;
        drained += length;
        refused = !output.accept(source.kind(), bytes, length);
        return !refused;
    }

    void failed(String reason) {
        output.failed(reason);
    }
}
