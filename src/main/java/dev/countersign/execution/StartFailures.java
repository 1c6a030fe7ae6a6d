package dev.countersign.execution;

import dev.countersign.toolcall.StartFailure;
import java.nio.file.Files;
import java.util.Optional;

/// What the system's error numbers mean for a start (see errno(3); the same on Linux and macOS but
/// for EAGAIN).
final class StartFailures {
    private static final int ENOENT = 2;
    private static final int E2BIG = 7;
    private static final int ENOEXEC = 8;
    private static final int EAGAIN_LINUX = 11;
    private static final int ENOMEM = 12;
    private static final int EACCES = 13;
    private static final int ENOTDIR = 20;
    private static final int ENFILE = 23;
    private static final int EMFILE = 24;
    private static final int ENOSPC = 28;
    private static final int EAGAIN_MACOS = 35;

    private StartFailures() {}

    /// @param number the error number; 0 where it is not known
    /// @param message the system's own words
    static StartResult.Failed of(int number, String message, CommandLaunch launch) {
        return switch (number) {
            case ENOENT, ENOTDIR, EACCES -> missing(number, message, launch);
            case EAGAIN_LINUX, EAGAIN_MACOS, ENOMEM, ENFILE, EMFILE ->
                    new StartResult.Failed(
                            StartFailure.NO_RESOURCES,
                            "the system has no resources for another process: " + message,
                            true);
            case ENOSPC ->
                    new StartResult.Failed(
                            StartFailure.NO_RESOURCES,
                            "the system has no resources for another process: " + message);
            case ENOEXEC ->
                    new StartResult.Failed(
                            StartFailure.SHELL_NOT_FOUND,
                            launch.shell() + " is no program for this system: " + message);
            case E2BIG ->
                    new StartResult.Failed(
                            StartFailure.UNKNOWN,
                            "command and environment together are longer than the system takes: "
                                    + message);
            default -> new StartResult.Failed(StartFailure.UNKNOWN, message);
        };
    }

    private static StartResult.Failed missing(int number, String message, CommandLaunch launch) {
        Optional<String> badDirectory = LaunchPreparation.problemOf(launch.directory());
        if (badDirectory.isPresent()) {
            return new StartResult.Failed(StartFailure.INVALID_WORKDIR, badDirectory.get());
        }
        if (number == EACCES) {
            return new StartResult.Failed(
                    StartFailure.PERMISSION_DENIED, launch.shell() + " may not be run: " + message);
        }
        if (!Files.exists(launch.shell())) {
            return new StartResult.Failed(
                    StartFailure.SHELL_NOT_FOUND, launch.shell() + " is gone: " + message);
        }
        return new StartResult.Failed(StartFailure.UNKNOWN, message);
    }
}
