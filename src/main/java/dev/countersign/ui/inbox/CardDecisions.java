package dev.countersign.ui.inbox;

import dev.countersign.approval.EditedCall;
import dev.countersign.approval.ResultDigest;
import dev.countersign.toolcall.ToolCallId;
import java.util.List;
import java.util.Optional;

/// What a person decides about the calls on a card, each by its id. Told on the FX thread, which
/// none of it holds up.
interface CardDecisions {
    void approve(List<ToolCallId> ids);

    void approveEdited(EditedCall edit);

    void deny(List<ToolCallId> ids, Optional<String> reason);

    /// Denies the call and all that its agent has waiting.
    void denyAllOfAgent(ToolCallId id, Optional<String> reason);

    /// Approves what a rehearsal left, of the command as asked or as edited.
    void commit(ToolCallId id, ResultDigest result, Optional<EditedCall> edit);

    /// Throws the rehearsal on the screen away.
    void discard(ToolCallId id);
}
