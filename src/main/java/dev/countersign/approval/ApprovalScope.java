package dev.countersign.approval;

/// How far an approval reaches.
public enum ApprovalScope {
    /// This call and no other.
    ONCE,
    /// Every call that the deciding rule covers.
    RULE
}
