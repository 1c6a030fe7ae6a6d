package dev.countersign.journal;

import dev.countersign.approval.Decider;
import dev.countersign.approval.Decision;
import java.util.Locale;
import java.util.Optional;

/// Who decided, for searching and counting.
///
/// @param kind `human`, `rule`, `guard`, `grant`: the kind of [Decider] in lower case
/// @param rule the rule, guard or grant, where one decided
public record DecidedBy(String kind, Optional<String> rule) {
    /// Who made a decision; empty where nobody did: the call expired or was withdrawn.
    public static Optional<DecidedBy> of(Decision decision) {
        return switch (decision) {
            case Decision.Approved approved -> Optional.of(of(approved.by()));
            case Decision.Denied denied -> Optional.of(of(denied.by()));
            case Decision.Expired _, Decision.Withdrawn _ -> Optional.empty();
        };
    }

    private static DecidedBy of(Decider by) {
        return switch (by) {
            case Decider.Human _ -> new DecidedBy("human", Optional.empty());
            case Decider.Rule(var rule) -> new DecidedBy("rule", Optional.of(rule.id()));
            case Decider.Guard(var guard) -> new DecidedBy("guard", Optional.of(guard.id()));
            case Decider.Grant(var grant) -> new DecidedBy("grant", Optional.of(grant.id()));
        };
    }

    public DecidedBy {
        kind = kind.toLowerCase(Locale.ROOT);
    }
}
