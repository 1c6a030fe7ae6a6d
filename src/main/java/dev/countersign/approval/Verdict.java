package dev.countersign.approval;

import java.util.Locale;

/// What the rules say about a command. The order is from the most lenient to the strictest.
public enum Verdict {
    ALLOW,
    ASK,
    DENY;

    public Verdict strictest(Verdict other) {
        return compareTo(other) >= 0 ? this : other;
    }

    /// The name on the wire: `allow`, `ask`, `deny`.
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
