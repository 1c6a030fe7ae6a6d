package dev.countersign.toolcall;

/// Why a command could not be started, as agents are told it.
public enum StartFailure {
    /// There is no usable shell.
    SHELL_NOT_FOUND,
    /// The directory is gone or cannot be entered.
    INVALID_WORKDIR,
    /// The system refuses: no memory, no process, no file descriptor, no disk.
    NO_RESOURCES,
    /// The shell may not be executed.
    PERMISSION_DENIED,
    /// It was cancelled while it waited for its turn.
    CANCELLED,
    UNKNOWN
}
