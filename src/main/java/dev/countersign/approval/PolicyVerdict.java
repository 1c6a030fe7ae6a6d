package dev.countersign.approval;

import java.util.List;
import java.util.Optional;

/// What the rules say about a whole call, the strictest of its parts.
///
/// @param rule the rule that decided, where one did
/// @param reason a phrase that says why, for people and agents
public record PolicyVerdict(
        Verdict verdict, Optional<RuleReference> rule, String reason, List<PartVerdict> parts) {
    public PolicyVerdict {
        parts = List.copyOf(parts);
        if (verdict == Verdict.DENY && rule.isEmpty()) {
            throw new IllegalArgumentException("only a rule denies by itself");
        }
    }
}
