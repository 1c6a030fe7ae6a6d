package dev.countersign.ui.inbox;

import dev.countersign.approval.EditedCall;
import dev.countersign.journal.Rehearsal;
import dev.countersign.supervision.RehearsalDesk;
import dev.countersign.supervision.RehearsalView;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.UiContext;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.layout.StackPane;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Where the card stands, or the rehearsal of its call in its place; begins rehearsals and throws
/// them away, behind the FX thread. Confined to the FX thread.
final class RehearsalStage {
    private static final Logger LOG = LoggerFactory.getLogger(RehearsalStage.class);

    /// What the stage tells.
    ///
    /// @param changed what is to be shown is another than before
    /// @param focusLost what had the focus was taken away
    record Told(Runnable changed, Runnable focusLost) {}

    private final UiContext context;
    private final RehearsalDesk desk;
    private final RehearsalPane rehearsal;
    private final List<Node> ofCard;
    private final List<Node> ofRehearsal;
    private final Told told;
    private final StackPane node = new StackPane();
    private Optional<ToolCallId> staged = Optional.empty();
    private Optional<String> refusal = Optional.empty();
    private boolean begins;

    /// @param card what stands here while nothing is rehearsed
    /// @param above what lies over either
    RehearsalStage(UiContext context, RehearsalPane rehearsal, Node card, Node above, Told told) {
        this.context = context;
        this.desk = context.model().desk().rehearsals();
        this.rehearsal = rehearsal;
        this.told = told;
        ofCard = List.of(card, above);
        ofRehearsal = List.of(rehearsal.node(), above);
        node.getChildren().setAll(ofCard);
        node.setMinSize(0, 0);
    }

    Node node() {
        return node;
    }

    boolean isOpen() {
        return staged.isPresent();
    }

    /// Whether a key was pressed in a part of the rehearsal that uses keys itself.
    boolean holds(Object target) {
        return rehearsal.holds(target);
    }

    void toggleTab() {
        rehearsal.toggleTab();
    }

    // ---- what there is to see

    /// The rehearsal that is on the screen in place of a row's card.
    Optional<RehearsalView> viewOf(InboxModel.Row row, Optional<Subject.Edit> edit) {
        if (!isOf(row)) {
            return Optional.empty();
        }
        String command =
                edit.map(Subject.Edit::text).orElseGet(() -> row.record().command().text());
        return desk.find(row.id())
                .filter(view -> view.command().text().equals(command))
                .or(() -> Optional.of(beginning(row, edit)));
    }

    private static RehearsalView beginning(InboxModel.Row row, Optional<Subject.Edit> edit) {
        return RehearsalView.beginning(
                row.id(),
                edit.flatMap(Subject.Edit::assessed)
                        .map(judged -> judged.call().command())
                        .orElse(row.record().call().command()));
    }

    private boolean isOf(InboxModel.Row row) {
        return row.isWaiting() && !row.isBatch() && staged.equals(Optional.of(row.id()));
    }

    /// The rehearsal in the place of the card, as long as it is about the call that was chosen.
    void show(Optional<Subject> subject) {
        Optional<Subject> about = subject.filter(now -> isOf(now.row()));
        place(about.isPresent() ? ofRehearsal : ofCard);
        if (about.isEmpty()) {
            staged = Optional.empty();
            refusal = Optional.empty();
            rehearsal.close();
            return;
        }
        rehearsal.show(
                about.get(),
                about.get().rehearsal().orElseThrow(),
                refusal.or(() -> thrownAway(about.get())));
    }

    private void place(List<Node> wanted) {
        if (node.getChildren().equals(wanted)) {
            return;
        }
        boolean focused = holdsFocus();
        node.getChildren().setAll(wanted);
        if (focused) {
            // What is taken away would hand the focus to whatever stands first in the window.
            told.focusLost().run();
        }
    }

    private boolean holdsFocus() {
        Node at = node.getScene() == null ? null : node.getScene().getFocusOwner();
        while (at != null && !at.equals(node)) {
            at = at.getParent();
        }
        return at != null;
    }

    /// Why there is no rehearsal any more, where it went away by itself.
    private Optional<String> thrownAway(Subject subject) {
        boolean there = begins || desk.find(subject.record().id()).isPresent();
        return there
                ? Optional.empty()
                : subject.record()
                        .rehearsal()
                        .flatMap(Rehearsal::discarded)
                        .map(gone -> "The rehearsal was thrown away: " + gone.reason() + ".");
    }

    // ---- what is done

    /// Begins to rehearse the call, or shows the rehearsal that there is.
    void open(Subject subject) {
        ToolCallId id = subject.record().id();
        staged = Optional.of(id);
        refusal = Optional.empty();
        begins = subject.rehearsed().isEmpty();
        if (begins) {
            begin(id, subject.edited());
        }
        told.changed().run();
    }

    private void begin(ToolCallId id, Optional<EditedCall> edit) {
        context.background()
                .execute(() -> {
                    Optional<String> problem = start(id, edit);
                    context.feed().execute(() -> begun(id, problem));
                });
    }

    private Optional<String> start(ToolCallId id, Optional<EditedCall> edit) {
        try {
            return edit.isPresent() ? desk.startEdited(edit.get()) : desk.start(id);
        } catch (UncheckedIOException e) {
            LOG.error("{} was not rehearsed: {}", id, e.getMessage());
            return Optional.of("It could not be written down, so it was stopped.");
        }
    }

    /// @param problem why it did not begin, where it did not
    private void begun(ToolCallId id, Optional<String> problem) {
        if (staged.equals(Optional.of(id))) {
            begins = false;
            refusal = problem;
            told.changed().run();
        }
    }

    /// Back to the card; the rehearsal is kept.
    void leave() {
        staged = Optional.empty();
        refusal = Optional.empty();
        told.changed().run();
    }

    /// Throws away the rehearsal that is on the screen.
    void discardShown() {
        staged.ifPresent(this::discard);
    }

    void discard(ToolCallId id) {
        leave();
        context.background().execute(() -> desk.discard(id));
    }

    /// Its result was not committed: stays, or comes back, and says why.
    void refused(ToolCallId id, String reason) {
        staged = Optional.of(id);
        refusal = Optional.of(reason);
        told.changed().run();
    }
}
