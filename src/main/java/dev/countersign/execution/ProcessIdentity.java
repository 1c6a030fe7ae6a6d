package dev.countersign.execution;

/// One process, told apart from a later one with the same number.
///
/// @param startTime when it was started, in a unit of the system (clock ticks since boot on Linux,
///   milliseconds since 1970 elsewhere): only good for comparing
/// @param name what the system calls the program: `sleep`
public record ProcessIdentity(long pid, long startTime, String name) {
    /// Whether both are the same process; a program may change its name by `exec`.
    public boolean isSameProcessAs(ProcessIdentity other) {
        return pid == other.pid && startTime == other.startTime;
    }
}
