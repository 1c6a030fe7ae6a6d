package dev.countersign.approval;

/// How far an approval reaches.
public enum ApprovalScope {
    /// This call and no other.
    ONCE,
    /// This call and no other, with the command as the person edited it.
    EDITED,
    /// Every call that the deciding rule covers.
    RULE
}
