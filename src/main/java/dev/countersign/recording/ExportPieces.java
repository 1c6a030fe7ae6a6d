package dev.countersign.recording;

import dev.countersign.ansi.OutputSanitizer;
import dev.countersign.ansi.TerminalFilter;
import dev.countersign.redaction.MaskingStream;
import dev.countersign.redaction.SecretMasker;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/// Reads a recording as pieces of text with their times, secrets masked, also those that lie in two
/// pieces. Confined to its caller; blocks.
final class ExportPieces {
    private final SecretMasker masker;
    private final ExportMeter meter;

    ExportPieces(SecretMasker masker, ExportMeter meter) {
        this.masker = masker;
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
        Map<StreamKind, MaskingStream> masks = new EnumMap<>(StreamKind.class);
        double all = Math.max(1, recording.totals().bytes());
        long[] done = {0};
        recording.read(
                ReadPosition.START,
                StreamKind.ofCommand(),
                (stream, time, bytes, offset, length) -> {
                    String text = conversion.convert(stream, bytes, offset, length);
                    visit(visitor, stream, time, maskOf(masks, stream).accept(text));
                    done[0] += length;
                    meter.at(done[0] / all);
                    return true;
                });
        for (StreamKind stream : StreamKind.values()) {
            MaskingStream mask = masks.get(stream);
            if (mask != null) {
                String rest = mask.accept(conversion.finish(stream)) + mask.finish();
                visit(visitor, stream, recording.duration(), rest);
            }
        }
    }

    private MaskingStream maskOf(Map<StreamKind, MaskingStream> masks, StreamKind stream) {
        return masks.computeIfAbsent(stream, s -> new MaskingStream(masker, SecretMasker.STAR));
    }

    private static void visit(PieceVisitor visitor, StreamKind stream, Duration time, String text)
            throws IOException {
        if (!text.isEmpty()) {
            visitor.piece(stream, time, text);
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
}
