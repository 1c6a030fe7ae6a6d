package dev.countersign.settings;

/// What commands are shut in, unless a person chooses otherwise.
public enum SandboxUse {
    /// Nothing.
    OFF,
    /// A sandbox without network.
    CLOSED,
    /// A sandbox with network.
    NETWORK
}
