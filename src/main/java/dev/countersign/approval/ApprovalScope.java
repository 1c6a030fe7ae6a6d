package dev.countersign.approval;

/// How far an approval reaches.
public enum ApprovalScope {
    /// This call and no other.
    ONCE,
    /// This call and no other, with the command as the person edited it.
    EDITED,
    /// The result of a rehearsal of this call, which is put in place; nothing is run any more.
    REHEARSED,
    /// This call, and by a grant others of the session.
    SESSION,
    /// This call, and by a rule that was written all like it.
    ALWAYS,
    /// Every call that the deciding rule covers.
    RULE
}
