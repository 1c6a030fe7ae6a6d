package dev.countersign.toolcall;

/// What is known of a command once its process runs, kept so that a later console finds it again.
///
/// @param marker what all its processes carry in their environment
/// @param leaderStart when its shell was started, in a unit of the system: only good for comparing
/// @param shell the program that runs the command
/// @param conditions how it is run
public record RunDetails(String marker, long leaderStart, String shell, RunConditions conditions) {
    /// Of a run of which only the process was kept.
    public static final RunDetails UNKNOWN = new RunDetails("", 0, "", RunConditions.PLAIN);
}
