package dev.countersign.ui.output;

import dev.countersign.journal.CallRecord;
import dev.countersign.journal.Rehearsal;
import dev.countersign.recording.CastImport.Imported;
import dev.countersign.recording.ReplayNote;
import dev.countersign.recording.ReplayNotes;
import dev.countersign.toolcall.CallStatus;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.Icons;
import dev.countersign.ui.RunViewer;
import dev.countersign.ui.StateIcon;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import dev.countersign.ui.output.OutputReader.Page;
import dev.countersign.ui.output.OutputReader.Surface;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import javafx.animation.PauseTransition;
import javafx.beans.binding.Bindings;
import javafx.beans.property.BooleanProperty;
import javafx.beans.value.ChangeListener;
import javafx.geometry.Pos;
import javafx.geometry.Side;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.input.ContextMenuEvent;
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

/// One run's output, live or finished, with a line that says whose it is and how it stands; search,
/// replay and all that can be done with it. The same in the drawer, in a pane and in a window of
/// its own. Confined to the FX thread.
public final class RunOutput implements RunViewer {
    /// Where it stands.
    public enum Place {
        /// Below the Inbox: little room, the header names the command.
        DRAWER,
        /// In a pane whose header names the command; the replay bar is open once the run has ended.
        DETAIL,
        /// Below a list: the header names the command.
        BELOW_LIST,
        /// Alone: the header names the command, the replay bar is open once the run has ended.
        WINDOW
    }

    private static final Logger LOG = LoggerFactory.getLogger(RunOutput.class);
    private static final javafx.util.Duration NOTICE_SHOWN = javafx.util.Duration.seconds(6);

    private final OutputRoom room;
    private final UiContext context;
    private final Place place;
    private final OutputView view;
    private final FindBar find;
    private final ReplayBar replay;
    private final LinkMenu links;
    private final OutputMenu menu;
    private final TerminalHands hands;
    private final BorderPane node = new BorderPane();
    private final StackPane body = new StackPane();
    private final VBox below = new VBox();
    private final HBox header = new HBox();
    private final HBox foot = new HBox();
    private final HBox state = new HBox();
    private final Label command = Texts.label("", "mono", "output-command");
    private final Label rehearsalMark = Texts.fixed("", "flag-chip");
    private final Label about = Texts.label("", "meta", "quiet");
    private final HBox legend = new HBox();
    private final Label legendWords = Texts.fixed("", "meta", "quiet");
    private final Label counts = Texts.fixed("", "meta", "quiet", "figures");
    private final Label empty = Texts.wrapping("", "quiet");
    private final Label notice = Texts.label("", "meta", "output-notice");
    private final Label terminalNote = Texts.fixed("", "meta", "quiet", "figures");
    private final ToggleButton screen = new ToggleButton();
    private final PauseTransition noticeEnd = new PauseTransition(NOTICE_SHOWN);
    private final ToggleButton follow = new ToggleButton();
    private final ToggleButton replaySwitch = new ToggleButton();
    private final Button stop;
    // Kept, so that it can be taken off again.
    private final ChangeListener<Instant> tickListener = (_, _, _) -> describe();
    private final Runnable endOfChanges;
    private Optional<ToolCallId> shown = Optional.empty();
    private Optional<Path> open = Optional.empty();
    private Optional<Source> source = Optional.empty();
    private Optional<Imported> cast = Optional.empty();
    private Optional<String> waiting = Optional.empty();
    private boolean replayDecided;
    private boolean errorWanted;

    /// Which of a call's runs is shown.
    ///
    /// @param rehearsal which one for show it is; 0 for the real one
    private record Source(int rehearsal) {
        static Optional<Source> of(CallRecord record) {
            return record.started().isPresent()
                    ? Optional.of(new Source(0))
                    : record.rehearsal()
                            .filter(Rehearsal::isThere)
                            .map(rehearsal -> new Source(rehearsal.times()));
        }
    }

    /// A viewer that shows nothing yet.
    public RunOutput(OutputRoom room, Place place) {
        this.room = room;
        this.context = room.context();
        this.place = place;
        view = new OutputView(context.feed(), room.preferences());
        view.setMask(() -> new LineMask(context.model().desk().keeping().masker()));
        find = new FindBar(view);
        replay = new ReplayBar(view, this::keepNote);
        links =
                new LinkMenu(
                        room.links(),
                        () -> record().map(r -> r.call().directory()),
                        context.background(),
                        context.feed()::execute,
                        this::say);
        menu = new OutputMenu(room, view, links, this::openFind, () -> shown);
        hands =
                new TerminalHands(
                        view,
                        () -> shown.flatMap(context.model().desk()::terminal),
                        new InOrder(context.background()),
                        this::say);
        stop =
                Buttons.action(
                        Feather.SQUARE,
                        "Stop",
                        Optional.empty(),
                        () -> shown.ifPresent(context.model().desk()::stop));
        stop.getStyleClass().add("stop-run");
        stop.setTooltip(new Tooltip("Stop this command with everything that it started"));
        stop.setAccessibleText("Stop this command");
        buildHeader();
        buildFoot();
        empty.setMouseTransparent(true);
        empty.setId("output-empty");
        body.getChildren().addAll(view, empty);
        body.setMinSize(0, 0);
        below.getChildren().addAll(foot, replay.node());
        node.setTop(new VBox(header, find.node()));
        node.setCenter(body);
        node.setBottom(below);
        node.getStyleClass().add("run-output");
        node.setUserData(this);
        node.addEventHandler(KeyEvent.KEY_PRESSED, this::keyPressed);
        view.setOnContextMenuRequested(this::contextMenu);
        view.addEventFilter(KeyEvent.ANY, this::typed);
        view.widthProperty().addListener((_, _, _) -> hands.resize());
        view.heightProperty().addListener((_, _, _) -> hands.resize());
        view.onLink(this::linkChosen);
        view.onNotice(this::say);
        view.pageProperty().subscribe(this::pageArrived);
        view.hoveredProperty().subscribe(this::hovered);
        noticeEnd.setOnFinished(_ -> showNotice(""));
        endOfChanges =
                context.model()
                        .onChange(changed -> {
                            if (changed.stream().anyMatch(r -> shown.equals(Optional.of(r.id())))) {
                                refresh();
                            }
                        });
        context.ticker().nowProperty().addListener(tickListener);
        refresh();
    }

    @Override
    public Node node() {
        return node;
    }

    /// The line above the output, where a window adds its own controls.
    public HBox header() {
        return header;
    }

    /// Whether only the line above the output is shown.
    public void setFolded(boolean folded) {
        body.setVisible(!folded);
        body.setManaged(!folded);
        below.setVisible(!folded);
        below.setManaged(!folded);
        view.setFolded(folded);
    }

    @Override
    public void show(Optional<ToolCallId> id) {
        if (id.equals(shown)) {
            return;
        }
        shown = id;
        open = Optional.empty();
        source = Optional.empty();
        replayDecided = false;
        replay.reset();
        hands.reset();
        view.show(Optional.empty());
        refresh();
    }

    /// Shows what was opened from a file, as a run that has ended.
    ///
    /// @param name of the file
    void showCast(Imported imported, String name) {
        cast = Optional.of(imported);
        announce(imported.title().map(Words::oneLine).orElse(name), "It holds no output.");
        about.setText(
                "asciicast "
                        + name
                        + (imported.startedAt().equals(Instant.EPOCH)
                                ? ""
                                : ", recorded "
                                        + Words.day(
                                                imported.startedAt(),
                                                context.clock().instant(),
                                                context.zone())));
        open = Optional.of(imported.folder());
        errorWanted = true;
        replay.setNotesTaken(false);
        view.setSurface(Surface.AUTOMATIC);
        view.show(open);
        refresh();
    }

    /// Names what is to come, and says how it stands, until there is something to show.
    void announce(String name, String words) {
        command.setText(name);
        waiting = Optional.of(words);
        pageArrived(view.pageProperty().get());
    }

    /// Shows a run with what was searched for elsewhere marked in it.
    public void show(ToolCallId id, String searched) {
        show(Optional.of(id));
        if (!searched.isBlank()) {
            find.open(searched);
        }
    }

    @Override
    public boolean takesKey(KeyEvent event) {
        return hands.isTyping() && view.isFocused();
    }

    @Override
    public void close() {
        replay.close();
        view.show(Optional.empty());
    }

    /// As [#close], for good: it hears of nothing any more.
    void dispose() {
        endOfChanges.run();
        context.ticker().nowProperty().removeListener(tickListener);
        replay.close();
        view.close();
    }

    /// The text of the rows on the screen.
    public String visibleText() {
        return view.visibleText();
    }

    OutputView view() {
        return view;
    }

    ReplayBar replay() {
        return replay;
    }

    /// What a window calls it.
    String title() {
        return record().map(r -> Words.oneLine(r.call().command().text()))
                .map(text -> text.length() > 80 ? text.substring(0, 80) + "…" : text)
                .orElse("Output");
    }

    // Building.

    private void buildHeader() {
        boolean named = place != Place.DETAIL;
        command.setVisible(named);
        command.setManaged(named);
        state.setVisible(named);
        state.setManaged(named);
        command.setMinWidth(60);
        HBox.setHgrow(about, Priority.SOMETIMES);
        legend.getChildren().setAll(new StackPane(), legendWords);
        legend.getChildren().getFirst().getStyleClass().add("stderr-sample");
        legend.getStyleClass().add("tight");
        legend.setAlignment(Pos.CENTER_LEFT);
        legend.managedProperty().bind(legend.visibleProperty());
        state.setAlignment(Pos.CENTER);
        Button search =
                Buttons.icon(Feather.SEARCH, "Find in this output (Ctrl F)", this::openFind);
        search.setId("output-find");
        buildFollow();
        buildReplaySwitch();
        buildScreenSwitch();
        Button more = Buttons.icon(Feather.MORE_HORIZONTAL, "More for this output", () -> {});
        more.setId("output-more");
        more.setOnAction(_ -> menu.open().show(more, Side.BOTTOM, 0, 0));
        ToggleButton wrap =
                toggle(
                        Feather.CORNER_DOWN_LEFT,
                        "Wrap long lines (Alt Z)",
                        room.preferences().wrapProperty());
        wrap.setId("output-wrap");
        rehearsalMark.setId("output-rehearsal");
        rehearsalMark.managedProperty().bind(rehearsalMark.visibleProperty());
        header.getChildren().addAll(state, rehearsalMark, command, about, Texts.spring());
        if (place == Place.DRAWER) {
            header.getChildren().add(legend);
        }
        header.getChildren()
                .addAll(counts, hands.node(), stop, search, screen, wrap, replaySwitch, follow);
        if (place != Place.WINDOW) {
            Button window =
                    Buttons.icon(
                            Feather.MAXIMIZE_2,
                            "Open in a window of its own",
                            () -> shown.ifPresent(room::openWindow));
            window.setId("output-window");
            header.getChildren().add(window);
        }
        header.getChildren().add(more);
        header.setAlignment(Pos.CENTER_LEFT);
        header.getStyleClass().add("output-header");
    }

    private static ToggleButton toggle(Feather icon, String words, BooleanProperty property) {
        ToggleButton button = new ToggleButton();
        button.setGraphic(Icons.styled(icon, "of-button"));
        button.getStyleClass().addAll("icon-button", "flat");
        button.setAccessibleText(words);
        button.setTooltip(new Tooltip(words));
        button.selectedProperty().bindBidirectional(property);
        return button;
    }

    private void buildFollow() {
        follow.setId("output-follow");
        follow.setGraphic(Icons.styled(Feather.DOWNLOAD, "of-button"));
        follow.getStyleClass().addAll("icon-button", "flat");
        follow.selectedProperty().bindBidirectional(view.followingProperty());
        follow.selectedProperty()
                .subscribe(on -> {
                    String words =
                            on ? "Following new lines" : "Not following: go to the end (End)";
                    follow.setAccessibleText(words);
                    follow.setTooltip(new Tooltip(words));
                });
    }

    private void buildScreenSwitch() {
        screen.setId("output-screen");
        screen.setGraphic(Icons.styled(Feather.MONITOR, "of-button"));
        screen.getStyleClass().addAll("icon-button", "flat");
        screen.managedProperty().bind(screen.visibleProperty());
        screen.setVisible(false);
        screen.setOnAction(
                _ -> view.setSurface(screen.isSelected() ? Surface.SCREEN : Surface.LINES));
        screen.selectedProperty()
                .subscribe(on -> {
                    String words =
                            on
                                    ? "Shown as a terminal's screen; press for lines"
                                    : "Shown line by line; press for the terminal's screen";
                    screen.setAccessibleText(words);
                    screen.setTooltip(new Tooltip(words));
                });
    }

    private boolean isTerminal() {
        return cast.isPresent()
                || record().filter(r -> r.conditions().pseudoTerminal()).isPresent();
    }

    private void buildReplaySwitch() {
        replaySwitch.setId("output-replay");
        replaySwitch.setGraphic(Icons.styled(Feather.CLOCK, "of-button"));
        replaySwitch.getStyleClass().addAll("icon-button", "flat");
        replaySwitch.setAccessibleText("Replay with a time axis");
        replaySwitch.setTooltip(new Tooltip("Replay with a time axis"));
        replaySwitch
                .selectedProperty()
                .addListener((_, _, on) -> {
                    replayDecided = true;
                    setReplay(on);
                });
        replay.setIdleLimit(room.idleLimit());
    }

    private void buildFoot() {
        foot.getStyleClass().add("output-foot");
        foot.setAlignment(Pos.CENTER_LEFT);
        HBox.setHgrow(notice, Priority.ALWAYS);
        notice.setId("output-notice");
        notice.setMaxWidth(Double.MAX_VALUE);
        if (place != Place.DRAWER) {
            foot.getChildren().add(legend);
        }
        foot.getChildren().add(notice);
        terminalNote.managedProperty().bind(terminalNote.visibleProperty());
        foot.getChildren().add(terminalNote);
        Label eye = Texts.fixed("highlighting is for the eye only", "meta", "quiet");
        eye.visibleProperty()
                .bind(
                        Bindings.createBooleanBinding(
                                () ->
                                        room.preferences().highlightProperty().get()
                                                && view.pageProperty().get().screen().isEmpty(),
                                room.preferences().highlightProperty(),
                                view.pageProperty()));
        eye.managedProperty().bind(eye.visibleProperty());
        foot.getChildren().add(eye);
        foot.managedProperty().bind(foot.visibleProperty());
        foot.setVisible(place != Place.DRAWER);
    }

    // Keys and menus.

    private void keyPressed(KeyEvent event) {
        if (event.isShortcutDown() && event.getCode() == KeyCode.F) {
            openFind();
            event.consume();
        } else if (event.getCode() == KeyCode.ESCAPE && find.isOpen()) {
            find.close();
            event.consume();
        } else if (replay.isOn() && !find.node().isFocusWithin() && replay.key(event)) {
            event.consume();
        }
    }

    private void typed(KeyEvent event) {
        if (hands.isTyping()) {
            hands.key(event);
        }
    }

    private void openFind() {
        find.open();
    }

    private void contextMenu(ContextMenuEvent event) {
        ContextMenu opened = menu.open();
        if (event.isKeyboardTrigger()) {
            opened.show(view, Side.TOP, 40, 40);
        } else {
            opened.show(view, event.getScreenX(), event.getScreenY());
        }
        event.consume();
    }

    private void linkChosen(Accent link) {
        link.target()
                .ifPresent(target -> {
                    ContextMenu opened = new ContextMenu();
                    opened.getItems().setAll(links.items(target));
                    opened.show(view.getScene().getWindow(), pointerX(), pointerY());
                });
    }

    private static double pointerX() {
        return new javafx.scene.robot.Robot().getMouseX();
    }

    private static double pointerY() {
        return new javafx.scene.robot.Robot().getMouseY();
    }

    private void hovered(Optional<Accent> link) {
        if (link.isPresent()) {
            noticeEnd.stop();
            showNotice(
                    link.get()
                            .target()
                            .map(target -> "Click: " + Words.oneLine(target.text()))
                            .orElse(""));
        } else if (noticeEnd.getStatus() != javafx.animation.Animation.Status.RUNNING) {
            showNotice("");
        }
    }

    /// Says something for some seconds.
    private void say(String words) {
        showNotice(words);
        noticeEnd.playFromStart();
    }

    private void showNotice(String words) {
        notice.setText(words);
        if (place == Place.DRAWER) {
            foot.setVisible(!words.isEmpty());
        }
    }

    // Replay.

    private void setReplay(boolean on) {
        replaySwitch.setSelected(on);
        replay.setOn(on);
        if (on) {
            loadNotes();
            findFirstError();
        }
    }

    private void findFirstError() {
        if (errorWanted && open.isPresent()) {
            errorWanted = false;
            view.firstError(replay::setFirstError);
        }
    }

    private void loadNotes() {
        Optional<Path> folder = open;
        folder.ifPresent(path ->
                context.background()
                        .execute(() -> {
                            List<ReplayNote> notes = readNotes(path);
                            context.feed()
                                    .execute(() -> {
                                        if (open.equals(folder)) {
                                            replay.setNotes(notes);
                                        }
                                    });
                        }));
    }

    private static List<ReplayNote> readNotes(Path folder) {
        try {
            return ReplayNotes.read(folder);
        } catch (IOException e) {
            LOG.warn("the notes in {} cannot be read: {}", folder, e.getMessage());
            return List.of();
        }
    }

    private void keepNote(ReplayNote note) {
        if (open.isEmpty()) {
            return;
        }
        if (replay.notes().size() >= ReplayNotes.MOST) {
            say("There are " + ReplayNotes.MOST + " notes already; no more are kept.");
            return;
        }
        List<ReplayNote> notes = new ArrayList<>(replay.notes());
        notes.add(note);
        replay.setNotes(notes);
        Path folder = open.get();
        context.background()
                .execute(() -> {
                    try {
                        ReplayNotes.write(folder, notes);
                    } catch (IOException e) {
                        LOG.warn("the note could not be kept in {}", folder, e);
                        context.feed().execute(() -> say("The note could not be written down."));
                    }
                });
    }

    // What it says.

    private Optional<CallRecord> record() {
        return shown.flatMap(context.model()::call);
    }

    private void refresh() {
        Optional<CallRecord> record = record();
        openSource(record.flatMap(Source::of));
        boolean committed = record.filter(CallRecord::isRehearsed).isPresent();
        rehearsalMark.setText(isRehearsal() ? "rehearsal" : "rehearsed");
        rehearsalMark.setVisible(isRehearsal() || committed);
        state.getChildren().clear();
        record.ifPresent(r -> state.getChildren().add(StateIcon.of(r.status())));
        if (waiting.isEmpty()) {
            command.setText(record.map(r -> Words.oneLine(r.command().text())).orElse(""));
        }
        boolean running = record.filter(CallRecord::isRunning).isPresent();
        stop.setVisible(running);
        stop.setManaged(running);
        hands.refresh();
        follow.setVisible(open.isPresent());
        replaySwitch.setVisible(open.isPresent());
        replay.setEnd(cast.isPresent() ? castEnd() : record.flatMap(RunOutput::end));
        boolean ended = open.isPresent() && !running && !isRehearsing();
        if (ended && !replayDecided && (place == Place.DETAIL || place == Place.WINDOW)) {
            setReplay(true);
            replayDecided = false;
        } else if (!ended && !replayDecided && replay.isOn()) {
            setReplay(false);
            replayDecided = false;
        }
        describe();
        pageArrived(view.pageProperty().get());
    }

    /// What is rehearsed and then committed goes on elsewhere; what is thrown away is gone.
    private void openSource(Optional<Source> wanted) {
        if (wanted.equals(source)) {
            return;
        }
        open = wanted.flatMap(_ -> shown.flatMap(context.model().desk()::recordingFolder));
        source = wanted.filter(_ -> open.isPresent());
        errorWanted = open.isPresent();
        if (open.isPresent()) {
            view.setSurface(isTerminal() ? Surface.AUTOMATIC : Surface.LINES);
        }
        view.show(open);
    }

    private boolean isRehearsal() {
        return source.filter(run -> run.rehearsal() > 0).isPresent();
    }

    private boolean isRehearsing() {
        return isRehearsal()
                && record().flatMap(CallRecord::rehearsal).filter(Rehearsal::isRunning).isPresent();
    }

    private static Optional<ReplayMarker> end(CallRecord record) {
        if (record.started().isEmpty() || record.finished().isEmpty()) {
            return Optional.empty();
        }
        Duration at = Duration.between(record.started().get().at(), record.finished().get().at());
        boolean good = record.outcome().filter(outcome -> outcome.succeeded()).isPresent();
        return Optional.of(
                new ReplayMarker(
                        at.isNegative() ? Duration.ZERO : at,
                        record.outcome().map(Words::outcome).orElse("end"),
                        good ? ReplayMarker.Kind.GOOD_END : ReplayMarker.Kind.BAD_END));
    }

    /// How an asciicast says that it ended.
    private Optional<ReplayMarker> castEnd() {
        OptionalInt code = cast.map(Imported::exitCode).orElse(OptionalInt.empty());
        Duration at = view.pageProperty().get().duration();
        if (code.isEmpty() || at.isZero()) {
            return Optional.empty();
        }
        return Optional.of(
                new ReplayMarker(
                        at,
                        "exit code " + code.getAsInt(),
                        code.getAsInt() == 0
                                ? ReplayMarker.Kind.GOOD_END
                                : ReplayMarker.Kind.BAD_END));
    }

    private void describe() {
        if (waiting.isPresent()) {
            return;
        }
        about.setText(place == Place.DETAIL ? "" : record().map(this::words).orElse(""));
    }

    private String words(CallRecord record) {
        String where =
                Words.oneLine(record.call().session().name())
                        + " in "
                        + context.path(record.call().directory());
        String time =
                Words.runTime(record, context.ticker().now())
                        .map(t ->
                                record.isRunning()
                                        ? ", running " + Words.age(t)
                                        : ", " + Words.duration(t))
                        .orElse("");
        String end =
                record.outcome()
                        .map(outcome -> ", " + Words.outcome(outcome))
                        .or(() ->
                                record.decision().map(decision -> ", " + Words.decision(decision)))
                        .orElse("");
        return where + time + end;
    }

    private void pageArrived(Page page) {
        if (cast.isPresent() && page.complete()) {
            replay.setEnd(castEnd());
        }
        boolean merged = record().filter(r -> r.call().mergeOutput()).isPresent();
        legend.setVisible(page.totals().stderr().bytes() > 0 && !merged);
        legendWords.setText(
                place == Place.DRAWER
                        ? "stderr, order approximate"
                        : "stderr, order to stdout approximate");
        terminalNote.setVisible(isTerminal());
        terminalNote.setText(
                page.screen()
                        .map(drawn -> "a terminal of " + drawn.columns() + " × " + drawn.rows())
                        .orElse("a terminal, shown line by line"));
        screen.setVisible(isTerminal() && open.isPresent());
        screen.setSelected(page.screen().isPresent());
        counts.setText(page.rowCount() == 0 ? "" : countsOf(page));
        empty.setText(page.rowCount() == 0 ? emptyText(page) : "");
        follow.setDisable(page.rowCount() == 0);
    }

    private static String countsOf(Page page) {
        String bytes = Words.bytes(page.totals().bytes());
        String size =
                page.screen().isPresent()
                        ? bytes
                        : Words.count(page.rowCount(), "line") + ", " + bytes;
        return page.taken() < 1
                ? size + ", reading " + Math.round(page.taken() * 100) + " %"
                : size;
    }

    private String emptyText(Page page) {
        if (page.problem().isPresent()) {
            return page.problem().get();
        }
        if (waiting.isPresent() && page.at().isEmpty()) {
            return waiting.get();
        }
        Optional<CallRecord> record = record();
        if (record.isEmpty() && waiting.isEmpty()) {
            return "What you approve shows its output here.";
        }
        if (page.at().isPresent() || record.isEmpty()) {
            return "Nothing was printed up to this moment.";
        }
        CallStatus status = record.get().status();
        if (isRehearsal()) {
            return isRehearsing() ? "No output so far." : "It printed nothing.";
        }
        if (record.get().started().isEmpty()) {
            return neverStarted(status);
        }
        if (open.isEmpty()) {
            return "Its output is not kept.";
        }
        return record.get().isRunning() ? "No output so far." : "It printed nothing.";
    }

    private static String neverStarted(CallStatus status) {
        return switch (status) {
            case RUNNING -> "Approved. It has not started yet.";
            case PENDING_APPROVAL -> "It waits for a decision, so there is no output yet.";
            case HANDED_OVER ->
                    "Approved. The agent runs it with its own shell, so its output is not seen"
                            + " here.";
            case COMPLETED, FAILED, TIMEOUT, KILLED, DENIED, WITHDRAWN, EXPIRED, DRY_RUN, LOST ->
                    StateIcon.word(status) + ". It never ran, so there is no output.";
        };
    }
}
