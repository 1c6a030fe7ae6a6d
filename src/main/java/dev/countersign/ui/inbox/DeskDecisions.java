package dev.countersign.ui.inbox;

import dev.countersign.approval.EditedCall;
import dev.countersign.approval.ResultDigest;
import dev.countersign.journal.CallRecord;
import dev.countersign.supervision.EditApproval;
import dev.countersign.supervision.PersonDesk;
import dev.countersign.supervision.RehearsalDesk;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.UiContext;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Moves on at once and decides at the desk behind the FX thread, since a decision has happened
/// only when it is on the disk. Confined to the FX thread.
final class DeskDecisions implements CardDecisions {
    private static final Logger LOG = LoggerFactory.getLogger(DeskDecisions.class);

    /// What comes of decisions, told on the FX thread.
    ///
    /// @param approved the call is approved
    /// @param stillWaits a decision did not happen: the list shows its call as waiting again
    record Told(Consumer<ToolCallId> approved, Runnable stillWaits) {}

    private final UiContext context;
    private final PersonDesk desk;
    private final InboxModel model;
    private final EditDrafts drafts;
    private final RehearsalStage stage;
    private final Told told;

    DeskDecisions(
            UiContext context,
            InboxModel model,
            EditDrafts drafts,
            RehearsalStage stage,
            Told told) {
        this.context = context;
        this.desk = context.model().desk();
        this.model = model;
        this.drafts = drafts;
        this.stage = stage;
        this.told = told;
    }

    @Override
    public void approve(List<ToolCallId> ids) {
        decide(
                ids,
                id -> {
                    if (desk.approve(id)) {
                        context.feed().execute(() -> told.approved().accept(id));
                    }
                });
    }

    @Override
    public void approveEdited(EditedCall edit) {
        ToolCallId id = edit.assessed().id();
        drafts.keep();
        decide(
                List.of(id),
                _ -> {
                    EditApproval came = desk.approveEdited(edit);
                    context.feed().execute(() -> editDecided(id, came));
                });
    }

    private void editDecided(ToolCallId id, EditApproval came) {
        switch (came) {
            case APPROVED -> told.approved().accept(id);
            case NO_LONGER_WAITS -> drafts.forget(id);
            case JUDGED_ANEW, DENIED_BY_RULE -> notDecided(id);
        }
    }

    @Override
    public void deny(List<ToolCallId> ids, Optional<String> reason) {
        decide(ids, id -> desk.deny(id, reason));
    }

    @Override
    public void denyAllOfAgent(ToolCallId id, Optional<String> reason) {
        model.decided(waitingOfSameAgent(id));
        behind(id, () -> desk.denyAllOfAgent(id, reason));
    }

    private List<ToolCallId> waitingOfSameAgent(ToolCallId id) {
        return context.model()
                .call(id)
                .map(first -> first.call().session().id())
                .map(agent ->
                        context.model().waiting().stream()
                                .filter(record -> record.call().session().id().equals(agent))
                                .map(CallRecord::id)
                                .toList())
                .orElse(List.of(id));
    }

    @Override
    public void commit(ToolCallId id, ResultDigest result, Optional<EditedCall> edit) {
        model.decided(List.of(id));
        behind(
                id,
                () -> {
                    switch (desk.rehearsals().commit(id, result, edit)) {
                        case RehearsalDesk.CommitReply.Committed _ ->
                                context.feed().execute(() -> told.approved().accept(id));
                        case RehearsalDesk.CommitReply.Refused(String reason) ->
                                context.feed().execute(() -> notCommitted(id, reason));
                    }
                });
    }

    @Override
    public void discard(ToolCallId id) {
        stage.discard(id);
    }

    private void decide(List<ToolCallId> ids, Consumer<ToolCallId> decision) {
        model.decided(ids);
        ids.forEach(id -> behind(id, () -> decision.accept(id)));
    }

    private void behind(ToolCallId id, Runnable decision) {
        context.background()
                .execute(() -> {
                    try {
                        decision.run();
                    } catch (UncheckedIOException e) {
                        LOG.error("{} was not decided: {}", id, e.getMessage());
                        context.feed().execute(() -> notDecided(id));
                    }
                });
    }

    /// The call still waits; what is wrong stands in the bar above.
    private void notDecided(ToolCallId id) {
        model.notDecided(id);
        told.stillWaits().run();
    }

    private void notCommitted(ToolCallId id, String reason) {
        notDecided(id);
        stage.refused(id, reason);
    }
}
