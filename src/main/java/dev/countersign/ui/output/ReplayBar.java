package dev.countersign.ui.output;

import dev.countersign.recording.OutputActivity;
import dev.countersign.recording.ReplayNote;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.Words;
import dev.countersign.ui.output.OutputReader.Page;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.animation.AnimationTimer;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.value.ChangeListener;
import javafx.beans.value.WeakChangeListener;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// Plays an output again: play and pause, speed, idle time cut, a time axis, markers, notes. The
/// live view is a replay whose cursor is at the end. Confined to the FX thread.
final class ReplayBar {
    private static final double NARROW_BELOW = 640;
    private static final double VERY_NARROW_BELOW = 540;
    private static final Duration MARKER_CLOSE = Duration.ofMillis(50);

    private final OutputView view;
    private final ReadOnlyObjectProperty<Duration> idleLimit;
    private final Consumer<ReplayNote> noteAdded;
    private final ReplayClock clock = new ReplayClock();
    private final VBox node = new VBox();
    private final ReplayAxis axis = new ReplayAxis(this::seek);
    private final Button play = new Button();
    private final Label time = Texts.fixed("", "mono", "figures", "replay-time");
    private final Label ofTime = Texts.fixed("", "mono", "quiet", "figures", "replay-time");
    private final CheckBox cutIdle = new CheckBox();
    private final ToggleGroup speeds = new ToggleGroup();
    private final TextField note = new TextField();
    private final HBox noteRow = new HBox();
    private final Button addNote =
            Buttons.icon(Feather.EDIT_3, "Note at this moment", this::openNote);
    private final AnimationTimer timer = new PlayTimer();
    private final HBox keys = new HBox();
    private final HBox options = new HBox();
    private final HBox firstRow = new HBox();
    private final HBox secondRow = new HBox();

    // Weakly heard, since the limit outlives the bar.
    private final ChangeListener<Duration> idleLimitListener = (_, _, _) -> idleLimitChanged();

    private boolean isNarrow;
    private Optional<ReplayMarker> end = Optional.empty();
    private Optional<ReplayMarker> firstError = Optional.empty();
    private List<ReplayNote> notes = List.of();
    private TimeAxis shownAxis = TimeAxis.of(Duration.ZERO, List.of(), Optional.empty());
    private boolean on;

    /// @param idleLimit how much of an idle time is shown where they are cut
    /// @param noteAdded keeps a note of the person
    ReplayBar(
            OutputView view,
            ReadOnlyObjectProperty<Duration> idleLimit,
            Consumer<ReplayNote> noteAdded) {
        this.view = view;
        this.idleLimit = idleLimit;
        this.noteAdded = noteAdded;
        node.getStyleClass().add("replay-bar");
        node.getChildren().addAll(controls(), noteRow(), axis, legend());
        node.addEventHandler(
                KeyEvent.KEY_PRESSED,
                event -> {
                    if (key(event)) {
                        event.consume();
                    }
                });
        node.setVisible(false);
        node.setMinWidth(0);
        node.managedProperty().bind(node.visibleProperty());
        node.widthProperty()
                .map(width -> width.doubleValue() < NARROW_BELOW)
                .subscribe(this::setNarrow);
        node.widthProperty()
                .map(width -> width.doubleValue() < VERY_NARROW_BELOW)
                .subscribe(this::setVeryNarrow);
        view.pageProperty().addListener((_, _, _) -> refresh());
        idleLimit.addListener(new WeakChangeListener<>(idleLimitListener));
        showPlay();
    }

    Node node() {
        return node;
    }

    /// Where there is little room, what can be missed is left out.
    private void setNarrow(boolean narrow) {
        for (Node each : List.of(ofTime, keys)) {
            each.setVisible(!narrow);
            each.setManaged(!narrow);
        }
        isNarrow = narrow;
        nameCut();
    }

    private void idleLimitChanged() {
        nameCut();
        refresh();
    }

    private void nameCut() {
        String whole = "Cut idle time over " + Words.duration(idleLimit.get());
        cutIdle.setText(isNarrow ? "Cut idle" : whole);
        cutIdle.setAccessibleText(whole);
    }

    /// Shows or hides it; hidden, the output is at its end.
    void setOn(boolean now) {
        on = now;
        node.setVisible(now);
        view.setTimeline(now);
        if (!now) {
            toEnd();
        }
        refresh();
    }

    boolean isOn() {
        return on;
    }

    /// Another run is shown: at its end.
    void reset() {
        clock.toEnd();
        timer.stop();
        notes = List.of();
        end = Optional.empty();
        firstError = Optional.empty();
        showPlay();
        refresh();
    }

    /// When and how the run ended.
    void setEnd(Optional<ReplayMarker> marker) {
        end = marker;
        refresh();
    }

    void setFirstError(Optional<Duration> at) {
        firstError = at.map(time -> new ReplayMarker(time, "first error", ReplayMarker.Kind.ERROR));
        refresh();
    }

    void setNotes(List<ReplayNote> now) {
        notes = List.copyOf(now);
        refresh();
    }

    /// Whether notes can be added.
    void setNotesTaken(boolean taken) {
        addNote.setVisible(taken);
    }

    List<ReplayNote> notes() {
        return notes;
    }

    /// What the keys of a replay do. Returns whether it was one of them.
    boolean key(KeyEvent event) {
        if (!on
                || event.isShortcutDown()
                || event.isAltDown()
                || event.getTarget() instanceof TextField) {
            return false;
        }
        switch (event.getCode()) {
            case SPACE -> {
                // A button that has the focus is pressed by the same key.
                if (event.getTarget() instanceof javafx.scene.control.ButtonBase) {
                    return false;
                }
                playOrPause();
            }
            case OPEN_BRACKET -> toMarker(false);
            case CLOSE_BRACKET -> toMarker(true);
            case LEFT -> step(false);
            case RIGHT -> step(true);
            case HOME -> seek(Duration.ZERO);
            case END -> toEnd();
            default -> {
                return false;
            }
        }
        return true;
    }

    // Building.

    private Node controls() {
        Button previous =
                Buttons.icon(Feather.SKIP_BACK, "Previous marker ([)", () -> toMarker(false));
        previous.setId("replay-previous");
        Button next = Buttons.icon(Feather.SKIP_FORWARD, "Next marker (])", () -> toMarker(true));
        next.setId("replay-next");
        play.setId("replay-play");
        play.getStyleClass().addAll("replay-play");
        play.setOnAction(_ -> playOrPause());
        cutIdle.setId("replay-cut");
        cutIdle.setSelected(true);
        cutIdle.selectedProperty().addListener((_, _, _) -> refresh());
        cutIdle.getStyleClass().add("meta");
        cutIdle.setMinWidth(Region.USE_PREF_SIZE);
        addNote.setId("replay-note");
        addNote.managedProperty().bind(addNote.visibleProperty());
        options.getChildren().setAll(addNote, cutIdle, speedButtons());
        options.setAlignment(Pos.CENTER_LEFT);
        options.getStyleClass().add("replay-controls");
        firstRow.getChildren().setAll(previous, play, next, time, ofTime, Texts.spring(), options);
        for (HBox row : List.of(firstRow, secondRow)) {
            row.getStyleClass().add("replay-controls");
            row.setAlignment(Pos.CENTER_LEFT);
            row.setFillHeight(false);
            row.setMinWidth(0);
        }
        secondRow.setVisible(false);
        secondRow.managedProperty().bind(secondRow.visibleProperty());
        return new VBox(firstRow, secondRow);
    }

    /// Where there is no room for them in the first row, the options have a second one.
    private void setVeryNarrow(boolean narrow) {
        firstRow.getChildren().remove(options);
        secondRow.getChildren().remove(options);
        (narrow ? secondRow : firstRow).getChildren().add(options);
        secondRow.setVisible(narrow);
    }

    private Node speedButtons() {
        HBox row = new HBox();
        row.setAlignment(Pos.CENTER);
        row.getStyleClass().add("speeds");
        for (double times : ReplayClock.SPEEDS) {
            String words = times < 1 ? "0.5×" : (int) times + "×";
            ToggleButton button = new ToggleButton(words);
            button.setToggleGroup(speeds);
            button.setSelected(times == 1);
            button.setAccessibleText("Speed " + words);
            button.getStyleClass().add("speed");
            button.setMinWidth(Region.USE_PREF_SIZE);
            button.setOnAction(_ -> {
                button.setSelected(true);
                clock.setSpeed(times);
            });
            row.getChildren().add(button);
        }
        return row;
    }

    private Node noteRow() {
        note.setPromptText("Note at this moment; Enter keeps it");
        note.setAccessibleText("Note at this moment");
        note.setId("replay-note-text");
        HBox.setHgrow(note, javafx.scene.layout.Priority.ALWAYS);
        note.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.ENTER) {
                keepNote();
                event.consume();
            } else if (event.getCode() == KeyCode.ESCAPE) {
                closeNote();
                event.consume();
            }
        });
        noteRow.getChildren().add(note);
        noteRow.getStyleClass().add("replay-controls");
        noteRow.setVisible(false);
        noteRow.managedProperty().bind(noteRow.visibleProperty());
        return noteRow;
    }

    private Node legend() {
        HBox row =
                new HBox(
                        sample("replay-stdout"),
                        Texts.fixed("stdout, lines over time", "small", "quiet"),
                        sample("replay-stderr"),
                        Texts.fixed("stderr", "small", "quiet"),
                        Texts.spring(),
                        keys);
        keys.getChildren()
                .setAll(
                        Texts.keyCap("Space"),
                        Texts.fixed("play", "small", "quiet"),
                        Texts.keyCap("←"),
                        Texts.keyCap("→"),
                        Texts.fixed("output", "small", "quiet"),
                        Texts.keyCap("["),
                        Texts.keyCap("]"),
                        Texts.fixed("marker", "small", "quiet"));
        keys.getStyleClass().add("replay-legend");
        keys.setAlignment(Pos.CENTER_LEFT);
        row.setMinWidth(0);
        row.getStyleClass().add("replay-legend");
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }

    private static Node sample(String styleClass) {
        StackPane sample = new StackPane();
        sample.getStyleClass().addAll("replay-sample", styleClass);
        return sample;
    }

    // Playing.

    private final class PlayTimer extends AnimationTimer {
        private long before;

        @Override
        public void start() {
            before = 0;
            super.start();
        }

        @Override
        public void handle(long now) {
            if (before != 0) {
                clock.advance(Duration.ofNanos(now - before), shownAxis);
                moved();
            }
            before = now;
            if (!clock.isPlaying()) {
                stop();
                showPlay();
            }
        }
    }

    void playOrPause() {
        if (clock.isPlaying()) {
            clock.pause();
            timer.stop();
        } else {
            clock.play();
            view.scrolling().followingProperty().set(true);
            timer.start();
        }
        moved();
        showPlay();
    }

    private void toEnd() {
        clock.toEnd();
        timer.stop();
        view.scrolling().followingProperty().set(true);
        moved();
        showPlay();
    }

    private void seek(Duration to) {
        clock.seek(to, shownAxis);
        view.scrolling().followingProperty().set(true);
        moved();
        showPlay();
    }

    /// To the output before or behind this one.
    private void step(boolean forwards) {
        clock.pause();
        timer.stop();
        showPlay();
        view.finder()
                .outputBeside(
                        clock.position(shownAxis),
                        forwards,
                        found -> {
                            if (found.isPresent()) {
                                seek(found.get());
                            } else if (forwards) {
                                toEnd();
                            } else {
                                seek(Duration.ZERO);
                            }
                        });
    }

    private void toMarker(boolean forwards) {
        Duration here = clock.position(shownAxis);
        Optional<ReplayMarker> next =
                forwards
                        ? markers().stream()
                                .filter(m -> m.at().compareTo(here.plus(MARKER_CLOSE)) > 0)
                                .findFirst()
                        : markers().stream()
                                .filter(m -> m.at().compareTo(here.minus(MARKER_CLOSE)) < 0)
                                .reduce((_, later) -> later);
        if (next.isPresent()) {
            seek(next.get().at());
        } else if (forwards) {
            toEnd();
        } else {
            seek(Duration.ZERO);
        }
    }

    private List<ReplayMarker> markers() {
        List<ReplayMarker> markers = new ArrayList<>();
        activity()
                .firstStderr()
                .ifPresent(at ->
                        markers.add(
                                new ReplayMarker(at, "first stderr", ReplayMarker.Kind.STDERR)));
        firstError.ifPresent(markers::add);
        notes.forEach(each ->
                markers.add(new ReplayMarker(each.at(), each.text(), ReplayMarker.Kind.NOTE)));
        end.ifPresent(markers::add);
        markers.sort(Comparator.comparing(ReplayMarker::at));
        return markers;
    }

    private OutputActivity activity() {
        return view.pageProperty().get().activity();
    }

    private void moved() {
        view.setAt(clock.isAtEnd() ? Optional.empty() : Optional.of(clock.position(shownAxis)));
        show();
    }

    private void refresh() {
        if (!on) {
            return;
        }
        Page page = view.pageProperty().get();
        Duration whole =
                end.map(ReplayMarker::at)
                        .filter(at -> at.compareTo(page.duration()) > 0)
                        .orElse(page.duration());
        shownAxis =
                TimeAxis.of(
                        whole,
                        page.activity().pauses(),
                        cutIdle.isSelected() ? Optional.of(idleLimit.get()) : Optional.empty());
        show();
    }

    private void show() {
        Duration position = clock.position(shownAxis);
        time.setText(RowPainter.time(position, true));
        ofTime.setText("of " + RowPainter.time(shownAxis.duration(), true));
        axis.show(new ReplayAxis.Picture(shownAxis, activity(), position, markers()));
    }

    private void showPlay() {
        boolean playing = clock.isPlaying();
        play.setGraphic(Icons.styled(playing ? Feather.PAUSE : Feather.PLAY, "of-play"));
        String words = playing ? "Pause (Space)" : "Play (Space)";
        play.setAccessibleText(words);
        play.setTooltip(new Tooltip(words));
    }

    // Notes.

    private void openNote() {
        clock.pause();
        timer.stop();
        showPlay();
        noteRow.setVisible(true);
        note.requestFocus();
    }

    private void keepNote() {
        if (!note.getText().isBlank()) {
            noteAdded.accept(ReplayNote.of(clock.position(shownAxis), note.getText()));
        }
        closeNote();
    }

    private void closeNote() {
        note.clear();
        noteRow.setVisible(false);
        axis.requestFocus();
    }

    void close() {
        timer.stop();
    }
}
