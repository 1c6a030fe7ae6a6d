package dev.countersign.platform;

import java.io.IOException;
import java.util.List;

/// A program that a person's own command line names, started for them with its standard input and
/// output in our hands: the program that an approver stands in front of. Never an agent's command.
public final class WrappedProgram {
    private WrappedProgram() {}

    /// Starts a process with our environment and directory; what it complains goes where ours does.
    ///
    /// @param command the program and its arguments
    /// @throws IOException when it cannot be started
    public static Process start(List<String> command) throws IOException {
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }
}
