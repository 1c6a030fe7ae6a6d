package dev.countersign.approval;

import java.util.Optional;

/// Names the rule that decided.
///
/// @param id as a person wrote it, the pattern of the short form: `git push*`
/// @param source where it stands, for people: `permissions.json`
/// @param why the rule's own reason, where its author gave one
/// @param instead what to do instead, where the rule knows
public record RuleReference(
        String id, String source, Optional<String> why, Optional<String> instead) {
    public RuleReference {
        if (id.isEmpty()) {
            throw new IllegalArgumentException("rule needs an id");
        }
    }
}
