package dev.countersign.toolcall;

/// A command is shut in: it can write in its workspace alone and reaches no sockets of the desktop.
///
/// @param network whether it reaches the network
public record Sandbox(boolean network) {
    /// For people: 'sandbox without network'.
    public String words() {
        return network ? "sandbox with network" : "sandbox without network";
    }
}
