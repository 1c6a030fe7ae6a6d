package dev.countersign.approval;

import dev.countersign.toolcall.ToolCallId;

/// Where decisions are written down before they take effect.
@FunctionalInterface
public interface DecisionLog {
    /// Writes a decision down. When this returns, the decision survives whatever happens to the
    /// console; when it throws, the decision is not made. May block on the disk. Must not come back
    /// to the queue for the same call.
    void record(ToolCallId id, Decision decision);

    /// Writes down what a person made of a command, before the decision that approves it. Throws
    /// where edits cannot be kept; then the edited command is not approved.
    default void recordEdit(EditedCall edit) {
        throw new UnsupportedOperationException("this log keeps no edits");
    }
}
