package dev.countersign.ui.jobs;

import dev.countersign.journal.CallRecord;
import dev.countersign.supervision.JobState;
import dev.countersign.supervision.JobView;
import dev.countersign.toolcall.AgentSessionId;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.kordamp.ikonli.feather.Feather;

/// The row of what can be done to the chosen job, and to all of an agent's. Confined to the FX
/// thread.
final class JobActions {
    /// How wide the row must be to have room for all, in pixels.
    private static final double COPY_FROM = 940;

    /// What the row needs of the pane.
    ///
    /// @param openNote opens the field for a note about the chosen job
    /// @param say tells the person a sentence
    /// @param agents a call of each agent that has jobs
    record Surroundings(
            Runnable openNote, Consumer<String> say, Supplier<List<CallRecord>> agents) {}

    private final UiContext context;
    private final JobDeeds deeds;
    private final Surroundings surroundings;
    private final Button stop;
    private final Button pause;
    private final Button restart;
    private final Button note;
    private final Button copy;
    private final MenuItem kill = new MenuItem("Kill at once (SIGKILL)");
    private final MenuItem raise = new MenuItem("Let it print as much again");
    private final MenuItem adopt = new MenuItem("Adopt: its agent’s tools see it again");
    private final MenuButton more = new MenuButton("More");
    private final MenuButton stopAll = new MenuButton("Stop all of…");
    private final HBox node;
    private Optional<JobRow.OfJob> chosen = Optional.empty();

    JobActions(UiContext context, JobDeeds deeds, Surroundings surroundings) {
        this.context = context;
        this.deeds = deeds;
        this.surroundings = surroundings;
        stop = button(Feather.SQUARE, "Stop", "S", "stop-job", this::stop);
        pause = button(Feather.PAUSE, "Pause", "P", "pause-job", this::pauseOrResume);
        restart = button(Feather.ROTATE_CW, "Restart", "R", "restart-job", this::restart);
        note = button(Feather.MESSAGE_SQUARE, "Send note…", "N", "note-job", this::note);
        copy = button(Feather.COPY, "Copy command", "C", "copy-job", this::copyCommand);
        buildMore();
        buildStopAll();
        node = new HBox(stop, pause, restart, note, copy, more, Texts.spring(), stopAll);
        node.widthProperty()
                .subscribe(width -> {
                    // The key and the menu do it, too.
                    boolean room = width.doubleValue() >= COPY_FROM;
                    copy.setVisible(room);
                    copy.setManaged(room);
                });
        node.getStyleClass().add("jobs-actions");
        node.setAlignment(Pos.CENTER_LEFT);
    }

    private static Button button(
            Feather icon, String word, String key, String id, Runnable action) {
        Button button = Buttons.action(icon, word, Optional.of(key), action);
        button.setId(id);
        return button;
    }

    private void buildMore() {
        kill.setId("kill-job");
        kill.setOnAction(_ -> chosen.ifPresent(deeds::kill));
        raise.setOnAction(_ -> chosen.ifPresent(deeds::raiseOutputLimit));
        adopt.setOnAction(_ -> chosen.ifPresent(deeds::adopt));
        MenuItem copyItem = new MenuItem("Copy the command");
        copyItem.setOnAction(_ -> copyCommand());
        more.setId("more-of-job");
        more.setAccessibleText("More for the chosen job");
        more.getStyleClass().add("small-menu");
        more.getItems().setAll(copyItem, kill, raise, adopt);
        more.setMinWidth(Region.USE_PREF_SIZE);
    }

    private void buildStopAll() {
        stopAll.setMinWidth(Region.USE_PREF_SIZE);
        stopAll.setId("stop-all");
        stopAll.getStyleClass().add("small-menu");
        stopAll.setAccessibleText("Stop all jobs, or all of one agent");
        stopAll.setOnShowing(_ -> fillStopAll());
        fillStopAll();
    }

    private void fillStopAll() {
        stopAll.getItems().clear();
        for (CallRecord record : surroundings.agents().get()) {
            String words =
                    "All of %s in %s"
                            .formatted(
                                    Words.oneLine(record.call().session().name()),
                                    context.path(record.call().session().workspace().directory()));
            stopAll.getItems().add(stopItem(words, Optional.of(record.call().session().id())));
        }
        stopAll.getItems().add(stopItem("All of all agents", Optional.empty()));
    }

    private MenuItem stopItem(String words, Optional<AgentSessionId> agent) {
        MenuItem item = new MenuItem(words);
        item.setOnAction(_ -> deeds.stopAll(agent));
        return item;
    }

    Node node() {
        return node;
    }

    /// Opens what can be done to a job, and closes what cannot.
    void show(Optional<JobRow.OfJob> job) {
        chosen = job;
        boolean open = job.filter(JobRow.OfJob::isOpen).isPresent();
        boolean paused = job.filter(one -> one.state() == JobState.PAUSED).isPresent();
        boolean orphan = job.filter(JobRow.OfJob::isOrphan).isPresent();
        Optional<JobView> view = job.flatMap(JobRow.OfJob::view);
        Optional<String> none =
                job.isEmpty() ? Optional.of("Choose a job first.") : Optional.empty();
        Optional<String> over = none.or(() -> unless(open, "It has ended."));
        boolean canPause = paused || job.filter(JobCells::canPause).isPresent();
        Buttons.offer(stop, "Stops it with everything that it started", over);
        kill.setDisable(!open);
        Buttons.offer(
                pause,
                paused ? "Lets it go on" : "Its processes stand still until you resume them",
                over.or(() -> unless(canPause, "It cannot be paused now.")));
        showPause(paused);
        Buttons.offer(restart, "Makes a new call of it, which is assessed and decided anew", none);
        Buttons.offer(
                note,
                "The agent gets it with its next read of this job",
                none.or(() -> unless(!orphan, "The agent that asked for it is gone.")));
        Buttons.offer(copy, "", none);
        raise.setDisable(view.filter(JobView::overLimit).isEmpty());
        adopt.setDisable(!orphan || view.filter(JobView::adopted).isPresent());
    }

    private static Optional<String> unless(boolean possible, String because) {
        return possible ? Optional.empty() : Optional.of(because);
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

    // ---- what keys and buttons do

    /// Whether an action is possible now; where it is not, the reason is told.
    private boolean isOpen(Button action) {
        boolean closed = Buttons.isClosed(action);
        surroundings.say().accept(closed ? action.getAccessibleHelp() : "");
        return !closed;
    }

    void stop() {
        chosen.filter(_ -> isOpen(stop)).ifPresent(deeds::stop);
    }

    void pauseOrResume() {
        chosen.filter(_ -> isOpen(pause)).ifPresent(deeds::pauseOrResume);
    }

    void restart() {
        chosen.filter(_ -> isOpen(restart)).ifPresent(deeds::restart);
    }

    void note() {
        if (isOpen(note)) {
            surroundings.openNote().run();
        }
    }

    void copyCommand() {
        chosen.ifPresent(job -> {
            ClipboardContent text = new ClipboardContent();
            text.putString(job.record().command().text());
            Clipboard.getSystemClipboard().setContent(text);
            surroundings.say().accept("The command was copied.");
        });
    }
}
