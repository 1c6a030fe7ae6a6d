package dev.countersign.execution;

import java.nio.file.Path;

/// Whether commands can be shut in on this system.
public sealed interface SandboxAvailability {
    /// They can.
    ///
    /// @param program what does it
    record Available(Path program) implements SandboxAvailability {}

    /// They cannot.
    ///
    /// @param reason a sentence for people that says what is missing
    record Absent(String reason) implements SandboxAvailability {}
}
