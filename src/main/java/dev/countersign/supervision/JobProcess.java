package dev.countersign.supervision;

/// One process of a job.
///
/// @param depth 0 for the job's shell, 1 for what it started, and so on
/// @param command its program and arguments as the system tells them, at most 500 characters; may
///   hold control characters
/// @param processorShare of one processor in the last second: 0.5 is half of one
/// @param paused whether it is held
public record JobProcess(
        long pid,
        int depth,
        String command,
        double processorShare,
        long residentBytes,
        boolean paused) {}
