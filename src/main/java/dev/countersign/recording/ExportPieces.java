package dev.countersign.recording;

import dev.countersign.ansi.OutputSanitizer;
import dev.countersign.ansi.ScreenFilter;
import dev.countersign.ansi.TerminalFilter;
import dev.countersign.redaction.SecretMasker;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/// Reads a recording as pieces of text with their times, secrets masked, also those that lie in two
/// pieces. Confined to its caller; blocks.
final class ExportPieces {
    private final SecretMasker masker;
    private final char sign;
    private final ExportMeter meter;

    ExportPieces(SecretMasker masker, ExportMeter meter) {
        this(masker, SecretMasker.STAR, meter);
    }

    /// @param sign stands for each character of a secret
    ExportPieces(SecretMasker masker, char sign, ExportMeter meter) {
        this.masker = masker;
        this.sign = sign;
        this.meter = meter;
    }

    /// Hears the output as text, piece by piece.
    interface PieceVisitor {
        void piece(StreamKind stream, Duration time, String text) throws IOException;
    }

    /// Turns a stream's bytes into the text that is exported. One for each stream.
    interface Conversion {
        String convert(StreamKind stream, byte[] bytes, int offset, int length);

        String finish(StreamKind stream);
    }

    void read(Recording recording, Conversion conversion, PieceVisitor visitor) throws IOException {
        MaskedPieces masked = new MaskedPieces(masker, sign, visitor);
        Set<StreamKind> streams = EnumSet.noneOf(StreamKind.class);
        double all = Math.max(1, recording.totals().bytes());
        long[] done = {0};
        recording.read(
                ReadPosition.START,
                StreamKind.ofCommand(),
                (stream, time, bytes, offset, length) -> {
                    streams.add(stream);
                    masked.accept(stream, time, conversion.convert(stream, bytes, offset, length));
                    done[0] += length;
                    meter.at(done[0] / all);
                    return true;
                });
        for (StreamKind stream : streams) {
            masked.finish(stream, recording.duration(), conversion.finish(stream));
        }
    }

    /// A text in which nothing is left that a terminal would obey.
    static String plain(String text) {
        return OutputSanitizer.sanitize(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Text alone.
    static final class Sanitizers implements Conversion {
        private final Map<StreamKind, OutputSanitizer> sanitizers = new EnumMap<>(StreamKind.class);

        private OutputSanitizer of(StreamKind stream) {
            return sanitizers.computeIfAbsent(stream, s -> new OutputSanitizer());
        }

        @Override
        public String convert(StreamKind stream, byte[] bytes, int offset, int length) {
            StringBuilder text = new StringBuilder();
            of(stream).accept(bytes, offset, length, text);
            return text.toString();
        }

        @Override
        public String finish(StreamKind stream) {
            StringBuilder text = new StringBuilder();
            of(stream).finish(text);
            return text.toString();
        }
    }

    /// Text with its colours; for players with the carriage returns that a terminal would add.
    static final class Filters implements Conversion {
        private final Map<StreamKind, TerminalFilter> filters = new EnumMap<>(StreamKind.class);
        private final boolean carriageReturns;
        private char last;

        Filters(boolean carriageReturns) {
            this.carriageReturns = carriageReturns;
        }

        private TerminalFilter of(StreamKind stream) {
            return filters.computeIfAbsent(stream, s -> new TerminalFilter());
        }

        @Override
        public String convert(StreamKind stream, byte[] bytes, int offset, int length) {
            ByteArrayOutputStream out = new ByteArrayOutputStream(length);
            of(stream).accept(bytes, offset, length, out);
            return text(out);
        }

        @Override
        public String finish(StreamKind stream) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            of(stream).finish(out);
            return text(out);
        }

        private String text(ByteArrayOutputStream out) {
            String text = out.toString(StandardCharsets.UTF_8);
            if (!carriageReturns) {
                return text;
            }
            StringBuilder whole = new StringBuilder(text.length() + 16);
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c == '\n' && last != '\r') {
                    whole.append('\r');
                }
                whole.append(c);
                last = c;
            }
            return whole.toString();
        }
    }

    /// What a pseudo-terminal's program drew, to be drawn again by a terminal of its size.
    static final class Screens implements Conversion {
        private final Map<StreamKind, ScreenFilter> filters = new EnumMap<>(StreamKind.class);

        private ScreenFilter of(StreamKind stream) {
            return filters.computeIfAbsent(stream, s -> new ScreenFilter());
        }

        @Override
        public String convert(StreamKind stream, byte[] bytes, int offset, int length) {
            ByteArrayOutputStream out = new ByteArrayOutputStream(length);
            of(stream).accept(bytes, offset, length, out);
            return out.toString(StandardCharsets.UTF_8);
        }

        @Override
        public String finish(StreamKind stream) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            of(stream).finish(out);
            return out.toString(StandardCharsets.UTF_8);
        }
    }
}
