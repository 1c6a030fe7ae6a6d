package dev.countersign.approval;

import java.util.Locale;

/// What a path rule is about.
public enum PathAccess {
    READ,
    WRITE,
    DELETE;

    /// The name in the file: `read`, `write`, `delete`.
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
