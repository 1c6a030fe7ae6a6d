package dev.countersign.execution;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One command as the pump sees it: its open pipes and where its end stands. Confined to the pump's
/// thread.
final class PumpedCommand {
    /// One end of a pipe that is read from.
    static final class Source {
        private final OutputStreamKind kind;
        private final int descriptor;
        private boolean watched;
        private boolean grown;
        private boolean large;
        private boolean flooding;
        private long countedSince;
        private long counted;

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

        /// Notes how much a read gave.
        ///
        /// @return whether so much comes that a larger pipe would help
        boolean isFlooded(int bytes, long now) {
            boolean counting = now - countedSince < FLOOD_TIME.toNanos();
            if (!counting) {
                flooding = counted >= FLOOD_BYTES;
                countedSince = now;
                counted = 0;
            }
            counted += bytes;
            flooding |= counted >= FLOOD_BYTES;
            return flooding && !grown;
        }

        /// Whether it pays to let more of it come together, and there is room for that.
        boolean isBestReadInLargePieces() {
            return flooding && large;
        }

        boolean grown() {
            return grown;
        }

        /// @param enlarged whether the system let it
        void markGrown(boolean enlarged) {
            grown = true;
            large = enlarged;
        }
    }

    /// Bytes that the sink did not take for now.
    private record Held(OutputStreamKind kind, ByteBuffer bytes) {}

    /// A flood is so much in so little time.
    private static final long FLOOD_BYTES = 1024L * 1024;

    private static final Duration FLOOD_TIME = Duration.ofMillis(20);

    private final CommandLifecycle lifecycle;
    private final CommandOutput output;
    private @Nullable Held held;
    private final List<Source> sources;
    private final boolean behindShell;
    private int pidDescriptor;
    private boolean refused;
    private boolean reaped;
    private boolean draining;
    private long lastNews;
    private long drained;

    /// Takes the descriptors over.
    ///
    /// @param pidDescriptor negative where there is none
    /// @param behindShell whether a shell of ours passes on how the command's own shell ended
    PumpedCommand(
            CommandLifecycle lifecycle,
            CommandOutput output,
            List<Source> sources,
            int pidDescriptor,
            boolean behindShell) {
        this.behindShell = behindShell;
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

    /// Whether bytes wait for the sink to take them; until then nothing more is read.
    boolean holding() {
        return held != null;
    }

    /// Offers the bytes that wait once more.
    void offerHeld(long now) {
        Held waiting = held;
        if (waiting != null) {
            held = null;
            accept(waiting.kind(), waiting.bytes(), now);
        }
    }

    boolean behindShell() {
        return behindShell;
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
        return held == null && hasNothingToCome(now);
    }

    private boolean hasNothingToCome(long now) {
        return sources.isEmpty()
                || refused
                || drained >= OutputReader.PIPE_CAPACITY
                || now - lastNews >= OutputReader.QUIET.toNanos();
    }

    /// Hands bytes on.
    ///
    /// @return whether to read on
    boolean accept(OutputStreamKind kind, ByteBuffer bytes, long now) {
        lastNews = now;
        drained += bytes.remaining();
        return switch (output.accept(kind, bytes)) {
            case YES -> true;
            case NOT_NOW -> {
                ByteBuffer copy = ByteBuffer.allocate(bytes.remaining());
                held = new Held(kind, copy.put(bytes.duplicate()).flip());
                yield false;
            }
            case NEVER -> {
                refused = true;
                yield false;
            }
        };
    }

    void failed(String reason) {
        output.failed(reason);
    }
}
