package dev.countersign.recording;

import dev.countersign.ansi.OutputSanitizer;
import dev.countersign.ansi.OutputTruncator;
import dev.countersign.ansi.TruncatedText;
import dev.countersign.ansi.TruncationLimits;
import dev.countersign.ansi.TruncationPolicy;
import dev.countersign.redaction.MaskingStream;
import dev.countersign.redaction.SecretMasker;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/// Reads a recording for one agent: each read gives what is new since the last one.
///
/// A character or sequence that is still arriving waits for the next read. Of long output only the
/// parts that can be shown are read, so that the end of 10 GiB takes as long as that of 1 MiB
/// (except through a filter, which has to see every line). Totals count what the command wrote,
/// before sanitizing; through a filter, the lines it kept. Confined to one thread at a time.
public final class AgentReader {

    private final Recording recording;
    private final SecretMasker masker;
    private MaskedText stdout;
    private MaskedText stderr;
    private ReadPosition position;

    /// Reads from the start.
    public AgentReader(Recording recording) {
        this(recording, ReadPosition.START);
    }

    /// Goes on where another reader stopped.
    public AgentReader(Recording recording, ReadPosition position) {
        this(recording, position, SecretMasker.byForm());
    }

    /// Goes on where another reader stopped.
    ///
    /// @param masker hides secrets in what is read, also those that arrive in pieces
    public AgentReader(Recording recording, ReadPosition position, SecretMasker masker) {
        this.recording = recording;
        this.position = position;
        this.masker = masker;
        this.stdout = new MaskedText(masker);
        this.stderr = new MaskedText(masker);
    }

    /// Bytes to the text that an agent may read: without control sequences, secrets masked.
    private static final class MaskedText {
        private final OutputSanitizer sanitizer = new OutputSanitizer();
        private final MaskingStream mask;
        private final StringBuilder clean = new StringBuilder();

        MaskedText(SecretMasker masker) {
            this.mask = new MaskingStream(masker, SecretMasker.STAR);
        }

        void accept(byte[] bytes, int offset, int length, StringBuilder text) {
            clean.setLength(0);
            sanitizer.accept(bytes, offset, length, clean);
            text.append(mask.accept(clean));
        }

        void finish(StringBuilder text) {
            clean.setLength(0);
            sanitizer.finish(clean);
            text.append(mask.accept(clean)).append(mask.finish());
        }
    }

    /// What has been read.
    public ReadPosition position() {
        return position;
    }

    /// Refreshes the recording and reads what is new. After an exception a new reader goes on from
    /// [#position].
    public AgentOutput read(TruncationPolicy policy, TruncationLimits limits) throws IOException {
        return read(policy, limits, Optional.empty());
    }

    /// As [#read(TruncationPolicy, TruncationLimits)], with only the lines that `keepLine` accepts
    /// (without their newline; of a line of more than 64 Ki characters the start decides). What it
    /// drops counts as read.
    public AgentOutput read(
            TruncationPolicy policy, TruncationLimits limits, Predicate<String> keepLine)
            throws IOException {
        return read(policy, limits, Optional.of(keepLine));
    }

    private AgentOutput read(
            TruncationPolicy policy, TruncationLimits limits, Optional<Predicate<String>> filter)
            throws IOException {
        recording.refresh();
        ReadPosition end = recording.end();
        StreamReading out = new StreamReading(StreamKind.STDOUT, policy, limits, end, stdout);
        StreamReading err = new StreamReading(StreamKind.STDERR, policy, limits, end, stderr);
        TruncatedText outText = filter.isPresent() ? out.filtered(filter.get()) : out.whole();
        TruncatedText errText = filter.isPresent() ? err.filtered(filter.get()) : err.whole();
        stdout = out.sanitizer;
        stderr = err.sanitizer;
        position = end;
        return new AgentOutput(outText, errText);
    }

    /// Reads what is new of one stream.
    private final class StreamReading {

        /// More than this many bytes are not read from one end to the other, if they need not be.
        private static final long SHORT = 256 * 1024;

        private static final long FIRST_WINDOW = 128 * 1024;

        /// A line that is longer than this may be entered in its middle.
        private static final long LONGEST_LINE = 16 << 20;

        private final StreamKind stream;
        private final TruncationPolicy policy;
        private final TruncationLimits limits;
        private final ReadPosition end;
        private final StringBuilder text = new StringBuilder();
        private MaskedText sanitizer;

        StreamReading(
                StreamKind stream,
                TruncationPolicy policy,
                TruncationLimits limits,
                ReadPosition end,
                MaskedText carried) {
            this.stream = stream;
            this.policy = policy;
            this.limits = limits;
            this.end = end;
            this.sanitizer = carried;
        }

        TruncatedText filtered(Predicate<String> keepLine) throws IOException {
            OutputTruncator truncator = new OutputTruncator(policy, limits);
            LineFilter filter = new LineFilter(keepLine, truncator);
            recording.read(
                    position,
                    EnumSet.of(stream),
                    (kind, time, bytes, offset, length) -> {
                        text.setLength(0);
                        sanitizer.accept(bytes, offset, length, text);
                        filter.append(text);
                        return true;
                    });
            text.setLength(0);
            finishSanitizer();
            filter.append(text);
            filter.finish();
            return truncator.finish();
        }

        TruncatedText whole() throws IOException {
            StreamTotals totals = totals();
            OutputTruncator truncator = new OutputTruncator(policy, limits);
            long read = readFront(truncator, totals.bytes());
            if (read < totals.bytes() && !readEnd(truncator, totals.bytes(), read)) {
                feed(truncator, sanitizer, read);
            }
            text.setLength(0);
            finishSanitizer();
            truncator.append(text);
            return truncator.finish().withTotals(totals.lines(), totals.bytes());
        }

        /// Reads until only the end matters and that is far away. Returns how many bytes it read.
        private long readFront(OutputTruncator truncator, long total) throws IOException {
            long[] read = {0};
            recording.readStream(
                    stream,
                    position,
                    end,
                    0,
                    (kind, time, bytes, offset, length) -> {
                        if (truncator.needsOnlyEnd() && total - read[0] > SHORT) {
                            return false;
                        }
                        append(truncator, sanitizer, bytes, offset, length);
                        read[0] += length;
                        return true;
                    });
            return read[0];
        }

        /// Reads no more of the end than fills what can be shown of it. Returns whether it did; if
        /// not, everything has to be read, because too much of it is control sequences.
        private boolean readEnd(OutputTruncator truncator, long total, long read)
                throws IOException {
            long window = Math.max(FIRST_WINDOW, 2L * truncator.endBytes());
            for (; window < total - read; window *= 2) {
                OptionalLong start = lineStart(total - window);
                if (start.isEmpty() && window < LONGEST_LINE) {
                    continue;
                }
                long from = start.orElse(total - window);
                OutputTruncator rest = new OutputTruncator(policy, limits);
                MaskedText through = new MaskedText(masker);
                feed(rest, through, from);
                if (rest.isEndFull()) {
                    sanitizer = through;
                    truncator.skipTo(rest);
                    return true;
                }
            }
            return false;
        }

        /// Where the first line after `from` starts: no sequence crosses a line start.
        private OptionalLong lineStart(long from) throws IOException {
            long[] place = {from};
            boolean[] found = {false};
            recording.readStream(
                    stream,
                    position,
                    end,
                    from,
                    (kind, time, bytes, offset, length) -> {
                        for (int index = 0; index < length && !found[0]; index++) {
                            found[0] = bytes[offset + index] == '\n';
                            place[0]++;
                        }
                        return !found[0];
                    });
            return found[0] ? OptionalLong.of(place[0]) : OptionalLong.empty();
        }

        private void feed(OutputTruncator target, MaskedText through, long skip)
                throws IOException {
            recording.readStream(
                    stream,
                    position,
                    end,
                    skip,
                    (kind, time, bytes, offset, length) -> {
                        append(target, through, bytes, offset, length);
                        return true;
                    });
        }

        private void append(
                OutputTruncator target, MaskedText through, byte[] bytes, int offset, int length) {
            text.setLength(0);
            through.accept(bytes, offset, length, text);
            target.append(text);
        }

        private StreamTotals totals() throws IOException {
            StreamCounter counter = new StreamCounter();
            EntryCursor cursor = recording.cursor();
            for (long number = position.entries(); number < end.entries(); number++) {
                IndexEntry entry = recording.entry(cursor, number);
                if (entry.stream() == stream) {
                    counter.add(entry);
                }
            }
            return counter.totals();
        }

        private void finishSanitizer() {
            if (recording.isComplete()) {
                sanitizer.finish(text);
            }
        }
    }
}
