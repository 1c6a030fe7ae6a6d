package dev.countersign.ui.jobs;

import dev.countersign.journal.CallRecord;
import dev.countersign.settings.Settings;
import dev.countersign.supervision.JobDesk;
import dev.countersign.supervision.JobState;
import dev.countersign.supervision.JobView;
import dev.countersign.supervision.JobsSnapshot;
import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.ConsolePane;
import dev.countersign.ui.EmptyState;
import dev.countersign.ui.Icons;
import dev.countersign.ui.RunViewer;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// What waits for its turn, runs or is paused, what an earlier console left running, and what ended
/// in the last hour, with the output of the chosen one. Confined to the FX thread.
///
/// Figures come once a second while the pane is looked at; nothing is measured otherwise. Rows keep
/// their places while the pointer is over them.
public final class JobsPane implements ConsolePane {
    /// How wide the row of actions must be to have room for all, in pixels.
    private static final double COPY_FROM = 940;

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
    private final Button stop;
    private final Button pause;
    private final Button restart;
    private final Button note;
    private final Button copy;
    private final MenuButton more = new MenuButton();
    private final MenuItem kill = new MenuItem("Kill at once (SIGKILL)");
    private final MenuItem raise = new MenuItem("Let it print as much again");
    private final MenuItem adopt = new MenuItem("Adopt: its agent’s tools see it again");
    private final MenuButton stopAll = new MenuButton("Stop all of…");
    private final HBox noteBar;
    private final TextField noteText = new TextField();
    private final StackPane node = new StackPane();
    private final Node content;
    private final Node nothing;
    private Runnable endOfWatch = () -> {};
    private final Set<ToolCallId> restartWhenOver = new HashSet<>();
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
        stop = button(Feather.SQUARE, "Stop", "S", "stop-job", this::stopChosen);
        pause = button(Feather.PAUSE, "Pause", "P", "pause-job", this::pauseOrResume);
        restart = button(Feather.ROTATE_CW, "Restart", "R", "restart-job", this::restartChosen);
        note = button(Feather.MESSAGE_SQUARE, "Send note…", "N", "note-job", this::openNote);
        copy = button(Feather.COPY, "Copy command", "C", "copy-job", this::copyCommand);
        noteBar = noteBar();
        fillMenus();
        SplitPane split = new SplitPane(new VBox(head(), noteBar, table.node()), viewer.node());
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
        restartThoseOver(changed);
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
        boolean open = job.filter(JobRow.OfJob::isOpen).isPresent();
        boolean paused = job.filter(one -> one.state() == JobState.PAUSED).isPresent();
        boolean overLimit = job.flatMap(JobRow.OfJob::view).filter(JobView::overLimit).isPresent();
        boolean orphan = job.filter(JobRow.OfJob::isOrphan).isPresent();
        Optional<String> none =
                job.isEmpty() ? Optional.of("Choose a job first.") : Optional.empty();
        Optional<String> over =
                none.or(() -> open ? Optional.empty() : Optional.of("It has ended."));
        Buttons.offer(stop, "Stops it with everything that it started", over);
        kill.setDisable(!open);
        boolean canPause = paused || job.filter(JobCells::canPause).isPresent();
        Buttons.offer(
                pause,
                paused ? "Lets it go on" : "Its processes stand still until you resume them",
                over.or(() ->
                        canPause ? Optional.empty() : Optional.of("It cannot be paused now.")));
        showPause(paused);
        Buttons.offer(
                restart, "Makes a new call of it, which is assessed and decided anew", none);
        Buttons.offer(
                note,
                "The agent gets it with its next read of this job",
                none.or(() ->
                        orphan
                                ? Optional.of("The agent that asked for it is gone.")
                                : Optional.empty()));
        Buttons.offer(copy, "", none);
        raise.setDisable(!overLimit);
        adopt.setDisable(
                !orphan || job.flatMap(JobRow.OfJob::view).filter(JobView::adopted).isPresent());
    }

    private void showPause(boolean paused) {
        String word = paused ? "Resume" : "Pause";
        if (!word.equals(pause.getAccessibleText())) {
            pause.setAccessibleText(word);
            pause.setGraphic(
                    Buttons.face(
                            Icons.styled(paused ? Feather.PLAY : Feather.PAUSE, "of-button"),
                            word,
                            Optional.of("P")));
        }
    }

    // What is done.

    private void withChosen(BiConsumer<JobDesk, JobRow.OfJob> deed) {
        table.chosen()
                .ifPresent(job -> context.background().execute(() -> deed.accept(desk(), job)));
    }

    private void stopChosen() {
        if (isOpen(stop)) {
            withChosen((desk, job) -> desk.stop(job.id()));
        }
    }

    private void pauseOrResume() {
        if (!isOpen(pause)) {
            return;
        }
        withChosen((desk, job) -> {
            if (job.view().filter(JobView::overLimit).isPresent()) {
                desk.raiseOutputLimit(job.id());
            } else if (job.state() == JobState.PAUSED) {
                desk.resume(job.id());
            } else if (!desk.pause(job.id())) {
                say("It cannot be paused: it has ended, or the system does not allow it.");
            }
        });
    }

    /// One that still runs is stopped first; its end starts it again.
    private void restartChosen() {
        if (!isOpen(restart)) {
            return;
        }
        withChosen((desk, job) -> {
            if (job.state().isOpen() && !job.isOrphan()) {
                context.feed().execute(() -> restartWhenOver.add(job.id()));
                desk.stop(job.id());
            } else {
                runAgain(desk, job.id());
            }
        });
    }

    private void restartThoseOver(Collection<CallRecord> changed) {
        for (CallRecord record : changed) {
            if (record.status().isFinal() && restartWhenOver.remove(record.id())) {
                context.background().execute(() -> runAgain(desk(), record.id()));
            }
        }
    }

    private void runAgain(JobDesk desk, ToolCallId id) {
        say(
                desk.runAgain(id).isPresent()
                        ? "A new call was made of it; where no rule allows it, it waits in the"
                                + " Inbox."
                        : "It cannot be started again now.");
    }

    /// Whether an action is possible now; where it is not, the reason is told.
    private boolean isOpen(Button action) {
        boolean closed = Buttons.isClosed(action);
        message.setText(closed ? action.getAccessibleHelp() : "");
        return !closed;
    }

    private void copyCommand() {
        if (!isOpen(copy)) {
            return;
        }
        table.chosen()
                .ifPresent(job -> {
                    ClipboardContent text = new ClipboardContent();
                    text.putString(job.record().command().text());
                    Clipboard.getSystemClipboard().setContent(text);
                    message.setText("The command was copied.");
                });
    }

    private void openNote() {
        if (isOpen(note)) {
            showNoteBar(true);
            noteText.requestFocus();
        }
    }

    private void sendNote() {
        String text = noteText.getText().strip();
        if (text.isEmpty() || text.length() > JobDesk.MAXIMUM_NOTE) {
            message.setText(
                    text.isEmpty()
                            ? "Write what the agent should know, then press Enter."
                            : "A note has at most 2,000 characters.");
            return;
        }
        withChosen((desk, job) -> desk.note(job.id(), text));
        message.setText("The agent gets the note with its next read of this job.");
        showNoteBar(false);
    }

    private void showNoteBar(boolean open) {
        noteText.clear();
        noteBar.setVisible(open);
        noteBar.setManaged(open);
        if (!open) {
            table.node().requestFocus();
        }
    }

    private void say(String sentence) {
        context.feed().execute(() -> message.setText(sentence));
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
            case S -> stopChosen();
            case P -> pauseOrResume();
            case R -> restartChosen();
            case N -> openNote();
            case C -> copyCommand();
            case G -> byAgent.fire();
            case SLASH -> filter.requestFocus();
            default -> {
                return;
            }
        }
        event.consume();
    }

    // What it looks like.

    private static Button button(
            Feather icon, String word, String key, String id, Runnable action) {
        Button button = Buttons.action(icon, word, Optional.of(key), action);
        button.setId(id);
        return button;
    }

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
        HBox second = new HBox(stop, pause, restart, note, copy, more, Texts.spring(), stopAll);
        second.widthProperty()
                .subscribe(width -> {
                    // The key and the menu do it, too.
                    boolean room = width.doubleValue() >= COPY_FROM;
                    copy.setVisible(room);
                    copy.setManaged(room);
                });
        second.getStyleClass().add("jobs-actions");
        second.setAlignment(Pos.CENTER_LEFT);
        return new VBox(first, second);
    }

    private void fillMenus() {
        more.setId("more-of-job");
        more.setText("More");
        more.setAccessibleText("More for the chosen job");
        more.getStyleClass().add("small-menu");
        kill.setId("kill-job");
        kill.setOnAction(_ -> withChosen((desk, job) -> desk.kill(job.id())));
        raise.setOnAction(_ -> withChosen((desk, job) -> desk.raiseOutputLimit(job.id())));
        adopt.setOnAction(_ -> withChosen((desk, job) -> desk.adopt(job.id())));
        MenuItem copyCommand = new MenuItem("Copy the command");
        copyCommand.setOnAction(_ -> copyCommand());
        more.getItems().setAll(copyCommand, kill, raise, adopt);
        more.setMinWidth(Region.USE_PREF_SIZE);
        stopAll.setMinWidth(Region.USE_PREF_SIZE);
        stopAll.setId("stop-all");
        stopAll.getStyleClass().add("small-menu");
        stopAll.setAccessibleText("Stop all jobs, or all of one agent");
        stopAll.setOnShowing(_ -> fillStopAll());
        fillStopAll();
    }

    private void fillStopAll() {
        stopAll.getItems().clear();
        for (CallRecord record : model.agents()) {
            AgentSessionId id = record.call().session().id();
            stopAll.getItems()
                    .add(
                            stopItem(
                                    "All of "
                                            + Words.oneLine(record.call().session().name())
                                            + " in "
                                            + context.path(
                                                    record.call()
                                                            .session()
                                                            .workspace()
                                                            .directory()),
                                    Optional.of(id)));
        }
        stopAll.getItems().add(stopItem("All of all agents", Optional.empty()));
    }

    private MenuItem stopItem(String words, Optional<AgentSessionId> agent) {
        MenuItem item = new MenuItem(words);
        item.setOnAction(_ ->
                context.background()
                        .execute(() -> {
                            int count = desk().stopAll(agent);
                            say(
                                    count == 0
                                            ? "Nothing was running."
                                            : Words.count(count, "job") + " stopping.");
                        }));
        return item;
    }

    private HBox noteBar() {
        noteText.setId("note-text");
        noteText.setPromptText("What the agent should know with its next read of this job");
        noteText.setAccessibleText("Note to the agent");
        HBox.setHgrow(noteText, Priority.ALWAYS);
        noteText.setOnAction(_ -> sendNote());
        noteText.addEventHandler(
                KeyEvent.KEY_PRESSED,
                event -> {
                    if (event.getCode() == KeyCode.ESCAPE) {
                        showNoteBar(false);
                        event.consume();
                    }
                });
        Button send = Buttons.action(Feather.SEND, "Send", Optional.of("Enter"), this::sendNote);
        send.setId("send-note");
        Button cancel =
                Buttons.action(Feather.X, "Cancel", Optional.of("Esc"), () -> showNoteBar(false));
        HBox bar = new HBox(noteText, send, cancel);
        bar.getStyleClass().add("note-bar");
        bar.setAlignment(Pos.CENTER_LEFT);
        bar.setVisible(false);
        bar.setManaged(false);
        return bar;
    }

    private static Node nothing() {
        return EmptyState.of(
                Feather.PLAY,
                "Nothing is running",
                "Commands that you or a rule approve run here, with their output as it comes. What"
                        + " ended long ago stands in History.");
    }
}
