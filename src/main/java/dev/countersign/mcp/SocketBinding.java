package dev.countersign.mcp;

/// What came of the attempt to take the console's socket.
public sealed interface SocketBinding {
    /// It is ours. Agents may already connect; they are served from [SocketListener#serve] on.
    record Bound(SocketListener listener) implements SocketBinding {}

    /// Another console has it; see [RunningConsole#raise].
    record AlreadyRunning() implements SocketBinding {}

    /// It cannot be had safely.
    ///
    /// @param reason a sentence that names what is wrong and what to do
    record Refused(String reason) implements SocketBinding {}
}
