package dev.countersign.supervision;

import dev.countersign.execution.TerminalControl;
import dev.countersign.recording.TerminalSizes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// An engine's terminal in the person's hands. Its sizes are written down beside the recording, so
/// that the screen can be drawn again as it was.
///
/// @param folder that of the recording
record EngineTerminal(TerminalControl control, Path folder, Instant startedAt, InstantSource clock)
        implements PersonTerminal {
    private static final Logger LOG = LoggerFactory.getLogger(EngineTerminal.class);

    @Override
    public void resize(int columns, int rows) {
        Duration since = Duration.between(startedAt, clock.instant());
        Duration at = since.isNegative() ? Duration.ZERO : since;
        control.resize(columns, rows);
        try {
            TerminalSizes.add(folder, new TerminalSizes.Size(at, columns, rows));
        } catch (IOException e) {
            LOG.warn("the size of a terminal could not be written down in {}", folder, e);
        }
    }

    @Override
    public boolean type(byte[] bytes) {
        return control.type(bytes);
    }
}
