package dev.countersign.execution;

/// One process as a snapshot shows it. Group and session are 0 where the system does not tell.
///
/// @param ended whether it is a zombie: gone, but for its number
record ProcessEntry(
        ProcessIdentity identity,
        long parent,
        long group,
        long session,
        boolean ended,
        ProcessLoad load) {
    /// A process of whose load nothing is known.
    ProcessEntry(ProcessIdentity identity, long parent, long group, long session, boolean ended) {
        this(identity, parent, group, session, ended, ProcessLoad.UNKNOWN);
    }

    long pid() {
        return identity.pid();
    }

    /// Whether it was started no earlier than the other process.
    boolean isAsYoungAs(ProcessIdentity other) {
        return identity.startTime() >= other.startTime();
    }
}
