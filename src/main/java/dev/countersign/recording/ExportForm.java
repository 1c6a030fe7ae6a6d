package dev.countersign.recording;

import java.io.IOException;
import java.util.Optional;

/// Writes runs one after the other in one format. Confined to its caller; blocks.
interface ExportForm {
    /// Writes what stands before all runs.
    ///
    /// @param calls how many will follow
    void begin(int calls) throws IOException;

    /// Writes one run.
    ///
    /// @param recording its output, where there is any
    void add(ExportFrame frame, Optional<Recording> recording) throws IOException;

    void end() throws IOException;
}
