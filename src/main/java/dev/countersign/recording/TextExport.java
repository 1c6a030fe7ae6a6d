package dev.countersign.recording;

import java.io.IOException;
import java.io.Writer;
import java.util.Optional;

/// Runs as text, with their colours or without; several with a heading each. Confined to its
/// caller; blocks.
final class TextExport implements ExportForm {
    private final boolean colours;
    private final ExportPieces pieces;
    private final Writer out;
    private int calls;
    private char last = '\n';

    TextExport(boolean colours, ExportPieces pieces, Writer out) {
        this.colours = colours;
        this.pieces = pieces;
        this.out = out;
    }

    @Override
    public void begin(int count) {
        this.calls = count;
    }

    @Override
    public void add(ExportFrame frame, Optional<Recording> recording) throws IOException {
        if (calls > 1) {
            out.write((colours ? "\u001b[0m" : "") + (last == '\n' ? "" : "\n"));
            out.write(frame.heading());
            last = '\n';
        }
        if (recording.isPresent()) {
            pieces.read(
                    recording.get(),
                    colours ? new ExportPieces.Filters(false) : new ExportPieces.Sanitizers(),
                    (stream, time, text) -> {
                        out.write(text);
                        last = text.charAt(text.length() - 1);
                    });
        }
    }

    @Override
    public void end() {}
}
