package dev.countersign.ui.inbox;

import dev.countersign.approval.AssessedCall;
import dev.countersign.safety.RiskLevel;
import dev.countersign.safety.ScriptFile;
import dev.countersign.settings.Settings;
import dev.countersign.supervision.PersonDesk;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.RunViewer;
import dev.countersign.ui.UiContext;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import javafx.scene.Node;
import javafx.scene.layout.BorderPane;

/// The chosen call in full: its card or its rehearsal, and below it the decision. Confined to the
/// FX thread.
final class ChosenCall {
    /// What it tells the Inbox.
    interface Told {
        void approved(ToolCallId id);

        void ruleSaved(LetThrough.Saved rule);

        /// A decision did not happen: its call stands in the list again.
        void stillWaits();

        /// A command began or ceased to be edited, which its line in the list says.
        void editsChanged();

        /// What had the focus was taken away.
        void focusLost();
    }

    private final InboxModel model;
    private final PersonDesk desk;
    private final Told told;
    private final Arming arming;
    private final CallCard card;
    private final EditDrafts drafts;
    private final RehearsalStage stage;
    private final ActionBar actions;
    private final MoreMenu menu;
    private final LetThrough letThrough;
    private final BorderPane node = new BorderPane();
    private boolean visible;

    /// @param nanoClock nanoseconds that only grow, for arming and holding
    /// @param rehearsalOutput shows what a command prints while it is rehearsed
    ChosenCall(
            UiContext context,
            InboxModel model,
            LongSupplier nanoClock,
            RunViewer rehearsalOutput,
            Told told) {
        this.model = model;
        this.desk = context.model().desk();
        this.told = told;
        arming = new Arming(nanoClock, () -> Arming.Times.of(context.settings().current()));
        card =
                new CallCard(
                        context,
                        new CallCard.Wishes(
                                this::edited,
                                this::beginEdit,
                                this::separate,
                                this::show,
                                this::rehearse));
        drafts = new EditDrafts(card.editor());
        letThrough =
                new LetThrough(
                        context,
                        new LetThrough.Wishes(
                                arming::isArmed,
                                id -> model.decided(List.of(id)),
                                told::approved,
                                model::notDecided,
                                told::ruleSaved));
        stage =
                new RehearsalStage(
                        context,
                        new RehearsalPane(context, rehearsalOutput),
                        card.node(),
                        letThrough.node(),
                        new RehearsalStage.Told(this::show, told::focusLost));
        actions =
                new ActionBar(
                        new DeskDecisions(
                                context,
                                model,
                                drafts,
                                stage,
                                new DeskDecisions.Told(told::approved, told::stillWaits)),
                        new BarWays(),
                        arming,
                        card.endSeenProperty(),
                        new Hold(nanoClock, () -> context.settings().value(Settings.HOLD)),
                        context::reducedMotion);
        menu = new MoreMenu(context, this::separate, actions::openDenyAll);
        node.setCenter(stage.node());
        node.setBottom(actions.node());
        node.setMinWidth(0);
    }

    Node node() {
        return node;
    }

    CallCard card() {
        return card;
    }

    ActionBar actions() {
        return actions;
    }

    MoreMenu menu() {
        return menu;
    }

    LetThrough letThrough() {
        return letThrough;
    }

    RehearsalStage stage() {
        return stage;
    }

    EditDrafts drafts() {
        return drafts;
    }

    // ---- whether a person looks at it

    /// The pane is on the screen.
    void shown() {
        visible = true;
        arm();
    }

    /// The pane was left.
    void hidden() {
        visible = false;
        arming.hidden();
        actions.letGo();
    }

    /// The person came back to it from elsewhere: it is armed anew.
    void lookedAtAnew() {
        arming.regainedFocus();
    }

    void windowFocused() {
        arming.regainedFocus();
        actions.show(subject());
    }

    void setCompact(boolean now) {
        actions.setCompact(now);
        card.setCompact(now);
    }

    void setTextScale(double scale) {
        actions.setTextScale(scale);
        card.setTextScale(scale);
    }

    void close() {
        actions.close();
    }

    /// Starts the arming clock for what is on the card now, if it can be seen.
    private void arm() {
        Optional<Subject> subject = subject().filter(Subject::isWaiting);
        if (!visible || subject.isEmpty()) {
            arming.hidden();
            return;
        }
        Subject now = subject.get();
        boolean dangerous = now.level().filter(level -> level.atLeast(RiskLevel.HIGH)).isPresent();
        ToolCallId id = now.row().id();
        arming.shown(
                new Arming.Card(id, now.content(), dangerous),
                model.movedByKey(),
                model.listedFor(id));
        actions.watchArming();
    }

    // ---- what it is about

    /// Another row was chosen, or what is known of the chosen one is another.
    void change(Optional<InboxModel.Row> before, Optional<InboxModel.Row> row) {
        boolean same =
                before.isPresent() && row.isPresent() && before.get().order() == row.get().order();
        boolean sameIds = same && before.get().ids().equals(row.get().ids());
        if (!sameIds || !row.get().isWaiting()) {
            letThrough.close();
        }
        boolean keeps = same && row.get().isWaiting();
        if (card.editor().isOpen() && !keeps) {
            drafts.leave();
        }
        if (!same) {
            row.filter(InboxModel.Row::isWaiting).ifPresent(now -> drafts.resume(now.record()));
        }
        show();
    }

    /// Shows it as it is now.
    void show() {
        Optional<Subject> subject = subject();
        subject.ifPresent(card::show);
        stage.show(subject);
        arm();
        actions.show(subject);
    }

    private Optional<Subject> subject() {
        return model.chosen().map(this::subject);
    }

    private Subject subject(InboxModel.Row row) {
        Optional<Subject.Edit> edit = drafts.editOf(row.id());
        String command =
                edit.map(Subject.Edit::text).orElseGet(() -> row.record().command().text());
        Optional<String> loss =
                row.isWaiting() && !row.isBatch() ? card.loss(row.id(), command) : Optional.empty();
        return new Subject(row, edit, scriptsOf(row, edit), loss, stage.viewOf(row, edit));
    }

    /// Of an edited command its own; of several calls those of all.
    private List<ScriptFile> scriptsOf(InboxModel.Row row, Optional<Subject.Edit> edit) {
        Optional<List<ScriptFile>> edited =
                edit.flatMap(Subject.Edit::assessed).map(AssessedCall::scripts);
        if (edited.isPresent()) {
            return edited.get();
        }
        if (!row.isWaiting()) {
            return List.of();
        }
        return row.ids().stream().flatMap(id -> desk.scripts(id).stream()).distinct().toList();
    }

    // ---- what is done with it

    void separate() {
        model.chosen().filter(InboxModel.Row::isBatch).ifPresent(model::separate);
    }

    /// Begins to rehearse the chosen call, or shows the rehearsal that there is.
    void rehearse() {
        if (stage.isOpen()) {
            stage.toggleTab();
            return;
        }
        subject()
                .filter(Subject::isWaiting)
                .filter(subject ->
                        subject.rehearsed().isPresent() || card.rehearsalObstacle().isEmpty())
                .ifPresent(subject -> {
                    letThrough.close();
                    stage.open(subject);
                });
    }

    /// Begins to edit the chosen call, or goes on.
    void edit() {
        Optional<InboxModel.Row> row = model.chosen().filter(InboxModel.Row::isWaiting);
        if (row.isEmpty() || row.get().isBatch()) {
            return;
        }
        if (stage.isOpen()) {
            stage.leave();
        }
        if (card.editor().isOpen()) {
            card.editor().focus();
            return;
        }
        beginEdit(row.get().record().call().command().text());
    }

    private void beginEdit(String text) {
        model.chosen()
                .filter(InboxModel.Row::isWaiting)
                .ifPresent(row -> {
                    drafts.begin(row.record(), text);
                    show();
                    card.editor().focus();
                    told.editsChanged();
                });
    }

    private void edited() {
        drafts.keep();
        show();
    }

    void discardEdit() {
        drafts.discard();
        show();
        told.editsChanged();
        told.focusLost();
    }

    private final class BarWays implements ActionBar.Ways {
        @Override
        public void backToCard() {
            stage.leave();
        }

        @Override
        public void next() {
            model.move(1);
        }

        @Override
        public void edit() {
            ChosenCall.this.edit();
        }

        @Override
        public void letThrough(Node anchor) {
            if (letThrough.isOpen()) {
                letThrough.close();
                return;
            }
            subject()
                    .ifPresent(
                            subject -> letThrough.open(subject, anchor, card.roomBelowCommand()));
        }

        @Override
        public void more(Node anchor) {
            subject().ifPresent(subject -> menu.open(subject, anchor));
        }
    }
}
