package dev.countersign.recording;

import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Runs as an asciicast of version 2 or 3. Several runs play one after the other, each behind a
/// marker and its command. Confined to its caller; blocks.
final class CastExport implements ExportForm {
    private static final JsonMapper JSON = JsonMapper.shared();

    /// How long the command of the next run stands before its output comes.
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final int version;
    private final ExportPieces pieces;
    private final Writer out;
    private int calls;
    private int added;

    /// What was before the present run, in seconds.
    private double start;

    /// The time of the last event, in seconds.
    private double last;

    CastExport(int version, ExportPieces pieces, Writer out) {
        this.version = version;
        this.pieces = pieces;
        this.out = out;
    }

    @Override
    public void begin(int count) {
        this.calls = count;
    }

    @Override
    public void add(ExportFrame frame, Optional<Recording> recording) throws IOException {
        if (added == 0) {
            writeHeader(frame, recording);
        }
        added++;
        if (calls > 1) {
            writeEvent(start, "m", frame.title());
            writeEvent(start, "o", heading(frame));
            start += PAUSE.toSeconds();
        }
        if (recording.isPresent()) {
            write(frame, recording.get());
        }
    }

    private String heading(ExportFrame frame) {
        String above = added == 1 ? "" : "\u001b[0m\r\n";
        return above + frame.heading().replace("\n", "\r\n");
    }

    private void write(ExportFrame frame, Recording recording) throws IOException {
        pieces.read(
                recording,
                new ExportPieces.Filters(true),
                (stream, time, text) -> writeEvent(start + seconds(time), "o", text));
        start += seconds(recording.duration());
        if (version == 3 && calls == 1 && frame.exitCode().isPresent()) {
            writeEvent(start, "x", Integer.toString(frame.exitCode().getAsInt()));
        }
    }

    private void writeHeader(ExportFrame frame, Optional<Recording> recording) throws IOException {
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
        if (calls == 1) {
            header.put("title", frame.title());
            header.put("command", frame.title());
        } else {
            header.put("title", "%,d calls".formatted(calls));
        }
        if (version == 2) {
            if (calls == 1 && recording.isPresent()) {
                header.put("duration", seconds(recording.get().duration()));
            }
            header.putObject("env").put("TERM", "xterm-256color");
        }
        out.write(JSON.writeValueAsString(header));
        out.write('\n');
    }

    private static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }

    private void writeEvent(double time, String kind, String text) throws IOException {
        double told = version == 2 ? time : Math.max(0, time - last);
        last = Math.max(last, time);
        out.write('[');
        out.write(String.format(Locale.ROOT, "%.6f", told));
        out.write(", \"" + kind + "\", ");
        out.write(JSON.writeValueAsString(text));
        out.write("]\n");
    }

    @Override
    public void end() {}
}
