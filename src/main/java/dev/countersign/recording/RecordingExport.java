package dev.countersign.recording;

import dev.countersign.ansi.OutputSanitizer;
import dev.countersign.ansi.TerminalFilter;
import dev.countersign.redaction.MaskingStream;
import dev.countersign.redaction.SecretMasker;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Writes a recording for others: masked, and with nothing in it that a terminal or a browser would
/// obey but colours. The console's own lines are left out. Memory is bounded but for the form's
/// own needs. Blocks; confined to its caller.
public final class RecordingExport {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Recording recording;
    private final ExportFrame frame;
    private final SecretMasker masker;

    public RecordingExport(Recording recording, ExportFrame frame, SecretMasker masker) {
        this.recording = recording;
        this.frame = frame;
        this.masker = masker;
    }

    /// Writes all of it; does not close the writer.
    public void write(ExportFormat format, Writer out) throws IOException {
        switch (format) {
            case ASCIICAST_V2 -> writeCast(out, 2);
            case ASCIICAST_V3 -> writeCast(out, 3);
            case PLAIN -> writePlain(out);
            case ANSI -> writeAnsi(out);
            case HTML -> new HtmlExport(recording, frame, masker).write(out);
            case JSON -> writeJson(out);
        }
        out.flush();
    }

    private void writeCast(Writer out, int version) throws IOException {
        out.write(JSON.writeValueAsString(castHeader(version)));
        out.write('\n');
        double[] last = {0};
        eachPiece(
                new Filters(true),
                (stream, time, text) -> {
                    double at = time.toNanos() / 1e9;
                    double told = version == 2 ? at : Math.max(0, at - last[0]);
                    last[0] = at;
                    writeEvent(out, told, "o", text);
                });
        if (version == 3 && frame.exitCode().isPresent()) {
            double rest = Math.max(0, recording.duration().toNanos() / 1e9 - last[0]);
            writeEvent(out, rest, "x", Integer.toString(frame.exitCode().getAsInt()));
        }
    }

    private ObjectNode castHeader(int version) {
        ObjectNode header = JSON.createObjectNode();
        header.put("version", version);
        if (version == 2) {
            header.put("width", frame.columns()).put("height", frame.rows());
        } else {
            header.putObject("term")
                    .put("cols", frame.columns())
                    .put("rows", frame.rows())
                    .put("type", "xterm-256color");
        }
        header.put("timestamp", frame.startedAt().getEpochSecond());
        header.put("title", frame.title());
        header.put("command", frame.title());
        if (version == 2) {
            header.put("duration", recording.duration().toNanos() / 1e9);
            header.putObject("env").put("TERM", "xterm-256color");
        }
        return header;
    }

    private static void writeEvent(Writer out, double time, String kind, String text)
            throws IOException {
        out.write('[');
        out.write(String.format(Locale.ROOT, "%.6f", time));
        out.write(", \"" + kind + "\", ");
        out.write(JSON.writeValueAsString(text));
        out.write("]\n");
    }

    private void writePlain(Writer out) throws IOException {
        eachPiece(new Sanitizers(), (stream, time, text) -> out.write(text));
    }

    private void writeAnsi(Writer out) throws IOException {
        eachPiece(new Filters(false), (stream, time, text) -> out.write(text));
    }

    /// Writes the JSON of a call that has no output.
    public static void writeWithoutOutput(ExportFrame frame, Writer out) throws IOException {
        writeJsonHead(frame, out);
        out.write("]}\n");
        out.flush();
    }

    private static void writeJsonHead(ExportFrame frame, Writer out) throws IOException {
        ObjectNode call = JSON.createObjectNode();
        frame.facts().forEach(call::put);
        out.write("{\"call\":" + JSON.writeValueAsString(call));
        out.write(",\"startedAt\":" + JSON.writeValueAsString(frame.startedAt().toString()));
        out.write(",\"output\":[");
    }

    private void writeJson(Writer out) throws IOException {
        writeJsonHead(frame, out);
        boolean[] first = {true};
        eachPiece(
                new Sanitizers(),
                (stream, time, text) -> {
                    ArrayNode piece = JSON.createArrayNode();
                    piece.add(time.toNanos() / 1e9);
                    piece.add(stream.name().toLowerCase(Locale.ROOT));
                    piece.add(text);
                    out.write((first[0] ? "\n" : ",\n") + JSON.writeValueAsString(piece));
                    first[0] = false;
                });
        out.write("\n]}\n");
    }

    /// Hears the output as text, piece by piece.
    private interface PieceVisitor {
        void piece(StreamKind stream, Duration time, String text) throws IOException;
    }

    /// Turns a stream's bytes into the text that is exported. One for each stream.
    private interface Conversion {
        String convert(StreamKind stream, byte[] bytes, int offset, int length);

        String finish(StreamKind stream);
    }

    private void eachPiece(Conversion conversion, PieceVisitor visitor) throws IOException {
        Map<StreamKind, MaskingStream> masks = new EnumMap<>(StreamKind.class);
        recording.read(
                ReadPosition.START,
                StreamKind.ofCommand(),
                (stream, time, bytes, offset, length) -> {
                    String text = conversion.convert(stream, bytes, offset, length);
                    visit(visitor, stream, time, maskOf(masks, stream).accept(text));
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

    /// Text alone.
    private static final class Sanitizers implements Conversion {
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
    private static final class Filters implements Conversion {
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
