package dev.countersign.recording;

import dev.countersign.redaction.SecretMasker;
import java.io.IOException;
import java.io.Writer;
import java.util.Optional;

/// Writes runs for others: masked, and with nothing in them that a terminal or a browser would obey
/// but colours. The console's own lines are left out. Memory is bounded but for the form's own
/// needs. Blocks; confined to its caller.
public final class RecordingExport {
    private final ExportForm form;
    private final ExportMeter meter;
    private final Writer out;

    /// @param calls how many will be added
    /// @param bytes how much output they have together, for the watch
    public RecordingExport(
            ExportFormat format,
            int calls,
            long bytes,
            SecretMasker masker,
            Writer out,
            ExportWatch watch)
            throws IOException {
        this.meter = new ExportMeter(watch, bytes);
        this.out = out;
        ExportPieces pieces = new ExportPieces(masker, meter);
        this.form =
                switch (format) {
                    case ASCIICAST_V2 -> new CastExport(2, pieces, out);
                    case ASCIICAST_V3 -> new CastExport(3, pieces, out);
                    case PLAIN -> new TextExport(false, pieces, out);
                    case ANSI -> new TextExport(true, pieces, out);
                    case HTML -> new HtmlExport(masker, meter, out);
                    case JSON -> new JsonExport(pieces, out);
                };
        form.begin(calls);
    }

    /// Writes one call.
    ///
    /// @throws ExportCancelledException when nobody wants the export any more
    public void add(ExportFrame frame, Optional<Recording> recording) throws IOException {
        meter.begin(recording.map(files -> files.totals().bytes()).orElse(0L));
        form.add(frame, recording);
    }

    /// Writes what stands at the end; does not close the writer.
    public void finish() throws IOException {
        form.end();
        out.flush();
        meter.end();
    }
}
