package dev.countersign.toolcall;

import java.util.Locale;

/// What happens to a command whose time is up.
public enum TimeoutAction {
    /// It goes on as a background job, and the caller is told how to read on.
    BACKGROUND,
    /// It is stopped, and the caller gets what it printed so far.
    KILL;

    /// The name on the wire: `background`, `kill`.
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
