package dev.countersign.execution;

/// What a process has used and uses, as a snapshot shows it.
///
/// @param processorMillis processor time since its start
/// @param residentBytes memory that it occupies; 0 where the system does not tell
/// @param stopped whether SIGSTOP or a debugger holds it
record ProcessLoad(long processorMillis, long residentBytes, boolean stopped) {
    static final ProcessLoad UNKNOWN = new ProcessLoad(0, 0, false);
}
