package dev.countersign.recording;

import java.io.IOException;
import java.io.Writer;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A run as one object, its output in pieces `[seconds, stream, text]`; several as `{"calls":[…]}`.
/// Confined to its caller; blocks.
final class JsonExport implements ExportForm {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final ExportPieces pieces;
    private final Writer out;
    private int calls;
    private int added;

    JsonExport(ExportPieces pieces, Writer out) {
        this.pieces = pieces;
        this.out = out;
    }

    @Override
    public void begin(int count) throws IOException {
        calls = count;
        out.write(calls > 1 ? "{\"calls\":[\n" : "");
    }

    @Override
    public void add(ExportFrame frame, Optional<Recording> recording) throws IOException {
        out.write(added > 0 ? ",\n" : "");
        added++;
        ObjectNode call = JSON.createObjectNode();
        frame.facts().forEach(call::put);
        out.write("{\"call\":" + JSON.writeValueAsString(call));
        out.write(",\"startedAt\":" + JSON.writeValueAsString(frame.startedAt().toString()));
        out.write(",\"output\":[");
        if (recording.isPresent()) {
            writePieces(recording.get());
        }
        out.write("]}");
    }

    private void writePieces(Recording recording) throws IOException {
        boolean[] first = {true};
        pieces.read(
                recording,
                new ExportPieces.Sanitizers(),
                (stream, time, text) -> {
                    ArrayNode piece = JSON.createArrayNode();
                    piece.add(time.toNanos() / 1e9);
                    piece.add(stream.name().toLowerCase(Locale.ROOT));
                    piece.add(text);
                    out.write((first[0] ? "\n" : ",\n") + JSON.writeValueAsString(piece));
                    first[0] = false;
                });
        out.write("\n");
    }

    @Override
    public void end() throws IOException {
        out.write(calls > 1 ? "\n]}\n" : "\n");
    }
}
