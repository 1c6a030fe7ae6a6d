package dev.countersign.supervision;

/// Why a call did not do what was asked, beside a plain non-zero exit.
///
/// @param message a sentence that names what was wrong
public record CallError(Type type, String message) {
    /// The types as they stand on the wire.
    public enum Type {
        TIMEOUT,
        PERMISSION_DENIED,
        COMMAND_NOT_FOUND,
        EXTERNAL_PATH_ACCESS,
        DANGEROUS_COMMAND,
        PROCESS_KILLED,
        INVALID_WORKDIR,
        SHELL_NOT_FOUND,
        INVALID_INPUT,
        CANCELLED,
        UNKNOWN
    }
}
