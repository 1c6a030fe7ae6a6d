package dev.countersign.ui.inbox;

import dev.countersign.approval.AssessedCall;
import dev.countersign.approval.EditedCall;
import dev.countersign.approval.ResultDigest;
import dev.countersign.supervision.RehearsalView;
import dev.countersign.supervision.rehearsal.RehearsalResult;
import dev.countersign.toolcall.ToolCallId;
import java.util.List;
import java.util.Optional;

/// What was meant when a key or a button went down.
///
/// @param armed whether approving counted then
/// @param edit what the person had made of the command
/// @param result what the rehearsal on the screen had left
record Aim(
        List<ToolCallId> ids,
        boolean armed,
        Optional<EditedCall> edit,
        Optional<ResultDigest> result) {
    static Aim at(Subject subject, boolean armed) {
        return new Aim(subject.ids(), armed, subject.edited(), resultOf(subject));
    }

    /// Whether what stands there is what was aimed at.
    boolean isAt(Subject subject) {
        return ids.equals(subject.ids())
                && call(edit).equals(call(subject.edited()))
                && result.equals(resultOf(subject));
    }

    private static Optional<ResultDigest> resultOf(Subject subject) {
        return subject.rehearsal().flatMap(RehearsalView::result).map(RehearsalResult::digest);
    }

    private static Optional<Object> call(Optional<EditedCall> edit) {
        return edit.map(EditedCall::assessed).map(AssessedCall::call);
    }
}
