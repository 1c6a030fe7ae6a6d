package dev.countersign.supervision;

/// What became of a person's approval of an edited command.
public enum EditApproval {
    /// It is approved.
    APPROVED,
    /// It was decided, withdrawn or expired meanwhile.
    NO_LONGER_WAITS,
    /// It is judged otherwise than the person saw it, since rules or files changed meanwhile:
    /// nothing is decided, and it is to be looked at anew.
    JUDGED_ANEW,
    /// A rule denies the edited command.
    DENIED_BY_RULE
}
