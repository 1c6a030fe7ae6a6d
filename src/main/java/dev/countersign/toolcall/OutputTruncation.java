package dev.countersign.toolcall;

import java.util.Locale;

/// Which part of a long output an agent is shown. All of it is kept in any case.
public enum OutputTruncation {
    TAIL,
    MIDDLE,
    HEAD;

    /// The name on the wire: `tail`, `middle`, `head`.
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
