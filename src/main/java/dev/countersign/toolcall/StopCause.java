package dev.countersign.toolcall;

/// Who or what had a running command stopped.
public enum StopCause {
    /// A person in the window.
    HUMAN("the person"),
    /// The agent itself, by `kill_shell` or `kill_pid`.
    AGENT("the agent"),
    /// The agent cancelled the call or went away while it ran.
    CALLER_GONE("the agent's leaving"),
    /// The console, since it took more room than it may.
    LIMIT("the console's limits"),
    /// The console ended.
    CONSOLE_CLOSING("the console's end");

    private final String words;

    StopCause(String words) {
        this.words = words;
    }

    /// For sentences: 'stopped by the person'.
    public String words() {
        return words;
    }
}
