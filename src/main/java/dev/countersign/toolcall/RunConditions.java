package dev.countersign.toolcall;

import java.util.Optional;

/// How a command is run, beside what it is: what a person can choose when approving it.
///
/// @param pseudoTerminal whether it gets a terminal to print to, and a person can type into it
/// @param sandbox what it is shut in, if in anything
public record RunConditions(boolean pseudoTerminal, Optional<Sandbox> sandbox) {
    /// Pipes, and everything that the person can do.
    public static final RunConditions PLAIN = new RunConditions(false, Optional.empty());

    private static final String TERMINAL = "pty";
    private static final String CLOSED = "sandbox";
    private static final String NETWORK = "sandbox-network";

    /// As it stands in the journal: `pty sandbox-network`; empty for plain ones.
    public String format() {
        String shutIn = sandbox.map(closed -> closed.network() ? NETWORK : CLOSED).orElse("");
        return ((pseudoTerminal ? TERMINAL : "") + " " + shutIn).strip();
    }

    /// Reads what [#format()] wrote.
    ///
    /// @throws IllegalArgumentException for other words
    public static RunConditions parse(String text) {
        boolean terminal = false;
        Optional<Sandbox> sandbox = Optional.empty();
        for (String word : text.isBlank() ? new String[0] : text.strip().split(" ")) {
            switch (word) {
                case TERMINAL -> terminal = true;
                case CLOSED -> sandbox = Optional.of(new Sandbox(false));
                case NETWORK -> sandbox = Optional.of(new Sandbox(true));
                default -> throw new IllegalArgumentException("unknown condition '" + word + "'");
            }
        }
        return new RunConditions(terminal, sandbox);
    }
}
