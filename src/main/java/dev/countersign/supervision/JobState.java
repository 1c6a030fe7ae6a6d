package dev.countersign.supervision;

import dev.countersign.toolcall.CallStatus;

/// Where a job stands, as the panes show it.
public enum JobState {
    /// It waits for a place to run in, or for room on the disk.
    PENDING,
    RUNNING,
    COMPLETED,
    FAILED,
    KILLED,
    TIMEOUT,
    /// It was asked to stop and is on its way.
    STOPPING,
    /// It is held: by the person, or because it printed as much as one run may.
    PAUSED,
    /// Its console was killed; what is left of it may still run.
    LOST;

    /// Whether something of it can still happen by itself.
    public boolean isOpen() {
        return this == PENDING || this == RUNNING || this == STOPPING || this == PAUSED;
    }

    /// Of a call that was approved, by how it stands in the journal.
    public static JobState of(CallStatus status) {
        return switch (status) {
            case COMPLETED, HANDED_OVER -> COMPLETED;
            case FAILED -> FAILED;
            case KILLED -> KILLED;
            case TIMEOUT -> TIMEOUT;
            case LOST -> LOST;
            case PENDING_APPROVAL, DENIED, WITHDRAWN, EXPIRED, DRY_RUN -> PENDING;
            case RUNNING -> RUNNING;
        };
    }
}
