package dev.countersign.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// The agent's ear: bytes of the console and lines of the bridge's own, never mixed within a line.
///
/// Guarded by its own monitor.
final class ClientOutput {
    private final OutputStream output;
    private boolean atLineStart = true;

    ClientOutput(OutputStream output) {
        this.output = output;
    }

    synchronized void write(byte[] bytes, int start, int count) throws IOException {
        if (count == 0) {
            return;
        }
        output.write(bytes, start, count);
        output.flush();
        atLineStart = bytes[start + count - 1] == '\n';
    }

    /// @param line with its newline
    synchronized void writeLine(String line) throws IOException {
        endLine();
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        write(bytes, 0, bytes.length);
    }

    /// A message that broke off is ended, so that the next one can be read.
    synchronized void endLine() throws IOException {
        if (!atLineStart) {
            output.write('\n');
            output.flush();
            atLineStart = true;
        }
    }
}
