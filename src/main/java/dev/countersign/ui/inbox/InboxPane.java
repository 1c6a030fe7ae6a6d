package dev.countersign.ui.inbox;

import dev.countersign.approval.AssessedCall;
import dev.countersign.approval.EditedCall;
import dev.countersign.approval.ResultDigest;
import dev.countersign.journal.CallRecord;
import dev.countersign.journal.Rehearsal;
import dev.countersign.safety.RiskLevel;
import dev.countersign.safety.ScriptFile;
import dev.countersign.settings.Settings;
import dev.countersign.supervision.EditApproval;
import dev.countersign.supervision.PersonDesk;
import dev.countersign.supervision.RehearsalDesk;
import dev.countersign.supervision.RehearsalView;
import dev.countersign.toolcall.CommandText;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.ConsolePane;
import dev.countersign.ui.Icons;
import dev.countersign.ui.RunViewer;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.skin.VirtualFlow;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The calls that wait, the chosen one, and the decision. Confined to the FX thread.
public final class InboxPane implements ConsolePane {
    private static final Logger LOG = LoggerFactory.getLogger(InboxPane.class);

    private static final PseudoClass COMPACT = PseudoClass.getPseudoClass("compact");

    /// What the Inbox tells the window.
    ///
    /// @param approved the person approved a call here
    /// @param openInHistory the person wants to see a past call
    /// @param trial a harmless call for newcomers
    public record Events(
            Consumer<ToolCallId> approved, Consumer<ToolCallId> openInHistory, Trial trial) {}

    private final UiContext context;
    private final PersonDesk desk;
    private final Events events;
    private final InboxModel model;
    private final Arming arming;
    private final Set<KeyCode> held = new HashSet<>();
    private final Map<ToolCallId, String> drafts = new HashMap<>();
    private final BorderPane node = new BorderPane();
    private final ListView<InboxModel.Row> list = new ListView<>();
    private final Label count = Texts.label("", "quiet");
    private final StackPane detail = new StackPane();
    private final BorderPane chosen = new BorderPane();
    private final CallCard card;
    private final ActionBar actions;
    private final MoreMenu menu;
    private final RehearsalPane rehearsal;
    private final StackPane stage = new StackPane();
    private final LetThrough letThrough;
    private final UndoBar undo;
    private final DecidedList decided;
    private final HBox head = new HBox();
    private final VBox column;
    private final VBox strip = new VBox();
    private final Node guide;
    private final Node quiet;
    private Optional<ToolCallId> staged = Optional.empty();
    private Optional<String> refusal = Optional.empty();
    private boolean rehearsalBegins;
    private boolean visible;
    private boolean compact;

    /// A pane over the desk of the context.
    ///
    /// @param nanoClock nanoseconds that only grow, for arming and holding
    /// @param rehearsalOutput shows what a command prints while it is rehearsed
    public InboxPane(
            UiContext context, Events events, LongSupplier nanoClock, RunViewer rehearsalOutput) {
        this.context = context;
        this.desk = context.model().desk();
        this.events = events;
        model = new InboxModel(context.clock(), this::lastVisible);
        arming = new Arming(nanoClock, () -> Arming.Times.of(context.settings().current()));
        card =
                new CallCard(
                        context,
                        new CallCard.Wishes(
                                this::edited,
                                this::beginEdit,
                                this::separate,
                                this::showCard,
                                this::rehearse));
        actions =
                new ActionBar(
                        new DeskDecisions(),
                        new BarWays(),
                        arming,
                        card.endSeenProperty(),
                        new Hold(nanoClock, () -> context.settings().value(Settings.HOLD)),
                        context::reducedMotion);
        menu = new MoreMenu(context, this::separate, actions::openDenyAll);
        letThrough =
                new LetThrough(
                        context,
                        new LetThrough.Wishes(
                                arming::isArmed,
                                id -> model.decided(List.of(id)),
                                events.approved(),
                                model::notDecided,
                                this::saved));
        undo = new UndoBar(context);
        decided = new DecidedList(context, events.openInHistory());
        guide =
                new FirstRunGuide(
                                context,
                                events.trial(),
                                "Nothing is waiting. Connect your first agent.")
                        .node();
        quiet = quiet();
        column = column();
        rehearsal = new RehearsalPane(context, rehearsalOutput);
        stage.getChildren().setAll(card.node(), letThrough.node());
        stage.setMinSize(0, 0);
        chosen.setCenter(stage);
        chosen.setBottom(actions.node());
        detail.getStyleClass().add("detail");
        detail.setMinWidth(0);
        chosen.setMinWidth(0);
        node.setMinWidth(0);
        node.getStyleClass().add("inbox");
        node.setCenter(detail);
        model.chosenProperty().addListener((_, before, row) -> choose(before, row));
        context.model().onChange(this::apply);
        context.model().switchesProperty().addListener((_, _, _) -> showCard());
        apply(context.model().calls());
        decided.apply(context.model().calls());
        showWhatThereIs();
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public void shown() {
        visible = true;
        if (list.getScene() == null) {
            node.requestFocus();
        } else {
            list.requestFocus();
        }
        armShown();
    }

    @Override
    public void hidden() {
        visible = false;
        arming.hidden();
        letGo();
    }

    /// One narrow column: the chosen call, the decision, and what else waits, a line each. What is
    /// looked at is armed anew; what was held down is held no longer.
    public void setCompact(boolean now) {
        if (now == compact) {
            return;
        }
        letGo();
        compact = now;
        node.pseudoClassStateChanged(COMPACT, now);
        if (now) {
            strip.getChildren().setAll(undo.node(), list);
        } else {
            column.getChildren().setAll(head, list, undo.node(), decided.node());
        }
        actions.setCompact(now);
        card.setCompact(now);
        showWhatThereIs();
        list.refresh();
        // Once it is laid out where it stands now.
        context.feed().execute(this::scrollToChosen);
        arming.regainedFocus();
    }

    /// Text is larger or smaller than usual by this.
    public void setTextScale(double scale) {
        actions.setTextScale(scale);
        card.setTextScale(scale);
    }

    /// Its window is gone.
    public void close() {
        actions.close();
    }

    private void letGo() {
        actions.letGo();
        held.clear();
    }

    /// The window has the focus again, or lost it.
    public void windowFocused(boolean focused) {
        if (focused) {
            arming.regainedFocus();
            actions.show(subject());
            return;
        }
        letGo();
    }

    /// Looks at one call, where it is in the list. What is looked at is armed anew.
    public void choose(ToolCallId id) {
        model.choose(id, false);
        arming.regainedFocus();
    }

    @Override
    public void key(KeyEvent event) {
        if (event.getEventType() == KeyEvent.KEY_RELEASED) {
            held.remove(event.getCode());
            if (event.getCode() == KeyCode.A) {
                actions.approveKeyUp();
            }
            return;
        }
        if (event.getEventType() != KeyEvent.KEY_PRESSED) {
            return;
        }
        boolean repeat = !held.add(event.getCode());
        if (act(event, repeat)) {
            event.consume();
        }
    }

    private boolean act(KeyEvent event, boolean repeat) {
        if (event.isShiftDown()) {
            return false;
        }
        if (event.getCode() == KeyCode.H) {
            once(repeat, menu::toggleHoldAll);
            return true;
        }
        if (model.rows().isEmpty()) {
            return false;
        }
        if (letThrough.isOpen()) {
            return actOnLetThrough(event.getCode());
        }
        if (event.getCode().isNavigationKey() && rehearsal.holds(event.getTarget())) {
            return false;
        }
        switch (event.getCode()) {
            case J, DOWN -> model.move(1);
            case K, UP -> model.move(-1);
            case PAGE_DOWN -> card.nextPage();
            case PAGE_UP -> card.previousPage();
            case HOME -> model.move(-model.rows().size());
            case END -> model.move(model.rows().size());
            case A -> once(repeat, actions::approveKeyDown);
            case D -> once(repeat, actions::denyKeyDown);
            case R -> once(repeat, actions::denyWithReasonKeyDown);
            case E -> once(repeat, this::edit);
            case S -> once(repeat, actions::sessionKeyDown);
            case M, CONTEXT_MENU -> once(repeat, actions::more);
            case U -> once(repeat, this::separate);
            case T -> once(repeat, this::rehearse);
            case X -> {
                if (staged.isEmpty()) {
                    return false;
                }
                once(repeat, () -> staged.ifPresent(this::discardRehearsal));
            }
            case ESCAPE -> {
                if (staged.isPresent()) {
                    once(repeat, this::backToCard);
                    return true;
                }
                if (!card.editor().isOpen()) {
                    return false;
                }
                once(repeat, this::discardEdit);
            }
            case SPACE -> {
                // A button that has the focus is pressed by it.
                if (event.getTarget() instanceof ButtonBase) {
                    return false;
                }
                once(repeat, card::toggleDetails);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /// While it is open letters decide nothing.
    private boolean actOnLetThrough(KeyCode code) {
        if (code == KeyCode.ESCAPE || code == KeyCode.S) {
            letThrough.close();
            return true;
        }
        return code.isLetterKey();
    }

    private static void once(boolean repeat, Runnable action) {
        if (!repeat) {
            action.run();
        }
    }

    private int lastVisible() {
        return list.lookup(".virtual-flow") instanceof VirtualFlow<?> flow
                        && flow.getLastVisibleCell() != null
                ? flow.getLastVisibleCell().getIndex()
                : 0;
    }

    private void apply(Collection<CallRecord> changed) {
        for (CallRecord record : changed) {
            if (!record.isWaiting()) {
                drafts.remove(record.id());
            }
        }
        model.apply(changed);
        decided.apply(changed);
        syncSelection();
        showWhatThereIs();
    }

    private void showWhatThereIs() {
        count.setText(Integer.toString(context.model().waitingCountProperty().get()));
        boolean anythingEver = !context.model().calls().isEmpty();
        setLeft(anythingEver && !compact);
        node.setBottom(compact ? strip : null);
        Node wanted = !anythingEver && !compact ? guide : model.chosen().isEmpty() ? quiet : chosen;
        if (!detail.getChildren().equals(List.of(wanted))) {
            detail.getChildren().setAll(wanted);
        }
    }

    /// Tab goes by the order in which children came: the list has to come before the card.
    private void setLeft(boolean shown) {
        if (shown != (node.getLeft() != null)) {
            node.setCenter(null);
            node.setLeft(shown ? column : null);
            node.setCenter(detail);
        }
    }

    private void choose(Optional<InboxModel.Row> before, Optional<InboxModel.Row> row) {
        boolean same =
                before.isPresent() && row.isPresent() && before.get().order() == row.get().order();
        boolean sameIds = same && before.get().ids().equals(row.get().ids());
        if (!sameIds || !row.get().isWaiting()) {
            letThrough.close();
        }
        EditBox editor = card.editor();
        boolean keeps = same && row.get().isWaiting();
        if (editor.isOpen() && !keeps) {
            keepDraft();
            editor.close();
        }
        if (!same) {
            row.filter(InboxModel.Row::isWaiting)
                    .ifPresent(now -> {
                        String draft = drafts.get(now.id());
                        if (draft != null) {
                            editor.open(now.record(), draft);
                        }
                    });
        }
        showCard();
        syncSelection();
        if (row.isPresent() && model.movedByKey()) {
            scrollToChosen();
        }
        showWhatThereIs();
    }

    /// With the row above it, so that one sees that there is one.
    private void scrollToChosen() {
        list.scrollTo(Math.max(0, model.indexOfChosen() - 1));
    }

    private Optional<Subject> subject() {
        return model.chosen().map(this::subject);
    }

    private Subject subject(InboxModel.Row row) {
        Optional<Subject.Edit> edit =
                card.editor().id().equals(Optional.of(row.id()))
                        ? card.editor().edit()
                        : Optional.empty();
        String command =
                edit.map(Subject.Edit::text).orElseGet(() -> row.record().command().text());
        Optional<String> loss =
                row.isWaiting() && !row.isBatch() ? card.loss(row.id(), command) : Optional.empty();
        Optional<RehearsalView> shown =
                isStaged(row)
                        ? desk.rehearsals()
                                .find(row.id())
                                .filter(view -> view.command().text().equals(command))
                                .or(() -> Optional.of(beginning(row, edit)))
                        : Optional.empty();
        return new Subject(row, edit, scriptsOf(row), loss, shown);
    }

    private static RehearsalView beginning(InboxModel.Row row, Optional<Subject.Edit> edit) {
        CommandText command =
                edit.flatMap(Subject.Edit::assessed)
                        .map(judged -> judged.call().command())
                        .orElse(row.record().call().command());
        return RehearsalView.beginning(row.id(), command);
    }

    /// Of an edited command its own; of several calls those of all.
    private List<ScriptFile> scriptsOf(InboxModel.Row row) {
        Optional<List<ScriptFile>> edited =
                card.editor()
                        .edit()
                        .filter(_ -> card.editor().id().equals(Optional.of(row.id())))
                        .flatMap(Subject.Edit::assessed)
                        .map(AssessedCall::scripts);
        if (edited.isPresent()) {
            return edited.get();
        }
        if (!row.isWaiting()) {
            return List.of();
        }
        return row.ids().stream().flatMap(id -> desk.scripts(id).stream()).distinct().toList();
    }

    private void showCard() {
        Optional<Subject> subject = subject();
        subject.ifPresent(card::show);
        setStage(subject);
        armShown();
        actions.show(subject);
    }

    /// Starts the arming clock for what is on the card now, if it can be seen.
    private void armShown() {
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

    private void syncSelection() {
        Optional<InboxModel.Row> row = model.chosen();
        if (row.isEmpty()) {
            list.getSelectionModel().clearSelection();
            return;
        }
        int index = model.indexOfChosen();
        if (list.getSelectionModel().getSelectedIndex() != index) {
            list.getSelectionModel().clearAndSelect(index);
        }
        if (list.getFocusModel().getFocusedIndex() != index) {
            list.getFocusModel().focus(index);
        }
    }

    // Rehearsing.

    private boolean isStaged(InboxModel.Row row) {
        return row.isWaiting() && !row.isBatch() && staged.equals(Optional.of(row.id()));
    }

    /// Begins to rehearse the chosen call, or shows the rehearsal that there is.
    private void rehearse() {
        Optional<Subject> subject = subject().filter(Subject::isWaiting);
        if (subject.isEmpty() || staged.isPresent()) {
            staged.ifPresent(_ -> rehearsal.toggleTab());
            return;
        }
        ToolCallId id = subject.get().record().id();
        boolean there = subject.get().rehearsed().isPresent();
        if (!there && card.rehearsalObstacle().isPresent()) {
            return;
        }
        letThrough.close();
        staged = Optional.of(id);
        refusal = Optional.empty();
        rehearsalBegins = !there;
        if (!there) {
            startRehearsal(id, subject.get().edited());
        }
        showCard();
    }

    private void startRehearsal(ToolCallId id, Optional<EditedCall> edit) {
        context.background()
                .execute(() -> {
                    Optional<String> problem;
                    try {
                        problem =
                                edit.isPresent()
                                        ? desk.rehearsals().startEdited(edit.get())
                                        : desk.rehearsals().start(id);
                    } catch (UncheckedIOException e) {
                        LOG.error("{} was not rehearsed: {}", id, e.getMessage());
                        problem = Optional.of("It could not be written down, so it was stopped.");
                    }
                    Optional<String> told = problem;
                    context.feed().execute(() -> begun(id, told));
                });
    }

    /// @param problem why it did not begin, where it did not
    private void begun(ToolCallId id, Optional<String> problem) {
        if (staged.equals(Optional.of(id))) {
            rehearsalBegins = false;
            refusal = problem;
            showCard();
        }
    }

    /// Why there is no rehearsal any more, where it went away by itself.
    private Optional<String> thrownAway(Subject subject) {
        boolean there =
                rehearsalBegins || desk.rehearsals().find(subject.record().id()).isPresent();
        return there
                ? Optional.empty()
                : subject.record()
                        .rehearsal()
                        .flatMap(Rehearsal::discarded)
                        .map(gone -> "The rehearsal was thrown away: " + gone.reason() + ".");
    }

    private void discardRehearsal(ToolCallId id) {
        backToCard();
        context.background().execute(() -> desk.rehearsals().discard(id));
    }

    private void backToCard() {
        staged = Optional.empty();
        refusal = Optional.empty();
        showCard();
    }

    private static boolean holdsFocus(Node part) {
        Node at = part.getScene() == null ? null : part.getScene().getFocusOwner();
        while (at != null && !at.equals(part)) {
            at = at.getParent();
        }
        return at != null;
    }

    /// The rehearsal in the place of the card, as long as it is about the call that was chosen.
    private void setStage(Optional<Subject> subject) {
        boolean open = subject.filter(now -> isStaged(now.row())).isPresent();
        List<Node> wanted =
                open
                        ? List.of(rehearsal.node(), letThrough.node())
                        : List.of(card.node(), letThrough.node());
        if (!stage.getChildren().equals(wanted)) {
            boolean focused = holdsFocus(stage);
            stage.getChildren().setAll(wanted);
            if (focused) {
                // What is taken away would hand the focus to whatever stands first in the window.
                list.requestFocus();
            }
        }
        if (open) {
            rehearsal.show(
                    subject.get(),
                    subject.get().rehearsal().orElseThrow(),
                    refusal.or(() -> thrownAway(subject.get())));
        } else {
            staged = Optional.empty();
            refusal = Optional.empty();
            rehearsal.close();
        }
    }

    // Editing.

    private void edit() {
        Optional<InboxModel.Row> row = model.chosen().filter(InboxModel.Row::isWaiting);
        if (row.isEmpty() || row.get().isBatch()) {
            return;
        }
        if (staged.isPresent()) {
            backToCard();
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
                    drafts.put(row.id(), text);
                    card.editor().open(row.record(), text);
                    showCard();
                    card.editor().focus();
                    list.refresh();
                });
    }

    private void edited() {
        keepDraft();
        showCard();
    }

    private void keepDraft() {
        EditBox editor = card.editor();
        editor.id()
                .filter(drafts::containsKey)
                .ifPresent(id -> editor.edit().ifPresent(edit -> drafts.put(id, edit.text())));
    }

    private void discardEdit() {
        card.editor().id().ifPresent(drafts::remove);
        card.editor().close();
        showCard();
        list.refresh();
        list.requestFocus();
    }

    private void saved(LetThrough.Saved rule) {
        undo.show(rule);
    }

    private void separate() {
        model.chosen().filter(InboxModel.Row::isBatch).ifPresent(model::separate);
    }

    private VBox column() {
        head.getChildren()
                .setAll(
                        Texts.fixed("Waiting", "strong"),
                        count,
                        Texts.spring(),
                        Texts.fixed("oldest first", "meta", "quiet"));
        strip.getStyleClass().add("compact-list");
        head.getStyleClass().add("list-head");
        head.setAlignment(Pos.CENTER_LEFT);
        list.setItems(model.rows());
        list.setId("waiting");
        list.setAccessibleText("Waiting calls, oldest first");
        list.getStyleClass().add("edge-to-edge");
        list.setCellFactory(_ -> {
            WaitingCell cell = new WaitingCell(context, list, drafts::containsKey, () -> compact);
            cell.setOnMousePressed(_ -> {
                InboxModel.Row row = cell.getItem();
                if (row != null && !cell.isEmpty()) {
                    model.choose(row.id(), false);
                }
            });
            return cell;
        });
        list.widthProperty().addListener((_, _, _) -> list.refresh());
        list.hoverProperty().addListener((_, _, hover) -> pointer(hover));
        VBox.setVgrow(list, Priority.ALWAYS);
        VBox box = new VBox(head, list, undo.node(), decided.node());
        box.getStyleClass().add("list-column");
        box.heightProperty()
                .addListener(
                        (_, _, height) -> decided.setShown(height.doubleValue() < 560 ? 2 : 5));
        return box;
    }

    private void pointer(boolean onList) {
        model.pointerOnList(onList);
        syncSelection();
        showWhatThereIs();
    }

    private Node quiet() {
        VBox box =
                new VBox(
                        Icons.quiet(Feather.INBOX),
                        Texts.label("Nothing is waiting", "headline"),
                        Texts.wrapping(
                                "What an agent asks for next appears here. The newest decisions"
                                        + " stand at the left, all of them in History.",
                                "quiet"));
        box.getStyleClass().add("nothing-waiting");
        box.setAlignment(Pos.CENTER);
        return box;
    }

    /// Moves on at once and decides at the desk behind the FX thread, since a decision has happened
    /// only when it is on the disk.
    private final class DeskDecisions implements CardDecisions {
        @Override
        public void approve(List<ToolCallId> ids) {
            decide(
                    ids,
                    id -> {
                        if (desk.approve(id)) {
                            context.feed().execute(() -> events.approved().accept(id));
                        }
                    });
        }

        @Override
        public void approveEdited(EditedCall edit) {
            ToolCallId id = edit.assessed().id();
            keepDraft();
            decide(
                    List.of(id),
                    _ -> {
                        EditApproval came = desk.approveEdited(edit);
                        context.feed().execute(() -> editDecided(id, came));
                    });
        }

        private void editDecided(ToolCallId id, EditApproval came) {
            switch (came) {
                case APPROVED -> events.approved().accept(id);
                case NO_LONGER_WAITS -> drafts.remove(id);
                case JUDGED_ANEW, DENIED_BY_RULE -> notDecided(id);
            }
        }

        @Override
        public void deny(List<ToolCallId> ids, Optional<String> reason) {
            decide(ids, id -> desk.deny(id, reason));
        }

        @Override
        public void denyAllOfAgent(ToolCallId id, Optional<String> reason) {
            List<ToolCallId> theirs =
                    context.model()
                            .call(id)
                            .map(first ->
                                    context.model().waiting().stream()
                                            .filter(record ->
                                                    record.call()
                                                            .session()
                                                            .id()
                                                            .equals(first.call().session().id()))
                                            .map(CallRecord::id)
                                            .toList())
                            .orElse(List.of(id));
            model.decided(theirs);
            behind(id, () -> desk.denyAllOfAgent(id, reason));
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
            syncSelection();
            showWhatThereIs();
        }

        @Override
        public void commit(ToolCallId id, ResultDigest result, Optional<EditedCall> edit) {
            model.decided(List.of(id));
            behind(
                    id,
                    () -> {
                        switch (desk.rehearsals().commit(id, result, edit)) {
                            case RehearsalDesk.CommitReply.Committed _ ->
                                    context.feed().execute(() -> events.approved().accept(id));
                            case RehearsalDesk.CommitReply.Refused(String reason) ->
                                    context.feed().execute(() -> notCommitted(id, reason));
                        }
                    });
        }

        private void notCommitted(ToolCallId id, String reason) {
            notDecided(id);
            staged = Optional.of(id);
            refusal = Optional.of(reason);
            showCard();
        }

        @Override
        public void discard(ToolCallId id) {
            discardRehearsal(id);
        }
    }

    private final class BarWays implements ActionBar.Ways {
        @Override
        public void backToCard() {
            InboxPane.this.backToCard();
        }

        @Override
        public void next() {
            model.move(1);
        }

        @Override
        public void edit() {
            InboxPane.this.edit();
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
