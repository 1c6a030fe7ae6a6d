package dev.countersign.toolcall;

import java.util.Locale;

/// Where a call stands, as agents and people are told it.
public enum CallStatus {
    PENDING_APPROVAL,
    RUNNING,
    COMPLETED,
    FAILED,
    TIMEOUT,
    KILLED,
    DENIED,
    WITHDRAWN,
    EXPIRED,
    DRY_RUN,
    /// Approved, and run by the agent itself, where the console sees only what it is told.
    HANDED_OVER,
    LOST;

    /// Whether nothing more will happen to the call.
    public boolean isFinal() {
        return this != PENDING_APPROVAL && this != RUNNING;
    }

    /// The name on the wire: `pending_approval`, `running`, …
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// How a run that ended so is called.
    public static CallStatus of(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Exited(int code) -> code == 0 ? COMPLETED : FAILED;
            case Outcome.Signalled _ -> KILLED;
            case Outcome.TimedOut _ -> TIMEOUT;
            case Outcome.Stopped _ -> KILLED;
            case Outcome.FailedToStart _ -> FAILED;
            case Outcome.Lost _ -> LOST;
        };
    }
}
