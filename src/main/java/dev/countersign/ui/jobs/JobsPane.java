package dev.countersign.ui.jobs;

import dev.countersign.journal.CallRecord;
import dev.countersign.settings.Settings;
import dev.countersign.supervision.JobDesk;
import dev.countersign.supervision.JobsSnapshot;
import dev.countersign.ui.ConsolePane;
import dev.countersign.ui.EmptyState;
import dev.countersign.ui.RunViewer;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import java.util.Collection;
import java.util.Optional;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// What waits for its turn, runs or is paused, what an earlier console left running, and what ended
/// in the last hour, with the output of the chosen one. Confined to the FX thread.
///
/// Figures come once a second while the pane is looked at; nothing is measured otherwise. Rows keep
/// their places while the pointer is over them.
public final class JobsPane implements ConsolePane {
    private final UiContext context;
    private final RunViewer viewer;
    private final JobsModel model;
    private final JobsTable table;
    private final Label running = Texts.fixed("", "quiet", "figures");
    private final Label ended = Texts.fixed("", "meta", "quiet");
    private final Hyperlink clear = new Hyperlink("Clear");
    private final Label message = Texts.label("", "meta", "asks-text");
    private final TextField filter = new TextField();
    private final ToggleButton byAgent = new ToggleButton("By agent");
    private final JobDeeds deeds;
    private final JobActions actions;
    private final NoteBar noteBar;
    private final JobRemark remark;
    private final StackPane node = new StackPane();
    private final Node content;
    private final Node nothing;
    private Runnable endOfWatch = () -> {};
    private boolean looking;
    private boolean waitsForPointer;

    /// A pane over the desk of the context.
    ///
    /// @param viewer shows the output of the chosen run
    public JobsPane(UiContext context, RunViewer viewer) {
        this.context = context;
        this.viewer = viewer;
        model = new JobsModel(() -> context.settings().value(Settings.JOBS_LEAVE_AFTER));
        table = new JobsTable(context, this::chosenChanged, this::sortBy);
        deeds = new JobDeeds(context, message::setText);
        remark = new JobRemark(deeds);
        noteBar =
                new NoteBar(
                        text -> table.chosen().ifPresent(job -> deeds.note(job, text)),
                        message::setText,
                        () -> table.node().requestFocus());
        actions =
                new JobActions(
                        context,
                        deeds,
                        new JobActions.Surroundings(
                                noteBar::open, message::setText, model::agents));
        SplitPane split =
                new SplitPane(
                        new VBox(
                                head(),
                                actions.node(),
                                noteBar.node(),
                                table.node(),
                                remark.node()),
                        viewer.node());
        VBox.setVgrow(table.node(), Priority.ALWAYS);
        split.setOrientation(Orientation.VERTICAL);
        split.setDividerPositions(0.45);
        content = split;
        nothing = nothing();
        node.getStyleClass().add("jobs");
        table.node().addEventHandler(MouseEvent.MOUSE_EXITED, _ -> pointerLeft());
        context.model().onChange(this::apply);
        context.ticker()
                .nowProperty()
                .addListener((_, _, now) -> {
                    if (model.sweep(now) && looking) {
                        layRows();
                    }
                });
        apply(context.model().calls());
        show();
    }

    private JobDesk desk() {
        return context.model().desk().jobs();
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public void shown() {
        looking = true;
        show();
        // The split pane takes its parts into the scene when it gets its looks.
        node.applyCss();
        layRows();
        // Without a row the pane itself: else the first button of the window would take the focus.
        (model.isEmpty() ? node : table.node()).requestFocus();
        if (table.chosen().isEmpty()) {
            table.move(1);
        }
        endOfWatch.run();
        endOfWatch = desk().watch(snapshot -> context.feed().execute(() -> measured(snapshot)));
    }

    @Override
    public void hidden() {
        looking = false;
        endOfWatch.run();
        endOfWatch = () -> {};
    }

    // What is listed.

    /// Rows are laid only while they are looked at: a call has several changes, and most come while
    /// the person is in another room.
    private void apply(Collection<CallRecord> changed) {
        boolean structure = model.take(changed, context.clock().instant());
        if (looking) {
            update(structure);
        }
        deeds.restartThoseOver(changed);
    }

    private void measured(JobsSnapshot snapshot) {
        if (!looking) {
            return;
        }
        boolean structure = model.take(snapshot, context.model()::call);
        update(structure);
        desk().showPortsOf(table.visible());
    }

    private void update(boolean structure) {
        boolean under = table.node().isHover();
        if (structure && under) {
            waitsForPointer = true;
        } else if (structure) {
            layRows();
        }
        table.refresh();
        show();
    }

    private void pointerLeft() {
        if (waitsForPointer) {
            layRows();
        }
    }

    private void layRows() {
        waitsForPointer = false;
        table.show(model.listed(), byAgent.isSelected());
        table.showOrder(model.order(), model.reversed());
        show();
    }

    private void sortBy(JobOrder order) {
        model.sortBy(order, order == model.order() && !model.reversed());
        layRows();
    }

    private void show() {
        running.setText(Long.toString(model.openCount()));
        long over = model.endedCount();
        ended.setText(over == 0 ? "" : over + " ended in the last hour");
        clear.setVisible(over > 0);
        Node wanted = model.isEmpty() ? nothing : content;
        if (node.getChildren().isEmpty() || !node.getChildren().getFirst().equals(wanted)) {
            node.getChildren().setAll(wanted);
        }
        chosenChanged();
    }

    private void chosenChanged() {
        Optional<JobRow.OfJob> job = table.chosen();
        viewer.show(job.filter(one -> one.record().started().isPresent()).map(JobRow.OfJob::id));
        actions.show(job);
        remark.show(job);
    }

    @Override
    public void key(KeyEvent event) {
        if (event.getEventType() != KeyEvent.KEY_PRESSED || model.isEmpty()) {
            return;
        }
        switch (event.getCode()) {
            case J, DOWN -> table.move(1);
            case K, UP -> table.move(-1);
            case RIGHT -> table.unfold(true);
            case LEFT -> table.unfold(false);
            case S -> actions.stop();
            case P -> actions.pauseOrResume();
            case R -> actions.restart();
            case N -> actions.note();
            case C -> actions.copyCommand();
            case G -> byAgent.fire();
            case SLASH -> filter.requestFocus();
            default -> {
                return;
            }
        }
        event.consume();
    }

    // What it looks like.

    private Node head() {
        message.setId("jobs-message");
        clear.setId("clear-ended");
        clear.setAccessibleText("Clear the ended ones from this list");
        clear.setOnAction(_ -> {
            model.clearEnded(context.clock().instant());
            layRows();
        });
        filter.setId("jobs-filter");
        filter.setPromptText("Filter");
        filter.setAccessibleText("Filter by command, agent or folder");
        filter.setPrefColumnCount(9);
        filter.textProperty()
                .addListener((_, _, text) -> {
                    model.filter(text);
                    layRows();
                });
        filter.addEventHandler(
                KeyEvent.KEY_PRESSED,
                event -> {
                    if (event.getCode() == KeyCode.ESCAPE || event.getCode() == KeyCode.ENTER) {
                        if (event.getCode() == KeyCode.ESCAPE) {
                            filter.clear();
                        }
                        table.node().requestFocus();
                        event.consume();
                    }
                });
        byAgent.setId("by-agent");
        byAgent.getStyleClass().add("small-toggle");
        byAgent.setAccessibleText("Group by agent (G)");
        byAgent.setOnAction(_ -> layRows());
        HBox first =
                new HBox(
                        Texts.fixed("Running", "strong"),
                        running,
                        ended,
                        clear,
                        message,
                        Texts.spring(),
                        filter,
                        byAgent);
        first.getStyleClass().add("list-head");
        first.setAlignment(Pos.CENTER_LEFT);
        return first;
    }

    private static Node nothing() {
        return EmptyState.of(
                Feather.PLAY,
                "Nothing is running",
                "Commands that you or a rule approve run here, with their output as it comes. What"
                        + " ended long ago stands in History.");
    }
}
