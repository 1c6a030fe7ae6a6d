package dev.countersign.toolcall;

import java.util.Locale;

/// What a person did to a job, or what the console did to it for a person's sake.
public enum JobAct {
    /// Before it runs: in another way than it came.
    CONDITIONS_CHOSEN("chosen how to run"),
    PAUSED("paused"),
    RESUMED("resumed"),
    STOP_ASKED("asked to stop"),
    OUTPUT_LIMIT_REACHED("printed as much as one run may, waits"),
    OUTPUT_LIMIT_RAISED("may print more"),
    NOTED("told the agent"),
    RUN_AGAIN("run again"),
    FOUND_AGAIN("found running after the console's end"),
    ADOPTED("adopted");

    private final String words;

    JobAct(String words) {
        this.words = words;
    }

    /// For sentences and lists: 'paused'.
    public String words() {
        return words;
    }

    /// The name in the journal.
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
