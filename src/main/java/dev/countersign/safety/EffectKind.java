package dev.countersign.safety;

import java.util.Locale;

/// The kinds of things that a command can do.
public enum EffectKind {
    READ,
    WRITE,
    DELETE,
    EXECUTE,
    NETWORK,
    PRIVILEGE,
    PROCESS,
    UNKNOWN;

    /// The name on the wire: `read`, `write`, …
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
