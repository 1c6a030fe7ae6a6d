package dev.countersign.ui.inbox;

import dev.countersign.journal.CallRecord;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.ConsolePane;
import dev.countersign.ui.Icons;
import dev.countersign.ui.RunViewer;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// The calls that wait, the chosen one, and the decision; before the first call a guide in their
/// place. Confined to the FX thread.
public final class InboxPane implements ConsolePane {
    private static final PseudoClass COMPACT = PseudoClass.getPseudoClass("compact");

    /// Below this height of the column, in pixels, fewer decided calls are listed.
    private static final double LOW_BELOW = 560;

    /// What the Inbox tells the window.
    ///
    /// @param approved the person approved a call here
    /// @param openInHistory the person wants to see a past call
    /// @param trial a harmless call for newcomers
    public record Events(
            Consumer<ToolCallId> approved, Consumer<ToolCallId> openInHistory, Trial trial) {}

    private final UiContext context;
    private final Events events;
    private final InboxModel model;
    private final WaitingList waiting;
    private final ChosenCall chosen;
    private final InboxKeys keys;
    private final UndoBar undo;
    private final DecidedList decided;
    private final Node guide;
    private final Node quiet = quiet();
    private final BorderPane node = new BorderPane();
    private final StackPane detail = new StackPane();
    private final VBox column = new VBox();
    private final VBox strip = new VBox();
    private boolean compact;

    /// A pane over the desk of the context.
    ///
    /// @param nanoClock nanoseconds that only grow, for arming and holding
    /// @param rehearsalOutput shows what a command prints while it is rehearsed
    public InboxPane(
            UiContext context, Events events, LongSupplier nanoClock, RunViewer rehearsalOutput) {
        this.context = context;
        this.events = events;
        model = new InboxModel(context.clock(), this::lastVisible);
        chosen = new ChosenCall(context, model, nanoClock, rehearsalOutput, new ChosenTold());
        waiting = new WaitingList(context, model, chosen.drafts()::has, this::showState);
        keys = new InboxKeys(model, chosen);
        undo = new UndoBar(context);
        decided = new DecidedList(context, events.openInHistory());
        guide =
                new FirstRunGuide(
                                context,
                                events.trial(),
                                "Nothing is waiting. Connect your first agent.")
                        .node();
        arrange();
        model.chosenProperty().addListener((_, before, row) -> chosenChanged(before, row));
        context.model().onChange(this::apply);
        context.model().switchesProperty().addListener((_, _, _) -> chosen.show());
        apply(context.model().calls());
    }

    private void arrange() {
        strip.getStyleClass().add("compact-list");
        column.getStyleClass().add("list-column");
        column.heightProperty()
                .addListener((_, _, height) ->
                        decided.setShown(height.doubleValue() < LOW_BELOW ? 2 : 5));
        fillColumn();
        detail.getStyleClass().add("detail");
        detail.setMinWidth(0);
        node.setMinWidth(0);
        node.getStyleClass().add("inbox");
        node.setCenter(detail);
    }

    private void fillColumn() {
        column.getChildren().setAll(waiting.head(), waiting.node(), undo.node(), decided.node());
    }

    private int lastVisible() {
        return waiting.lastVisible();
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public void shown() {
        if (waiting.isInScene()) {
            waiting.focus();
        } else {
            node.requestFocus();
        }
        chosen.shown();
    }

    @Override
    public void hidden() {
        chosen.hidden();
        keys.letGo();
    }

    @Override
    public void key(KeyEvent event) {
        keys.key(event);
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
            strip.getChildren().setAll(undo.node(), waiting.node());
        } else {
            fillColumn();
        }
        chosen.setCompact(now);
        showWhatThereIs();
        waiting.setCompact(now);
        // Once it is laid out where it stands now.
        context.feed().execute(waiting::scrollToChosen);
        chosen.lookedAtAnew();
    }

    /// Text is larger or smaller than usual by this.
    public void setTextScale(double scale) {
        chosen.setTextScale(scale);
    }

    /// Its window is gone.
    public void close() {
        chosen.close();
    }

    /// The window has the focus again, or lost it.
    public void windowFocused(boolean focused) {
        if (focused) {
            chosen.windowFocused();
            return;
        }
        letGo();
    }

    private void letGo() {
        chosen.actions().letGo();
        keys.letGo();
    }

    /// Looks at one call, where it is in the list. What is looked at is armed anew.
    public void choose(ToolCallId id) {
        model.choose(id, false);
        chosen.lookedAtAnew();
    }

    private void apply(Collection<CallRecord> changed) {
        for (CallRecord record : changed) {
            if (!record.isWaiting()) {
                chosen.drafts().forget(record.id());
            }
        }
        model.apply(changed);
        decided.apply(changed);
        showState();
    }

    private void chosenChanged(Optional<InboxModel.Row> before, Optional<InboxModel.Row> row) {
        chosen.change(before, row);
        waiting.select();
        if (row.isPresent() && model.movedByKey()) {
            waiting.scrollToChosen();
        }
        showWhatThereIs();
    }

    private void showState() {
        waiting.select();
        showWhatThereIs();
    }

    private void showWhatThereIs() {
        waiting.setCount(context.model().waitingCountProperty().get());
        boolean anythingEver = !context.model().calls().isEmpty();
        setLeft(anythingEver && !compact);
        node.setBottom(compact ? strip : null);
        Node wanted =
                !anythingEver && !compact
                        ? guide
                        : model.chosen().isEmpty() ? quiet : chosen.node();
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

    private static Node quiet() {
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

    private final class ChosenTold implements ChosenCall.Told {
        @Override
        public void approved(ToolCallId id) {
            events.approved().accept(id);
        }

        @Override
        public void ruleSaved(LetThrough.Saved rule) {
            undo.show(rule);
        }

        @Override
        public void stillWaits() {
            showState();
        }

        @Override
        public void editsChanged() {
            waiting.refresh();
        }

        @Override
        public void focusLost() {
            waiting.focus();
        }
    }
}
