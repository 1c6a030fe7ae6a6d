package dev.countersign.toolcall;

import java.util.Locale;

/// What a person did to a job, or what the console did to it for a person's sake.
public enum JobAct {
    /// Before it runs: in another way than it came.
    CONDITIONS_CHOSEN,
    PAUSED,
    RESUMED,
    STOP_ASKED,
    OUTPUT_LIMIT_REACHED,
    OUTPUT_LIMIT_RAISED,
    NOTED,
    RUN_AGAIN,
    FOUND_AGAIN,
    ADOPTED;

    /// The name in the journal.
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
