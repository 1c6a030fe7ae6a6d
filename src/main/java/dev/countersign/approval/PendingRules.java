package dev.countersign.approval;

import java.time.Instant;
import java.util.List;

/// A change of a rule file from outside that loosens and waits for a person's word; the rules
/// before it stay in force meanwhile.
///
/// @param digest names the content: its SHA-256 in hexadecimal
/// @param changes what differs, what loosens first
public record PendingRules(String digest, Instant since, List<RuleChange> changes) {
    public PendingRules {
        changes = List.copyOf(changes);
    }
}
