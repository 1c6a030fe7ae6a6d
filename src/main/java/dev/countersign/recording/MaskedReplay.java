package dev.countersign.recording;

import dev.countersign.redaction.SecretMasker;
import java.io.IOException;
import java.time.Duration;

/// Reads a recording as a person's own terminal may show it: lines with their colours, secrets
/// masked, each piece with the time at which it came.
public final class MaskedReplay {
    private MaskedReplay() {}

    /// Hears the pieces in their order.
    @FunctionalInterface
    public interface Viewer {
        /// Shows a piece.
        ///
        /// @param time since the start
        /// @return whether to go on
        boolean show(Duration time, String text) throws IOException;
    }

    /// Hands everything to a viewer. Blocks on the disk, and as long as the viewer does.
    public static void play(Recording recording, SecretMasker masker, Viewer viewer)
            throws IOException {
        ExportPieces pieces =
                new ExportPieces(
                        masker,
                        SecretMasker.DOT,
                        new ExportMeter(ExportWatch.none(), recording.totals().bytes()));
        try {
            pieces.read(
                    recording,
                    new ExportPieces.Filters(false),
                    (_, time, text) -> {
                        if (!viewer.show(time, text)) {
                            throw new ExportCancelledException();
                        }
                    });
        } catch (ExportCancelledException _) {
            // The viewer has seen enough.
        }
    }
}
