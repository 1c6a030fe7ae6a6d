package dev.countersign.ui.output;

import dev.countersign.journal.CallRecord;
import dev.countersign.journal.Rehearsal;
import dev.countersign.recording.CastImport.Imported;
import dev.countersign.recording.ReplayNote;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.RunViewer;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.Words;
import dev.countersign.ui.output.OutputReader.Page;
import dev.countersign.ui.output.OutputReader.Surface;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import javafx.beans.value.ChangeListener;
import javafx.geometry.Side;
import javafx.scene.Node;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

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
    private final OutputHeader header;
    private final OutputFoot foot;
    private final ReplayNoteKeeper notes;
    private final Label empty = Texts.wrapping("", "quiet");
    // Kept, so that it can be taken off again.
    private final ChangeListener<Instant> tickListener = (_, _, _) -> ticked();
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
        this.context = room.context();
        this.place = place;
        OutputPreferences preferences = room.preferences();
        view = new OutputView(context.feed(), preferences);
        view.setMask(() -> new LineMask(context.model().desk().keeping().masker()));
        foot = new OutputFoot(place, view, preferences.highlightProperty());
        notes = new ReplayNoteKeeper(context, foot::say);
        find = new FindBar(view);
        replay = new ReplayBar(view, preferences.idleLimitProperty(), this::keepNote);
        links =
                new LinkMenu(
                        room.links(),
                        () -> record().map(r -> r.call().directory()),
                        context.background(),
                        context.feed()::execute,
                        foot::say);
        menu = new OutputMenu(room, view, links, find::open, () -> shown);
        hands =
                new TerminalHands(
                        view,
                        () -> shown.flatMap(context.model().desk()::terminal),
                        new InOrder(context.background()),
                        foot::say);
        header =
                new OutputHeader(
                        place,
                        view,
                        foot.legend(),
                        hands.node(),
                        preferences.wrapProperty(),
                        new OutputHeader.Actions(
                                () -> shown.ifPresent(context.model().desk()::stop),
                                find::open,
                                menu::open,
                                () -> shown.ifPresent(room::openWindow)));
        layNodes();
        hearTheView();
        header.replayProperty().addListener((_, _, on) -> replayChosen(on));
        endOfChanges = context.model().onChange(this::callsChanged);
        context.ticker().nowProperty().addListener(tickListener);
        refresh();
    }

    private void layNodes() {
        empty.setMouseTransparent(true);
        empty.setId("output-empty");
        body.getChildren().addAll(view, empty);
        body.setMinSize(0, 0);
        below.getChildren().addAll(foot.node(), replay.node());
        node.setTop(new VBox(header.node(), find.node()));
        node.setCenter(body);
        node.setBottom(below);
        node.getStyleClass().add("run-output");
        node.setUserData(this);
    }

    private void hearTheView() {
        node.addEventHandler(KeyEvent.KEY_PRESSED, this::keyPressed);
        view.setOnContextMenuRequested(this::contextMenu);
        view.addEventFilter(KeyEvent.ANY, this::typed);
        view.widthProperty().addListener((_, _, _) -> hands.resize());
        view.heightProperty().addListener((_, _, _) -> hands.resize());
        view.selecting().onLink(this::linkChosen);
        view.onNotice(foot::say);
        view.pageProperty().subscribe(this::pageArrived);
    }

    private void callsChanged(Collection<CallRecord> changed) {
        if (changed.stream().anyMatch(record -> shown.equals(Optional.of(record.id())))) {
            refresh();
        }
    }

    @Override
    public Node node() {
        return node;
    }

    /// The line above the output, where a window adds its own controls.
    public HBox header() {
        return header.node();
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
        find.withdraw();
        view.show(Optional.empty());
        refresh();
    }

    /// Shows what was opened from a file, as a run that has ended.
    ///
    /// @param name of the file
    void showCast(Imported imported, String name) {
        cast = Optional.of(imported);
        announce(imported.title().map(Words::oneLine).orElse(name), "It holds no output.");
        header.showAbout(
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
        header.showCommand(name);
        waiting = Optional.of(words);
        pageArrived(view.pageProperty().get());
    }

    @Override
    public void mark(List<String> words) {
        find.offer(words);
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

    /// What a window calls it.
    String title() {
        return record().map(r -> Words.oneLine(r.call().command().text()))
                .map(text -> text.length() > 80 ? text.substring(0, 80) + "…" : text)
                .orElse("Output");
    }

    // Keys and menus.

    private void keyPressed(KeyEvent event) {
        if (event.isShortcutDown() && event.getCode() == KeyCode.F) {
            find.open();
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

    // Replay.

    private void replayChosen(boolean on) {
        replayDecided = true;
        setReplay(on);
    }

    private void setReplay(boolean on) {
        header.replayProperty().set(on);
        replay.setOn(on);
        if (on) {
            open.ifPresent(folder -> notes.load(folder, view.whileShown(replay::setNotes)));
            findFirstError();
        }
    }

    private void findFirstError() {
        if (errorWanted && open.isPresent()) {
            errorWanted = false;
            view.finder().firstError(replay::setFirstError);
        }
    }

    private void keepNote(ReplayNote note) {
        open.ifPresent(folder -> replay.setNotes(notes.add(folder, replay.notes(), note)));
    }

    // What it says.

    private Optional<CallRecord> record() {
        return shown.flatMap(context.model()::call);
    }

    private void refresh() {
        Optional<CallRecord> record = record();
        openSource(record.flatMap(Source::of));
        boolean committed = record.filter(CallRecord::isRehearsed).isPresent();
        header.showRehearsal(
                isRehearsal()
                        ? Optional.of("rehearsal")
                        : committed ? Optional.of("rehearsed") : Optional.empty());
        header.showState(record.map(CallRecord::status));
        if (waiting.isEmpty()) {
            header.showCommand(record.map(r -> Words.oneLine(r.command().text())).orElse(""));
        }
        boolean running = record.filter(CallRecord::isRunning).isPresent();
        header.setControls(open.isPresent(), running);
        hands.refresh();
        replay.setEnd(cast.isPresent() ? castEnd() : record.flatMap(OutputWords::end));
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

    private boolean isTerminal() {
        return cast.isPresent()
                || record().filter(r -> r.conditions().pseudoTerminal()).isPresent();
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

    private Optional<ReplayMarker> castEnd() {
        OptionalInt code = cast.map(Imported::exitCode).orElse(OptionalInt.empty());
        Duration at = view.pageProperty().get().duration();
        return code.isEmpty() || at.isZero()
                ? Optional.empty()
                : Optional.of(OutputWords.castEnd(at, code.getAsInt()));
    }

    /// Only the time of what runs goes on.
    private void ticked() {
        if (record().filter(CallRecord::isRunning).isPresent()) {
            describe();
        }
    }

    private void describe() {
        if (waiting.isPresent()) {
            return;
        }
        boolean told = place != Place.DETAIL;
        header.showAbout(
                record().filter(_ -> told)
                        .map(record -> OutputWords.about(record, context))
                        .orElse(""));
    }

    private void pageArrived(Page page) {
        if (cast.isPresent() && page.complete()) {
            replay.setEnd(castEnd());
        }
        boolean merged = record().filter(r -> r.call().mergeOutput()).isPresent();
        foot.showPage(page, isTerminal(), merged);
        header.showPage(page, isTerminal() && open.isPresent());
        empty.setText(page.rowCount() == 0 ? emptyText(page) : "");
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
        return isRehearsal()
                ? OutputWords.noRows(isRehearsing())
                : OutputWords.noRows(record.get(), open.isPresent());
    }
}
