package dev.countersign.supervision;

import java.util.Optional;

/// Who decided a call, as the agent is told.
///
/// @param by `human`, `rule`, `grant` or `guard`
/// @param rule the rule's id, where a rule, a grant or a guard decided
/// @param reason the decider's own words
/// @param instead what to do instead, where a rule knows
/// @param editedFrom the command that the agent asked for, where the person edited it
public record DecisionReport(
        String by,
        Optional<String> rule,
        Optional<String> reason,
        Optional<String> instead,
        Optional<String> editedFrom) {
    /// A decision about the command as it came.
    public DecisionReport(
            String by, Optional<String> rule, Optional<String> reason, Optional<String> instead) {
        this(by, rule, reason, instead, Optional.empty());
    }
}
