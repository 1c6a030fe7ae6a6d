package dev.countersign.supervision;

import java.util.Optional;

/// What an agent's hook is told of the command that it brought.
public sealed interface HookVerdict {
    /// The console runs it once the ticket is shown; the agent runs `countersign run TICKET` in its
    /// place.
    ///
    /// @param edited what will run, where a person changed it
    record Run(String ticket, Optional<String> edited) implements HookVerdict {}

    /// The agent may run it itself.
    ///
    /// @param edited what it may run, where a person changed it
    record HandOver(Optional<String> edited) implements HookVerdict {}

    /// It must not run.
    ///
    /// @param words a sentence for the agent that says who denied it and why
    record Refused(String words) implements HookVerdict {}

    /// Nobody answered in time, or the call ended without a decision. It must not run.
    ///
    /// @param words a sentence for the agent; never put as a person's refusal
    record Unanswered(String words) implements HookVerdict {}
}
