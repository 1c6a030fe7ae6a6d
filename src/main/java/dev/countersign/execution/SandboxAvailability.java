package dev.countersign.execution;

import java.nio.file.Path;

/// Whether commands can be shut in on this system.
public sealed interface SandboxAvailability {
    /// @param program what does it
    record Available(Path program) implements SandboxAvailability {}

    /// @param reason a sentence for people that says what is missing
    record Absent(String reason) implements SandboxAvailability {}
}
