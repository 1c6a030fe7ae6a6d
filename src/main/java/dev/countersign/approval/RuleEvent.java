package dev.countersign.approval;

import java.util.Locale;

/// Something that a person did about rules, or that happened to them: for the journal.
///
/// @param subject what it is about: a rule, a grant, a file
/// @param detail more of it, for people; may be empty
public record RuleEvent(Kind kind, String subject, String detail) {
    /// What happened.
    public enum Kind {
        GRANTED,
        GRANT_REVOKED,
        GRANT_ENDED,
        RULE_SAVED,
        RULE_REMOVED,
        GUARD_SWITCHED,
        UNDONE,
        LOOSENING_WAITS,
        LOOSENING_CONFIRMED,
        LOOSENING_REJECTED,
        TRUSTED,
        DISTRUSTED;

        /// The name in the journal: `grant-revoked`.
        public String wireName() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
