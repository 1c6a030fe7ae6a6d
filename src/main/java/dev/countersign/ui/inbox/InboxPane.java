package dev.countersign.ui.inbox;

import dev.countersign.journal.CallRecord;
import dev.countersign.safety.RiskLevel;
import dev.countersign.supervision.PersonDesk;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.ConsolePane;
import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
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

    /// What the Inbox tells the window.
    ///
    /// @param approved the person approved a call here
    /// @param openInHistory the person wants to see a past call
    public record Events(Consumer<ToolCallId> approved, Consumer<ToolCallId> openInHistory) {}

    private final UiContext context;
    private final PersonDesk desk;
    private final Events events;
    private final InboxModel model;
    private final Arming arming;
    private final Set<KeyCode> held = new HashSet<>();
    private final BorderPane node = new BorderPane();
    private final ListView<InboxModel.Row> list = new ListView<>();
    private final Label count = Texts.label("", "quiet");
    private final StackPane detail = new StackPane();
    private final BorderPane chosen = new BorderPane();
    private final CallCard card;
    private final ActionBar actions;
    private final DecidedList decided;
    private final Node column;
    private final Node guide;
    private final Node quiet;
    private boolean visible;

    /// A pane over the desk of the context.
    ///
    /// @param nanoClock nanoseconds that only grow, for arming and holding
    public InboxPane(UiContext context, Events events, LongSupplier nanoClock) {
        this.context = context;
        this.desk = context.model().desk();
        this.events = events;
        model = new InboxModel(context.clock());
        arming = new Arming(nanoClock);
        card = new CallCard(context);
        actions =
                new ActionBar(
                        new DeskDecisions(), arming, nanoClock, card.command().endSeenProperty());
        decided = new DecidedList(context, events.openInHistory());
        guide = new FirstRunGuide(context).node();
        quiet = quiet();
        column = column();
        chosen.setCenter(card.node());
        chosen.setBottom(actions.node());
        detail.getStyleClass().add("detail");
        node.getStyleClass().add("inbox");
        node.setCenter(detail);
        model.chosenProperty().addListener((_, _, row) -> showChosen(row));
        context.model().onChange(this::apply);
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
        actions.letGo();
        held.clear();
    }

    /// The window has the focus again, or lost it.
    public void windowFocused(boolean focused) {
        if (focused) {
            arming.regainedFocus();
            actions.show(model.chosen().map(InboxModel.Row::record));
            return;
        }
        actions.letGo();
        held.clear();
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
        if (model.rows().isEmpty() || event.isShiftDown()) {
            return false;
        }
        switch (event.getCode()) {
            case J, DOWN -> model.move(1);
            case K, UP -> model.move(-1);
            case PAGE_DOWN -> card.command().nextPage();
            case PAGE_UP -> card.command().previousPage();
            case HOME -> model.move(-model.rows().size());
            case END -> model.move(model.rows().size());
            case A -> once(repeat, actions::approveKeyDown);
            case D -> once(repeat, actions::denyKeyDown);
            case R -> once(repeat, actions::denyWithReasonKeyDown);
            default -> {
                return false;
            }
        }
        return true;
    }

    private static void once(boolean repeat, Runnable action) {
        if (!repeat) {
            action.run();
        }
    }

    private void apply(Collection<CallRecord> changed) {
        model.apply(changed);
        decided.apply(changed);
        syncSelection();
        showWhatThereIs();
    }

    private void showWhatThereIs() {
        long waiting = model.rows().stream().filter(InboxModel.Row::isWaiting).count();
        count.setText(Long.toString(waiting));
        boolean anythingEver = !context.model().calls().isEmpty();
        node.setLeft(anythingEver ? column : null);
        Node wanted = !anythingEver ? guide : model.chosen().isEmpty() ? quiet : chosen;
        if (!detail.getChildren().equals(List.of(wanted))) {
            detail.getChildren().setAll(wanted);
        }
    }

    private void showChosen(Optional<InboxModel.Row> row) {
        row.ifPresent(r -> card.show(r.record()));
        armShown();
        actions.show(row.map(InboxModel.Row::record));
        syncSelection();
        if (row.isPresent() && model.movedByKey()) {
            list.scrollTo(Math.max(0, model.rows().indexOf(row.get()) - 1));
        }
        showWhatThereIs();
    }

    /// Starts the arming clock for what is on the card now, if it can be seen.
    private void armShown() {
        Optional<InboxModel.Row> row = model.chosen().filter(InboxModel.Row::isWaiting);
        if (!visible || row.isEmpty()) {
            arming.hidden();
            return;
        }
        CallRecord record = row.get().record();
        boolean dangerous =
                WaitingCell.levelOf(record)
                        .filter(level -> level.atLeast(RiskLevel.HIGH))
                        .isPresent();
        Object content = record.assessed().map(a -> (Object) a).orElse("");
        Duration listed = model.listedFor(record.id());
        arming.shown(new Arming.Card(record.id(), content, dangerous), model.movedByKey(), listed);
        actions.watchArming();
    }

    private void syncSelection() {
        Optional<InboxModel.Row> row = model.chosen();
        if (row.isEmpty()) {
            list.getSelectionModel().clearSelection();
            return;
        }
        int index = model.rows().indexOf(row.get());
        if (list.getSelectionModel().getSelectedIndex() != index) {
            list.getSelectionModel().clearAndSelect(index);
        }
        if (list.getFocusModel().getFocusedIndex() != index) {
            list.getFocusModel().focus(index);
        }
    }

    private Node column() {
        HBox head =
                new HBox(
                        Texts.fixed("Waiting", "strong"),
                        count,
                        Texts.spring(),
                        Texts.fixed("oldest first", "meta", "quiet"));
        head.getStyleClass().add("list-head");
        head.setAlignment(Pos.CENTER_LEFT);
        list.setItems(model.rows());
        list.setId("waiting");
        list.setAccessibleText("Waiting calls, oldest first");
        list.getStyleClass().add("edge-to-edge");
        list.setCellFactory(_ -> {
            WaitingCell cell = new WaitingCell(context, list);
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
        VBox box = new VBox(head, list, decided.node());
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
    private final class DeskDecisions implements ActionBar.Decisions {
        @Override
        public void approve(ToolCallId id) {
            decide(id, () -> desk.approve(id), () -> events.approved().accept(id));
        }

        @Override
        public void deny(ToolCallId id, Optional<String> reason) {
            decide(id, () -> desk.deny(id, reason), () -> {});
        }

        private void decide(ToolCallId id, BooleanSupplier decision, Runnable then) {
            model.decided(id);
            context.background()
                    .execute(() -> {
                        try {
                            boolean mine = decision.getAsBoolean();
                            context.feed().execute(mine ? then : () -> {});
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
        public void next() {
            model.move(1);
        }
    }
}
