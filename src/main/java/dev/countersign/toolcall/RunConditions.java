package dev.countersign.toolcall;

import java.util.Optional;

/// How a command is run, beside what it is: what a person can choose when approving it.
///
/// @param pseudoTerminal whether it gets a terminal to print to, and a person can type into it
/// @param sandbox what it is shut in, if in anything
public record RunConditions(boolean pseudoTerminal, Optional<Sandbox> sandbox) {
    /// Pipes, and everything that the person can do.
    public static final RunConditions PLAIN = new RunConditions(false, Optional.empty());
}
