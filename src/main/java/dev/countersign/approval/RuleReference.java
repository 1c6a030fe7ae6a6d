package dev.countersign.approval;

import java.util.Optional;

/// Names the rule that decided.
///
/// @param id as a person wrote it, the pattern of the short form: `git push*`
/// @param source where it stands, for people: `permissions.json`
/// @param why the rule's own reason, where its author gave one
/// @param instead what to do instead, where the rule knows
public record RuleReference(
        Kind kind, String id, String source, Optional<String> why, Optional<String> instead) {
    /// What sort of rule it is.
    public enum Kind {
        /// A rule about commands.
        RULE,
        /// A rule about paths.
        PATH,
        /// One of the built-in guards; the id is its name.
        GUARD,
        /// What a person let through for a session.
        GRANT,
        /// What needs no rule.
        BUILT_IN
    }

    public RuleReference {
        if (id.isEmpty()) {
            throw new IllegalArgumentException("rule needs an id");
        }
    }

    /// A rule about commands.
    public RuleReference(String id, String source, Optional<String> why, Optional<String> instead) {
        this(Kind.RULE, id, source, why, instead);
    }
}
