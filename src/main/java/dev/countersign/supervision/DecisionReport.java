package dev.countersign.supervision;

import java.util.Optional;

/// Who decided a call, as the agent is told.
///
/// @param by `human`, `rule`, `grant` or `guard`
/// @param rule the rule's id, where a rule, a grant or a guard decided
/// @param reason the decider's own words
/// @param instead what to do instead, where a rule knows
public record DecisionReport(
        String by, Optional<String> rule, Optional<String> reason, Optional<String> instead) {}
