package dev.countersign.ui.window;

import dev.countersign.settings.Settings;
import dev.countersign.settings.SettingsSnapshot;
import dev.countersign.settings.SettingsStore;
import dev.countersign.supervision.PersonDesk;
import dev.countersign.toolcall.ToolCallId;
import dev.countersign.ui.AgeTicker;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.ConsolePane;
import dev.countersign.ui.ConsoleTheme;
import dev.countersign.ui.DeskModel;
import dev.countersign.ui.LinkOpener;
import dev.countersign.ui.RunViewer;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import dev.countersign.ui.UiFeed;
import dev.countersign.ui.history.HistoryPane;
import dev.countersign.ui.inbox.GuidePane;
import dev.countersign.ui.inbox.InboxPane;
import dev.countersign.ui.inbox.Trial;
import dev.countersign.ui.jobs.JobsPane;
import dev.countersign.ui.notify.CountPicture;
import dev.countersign.ui.notify.NoticeBoard;
import dev.countersign.ui.notify.Notifier;
import dev.countersign.ui.output.OutputRoom;
import dev.countersign.ui.output.RunOutput;
import dev.countersign.ui.rules.RulesPane;
import dev.countersign.ui.settings.SettingsPane;
import dev.countersign.ui.timeline.TimelinePane;
import dev.countersign.ui.window.NavigationBar.Room;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.css.PseudoClass;
import javafx.scene.AccessibleRole;
import javafx.scene.Group;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.TextInputControl;
import javafx.scene.image.Image;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.fxmisc.richtext.GenericStyledArea;
import org.kordamp.ikonli.feather.Feather;

/// The console's window. Confined to the FX thread.
///
/// It never takes the focus by itself; the count of waiting calls stands in its title.
public final class ConsoleWindow implements AutoCloseable {
    /// What the window needs from outside.
    ///
    /// @param home the person's home folder, shown as `~`
    /// @param launcher the absolute path of the start script, or `countersign` where it is unknown
    /// @param nanoClock nanoseconds that only grow, [System#nanoTime]
    /// @param background runs what may block: writing settings, reading recordings
    /// @param openFile opens a file in the person's editor; called on the FX thread, must not block
    /// @param links opens what the person chose to open of an output
    /// @param notices where the person is told while elsewhere
    /// @param trial a harmless call for newcomers
    public record Surroundings(
            PersonDesk desk,
            SettingsStore settings,
            InstantSource clock,
            ZoneId zone,
            Path home,
            String launcher,
            LongSupplier nanoClock,
            Executor background,
            Consumer<Path> openFile,
            LinkOpener links,
            NoticeBoard notices,
            Trial trial) {}

    private static final List<Integer> ICON_SIDES = List.of(16, 32, 48);
    private static final int LEAST_TEXT = 75;
    private static final int MOST_TEXT = 200;
    private static final int TEXT_STEP = 10;
    private static final double CRAMPED_BELOW = 700;
    private static final double NARROW_BELOW = 1000;
    private static final double SEARCH_FROM = 1_200;
    private static final double FOLDED_BELOW = 700;
    private static final PseudoClass NARROW = PseudoClass.getPseudoClass("narrow");

    private final Stage stage;
    private final Surroundings surroundings;
    private final UiFeed feed = UiFeed.ofPlatform();
    private final DeskModel model;
    private final AgeTicker ticker;
    private final UiContext context;
    private final ConsoleTheme theme;
    private final BorderPane frame = new BorderPane();
    private final Overlay overlay = new Overlay();
    private final StackPane root = new StackPane(frame, overlay.node());
    private final NavigationBar navigation;
    private final GlobalSearch search = new GlobalSearch(this::searchFor, this::backToPane);
    private final InboxPane inbox;
    private final HistoryPane history;
    private final SettingsPane settings;
    private final Drawer drawer;
    private final OutputRoom outputs;
    private final RunOutput jobsOutput;
    private final RunOutput historyOutput;
    private final RunOutput rehearsalOutput;
    private final BorderPane inboxAndDrawer = new BorderPane();
    private final Map<Room, ConsolePane> panes = new EnumMap<>(Room.class);
    private final Runnable endOfSettings;
    private final Notifier notifier;
    private Optional<CompactWindow> compact = Optional.empty();
    private final ReadOnlyBooleanWrapper inFocus = new ReadOnlyBooleanWrapper();
    private Room room = Room.INBOX;
    private boolean commandKey;
    private int textSize = 100;

    /// Builds the window into a stage that is not shown yet.
    public ConsoleWindow(Stage stage, Surroundings surroundings) {
        this.stage = stage;
        this.surroundings = surroundings;
        model = new DeskModel(surroundings.desk(), feed);
        ticker = new AgeTicker(surroundings.clock(), feed);
        context =
                new UiContext(
                        model,
                        feed,
                        ticker,
                        surroundings.clock(),
                        surroundings.zone(),
                        surroundings.home(),
                        surroundings.launcher(),
                        surroundings.background(),
                        surroundings.settings());
        model.onRaise(this::raise);
        Scene scene = new Scene(root, 1440, 900);
        theme = new ConsoleTheme(scene, surroundings.settings().value(Settings.THEME));
        endOfSettings =
                surroundings
                        .settings()
                        .subscribe(now -> feed.execute(() -> settingsChanged(now.settings())));
        theme.choiceProperty().addListener((_, _, choice) -> context.keep(Settings.THEME, choice));
        outputs =
                new OutputRoom(
                        context,
                        surroundings.settings(),
                        surroundings.links(),
                        theme.choiceProperty());
        rehearsalOutput = new RunOutput(outputs, RunOutput.Place.BELOW_LIST);
        inbox =
                new InboxPane(
                        context,
                        new InboxPane.Events(
                                this::approved, this::openInHistory, surroundings.trial()),
                        surroundings.nanoClock(),
                        rehearsalOutput);
        drawer = new Drawer(context, outputs);
        jobsOutput = new RunOutput(outputs, RunOutput.Place.BELOW_LIST);
        historyOutput = new RunOutput(outputs, RunOutput.Place.DETAIL);
        history =
                new HistoryPane(
                        context,
                        historyOutput,
                        new HistoryPane.Links(
                                () -> outputs.chooseCasts(stage),
                                outputs::compare,
                                surroundings.openFile()));
        inboxAndDrawer.setCenter(inbox.node());
        inboxAndDrawer.setBottom(drawer.node());
        panes.put(Room.INBOX, inbox);
        panes.put(Room.RUNNING, new JobsPane(context, jobsOutput));
        panes.put(Room.HISTORY, history);
        panes.put(Room.TIMELINE, new TimelinePane(context, this::openInHistory));
        panes.put(Room.RULES, new RulesPane(context, surroundings.openFile()));
        settings = new SettingsPane(context, surroundings.openFile());
        panes.put(Room.SETTINGS, settings);
        panes.put(Room.CONNECT, new GuidePane(context, surroundings.trial()));
        navigation =
                new NavigationBar(
                        this::go, model.waitingCountProperty(), model.runningCountProperty());
        assemble(scene);
        showTextSize(surroundings.settings().value(Settings.TEXT_SIZE));
        inFocus.bind(stage.focusedProperty());
        notifier = new Notifier(context, surroundings.notices(), inFocus, this::openFromNotice);
    }

    private void settingsChanged(SettingsSnapshot now) {
        theme.choiceProperty().set(now.value(Settings.THEME));
        showTextSize(now.value(Settings.TEXT_SIZE));
    }

    private void showTextSize(int percent) {
        textSize = percent;
        theme.setTextSize(percent);
        compact.ifPresent(window -> window.setTextSize(percent));
        inbox.setTextScale(percent / 100.0);
        fitWidth();
    }

    /// At once, and kept behind the FX thread.
    private void chooseTextSize(int percent) {
        int possible = Math.clamp(percent, LEAST_TEXT, MOST_TEXT);
        showTextSize(possible);
        context.keep(Settings.TEXT_SIZE, possible);
    }

    /// Large text needs the room that a narrow window has not.
    private void fitWidth() {
        boolean narrow = root.getWidth() < NARROW_BELOW * textSize / 100;
        navigation.setNarrow(narrow);
        search.setShown(root.getWidth() >= SEARCH_FROM * textSize / 100);
        root.pseudoClassStateChanged(NARROW, narrow);
        if (!isCompact()) {
            inbox.setCompact(isCramped());
            drawer.setSpared(isCramped());
        }
    }

    /// Whether list and card do not fit side by side.
    private boolean isCramped() {
        return root.getWidth() > 0 && root.getWidth() < CRAMPED_BELOW * textSize / 100;
    }

    private void assemble(Scene scene) {
        VBox top =
                new VBox(
                        new TopBar(
                                        context,
                                        theme.choiceProperty(),
                                        this::showKeys,
                                        this::enterCompact,
                                        search)
                                .node(),
                        new HoldBar(context).node(),
                        new ProblemBar(context, surroundings.openFile()).node());
        frame.setTop(top);
        frame.setLeft(navigation.node());
        frame.setBottom(new StatusLine(context).node());
        frame.getStyleClass().add("frame");
        root.getStyleClass().add("console");
        root.setFocusTraversable(false);
        scene.addEventFilter(KeyEvent.ANY, this::key);
        new FileDrop(outputs::openCasts).on(root);
        frame.setMinSize(0, 0);
        inboxAndDrawer.setMinWidth(0);
        drawer.setFolded(false);
        scene.heightProperty()
                .map(height -> height.doubleValue() < FOLDED_BELOW)
                .subscribe(drawer::setFolded);
        root.widthProperty().subscribe(_ -> fitWidth());
        stage.setScene(scene);
        stage.setMinWidth(640);
        stage.setMinHeight(420);
        stage.focusedProperty().subscribe(inbox::windowFocused);
        model.waitingCountProperty().subscribe(count -> showCount(count.intValue()));
        go(Room.INBOX);
    }

    /// Where there is no tray, title and icon tell in the task bar.
    private void showCount(int count) {
        stage.setTitle(count == 0 ? "Countersign" : "(" + count + ") Countersign");
        stage.getIcons().setAll(ICON_SIDES.stream().map(side -> icon(count, side)).toList());
    }

    private static Image icon(int count, int side) {
        WritableImage image = new WritableImage(side, side);
        image.getPixelWriter()
                .setPixels(
                        0,
                        0,
                        side,
                        side,
                        PixelFormat.getIntArgbInstance(),
                        CountPicture.of(count, side).argb(),
                        0,
                        side);
        return image;
    }

    /// A click on a notification brings the person to the call, no further.
    private void openFromNotice(Optional<ToolCallId> id) {
        overlay.leave();
        if (!isCompact()) {
            go(Room.INBOX);
        }
        id.ifPresent(inbox::choose);
        raise();
    }

    private void go(Room target) {
        ConsolePane pane = panes.get(target);
        ConsolePane before = panes.get(room);
        if (pane == null || before == null) {
            return;
        }
        leaveCompact();
        before.hidden();
        room = target;
        navigation.choose(target);
        frame.setCenter(target == Room.INBOX ? inboxAndDrawer : pane.node());
        pane.shown();
    }

    /// The Inbox moves into the narrow window, which takes the place of this one.
    private void enterCompact() {
        overlay.leave();
        go(Room.INBOX);
        inboxAndDrawer.setCenter(null);
        inbox.setCompact(true);
        narrowWindow().show(inbox.node(), stage);
        stage.hide();
        inbox.shown();
    }

    private CompactWindow narrowWindow() {
        if (compact.isEmpty()) {
            CompactWindow fresh = new CompactWindow(context, theme, this::leaveCompact, this::key);
            fresh.setTextSize(textSize);
            fresh.stage().focusedProperty().subscribe(inbox::windowFocused);
            inFocus.unbind();
            inFocus.bind(stage.focusedProperty().or(fresh.stage().focusedProperty()));
            compact = Optional.of(fresh);
        }
        return compact.get();
    }

    private boolean isCompact() {
        return compact.filter(CompactWindow::isShowing).isPresent();
    }

    private void leaveCompact() {
        if (!isCompact()) {
            return;
        }
        narrowWindow().hide();
        inbox.setCompact(isCramped());
        inboxAndDrawer.setCenter(inbox.node());
        stage.show();
        inbox.shown();
    }

    private void toggleCompact() {
        if (isCompact()) {
            leaveCompact();
        } else {
            enterCompact();
        }
    }

    private void approved(ToolCallId id) {
        drawer.showApproved(id);
    }

    private void openInHistory(ToolCallId id) {
        go(Room.HISTORY);
        history.open(id);
    }

    // Keys.

    private void key(KeyEvent event) {
        if (event.getEventType() == KeyEvent.KEY_PRESSED) {
            commandKey = false;
            route(event);
            commandKey = event.isConsumed();
            return;
        }
        // The letter of a key that was a command must not land in the field that it opened.
        if (event.getEventType() == KeyEvent.KEY_TYPED && commandKey) {
            event.consume();
            return;
        }
        route(event);
    }

    private void route(KeyEvent event) {
        if (overlay.isOpen()) {
            if (event.getEventType() == KeyEvent.KEY_PRESSED && event.getCode() == KeyCode.ESCAPE) {
                overlay.leave();
                event.consume();
            }
            return;
        }
        if (isForCommand(event)) {
            return;
        }
        boolean pressed = event.getEventType() == KeyEvent.KEY_PRESSED;
        if (pressed && event.isShortcutDown()) {
            shortcut(event);
            return;
        }
        // In a text field letters type; keys that went up are told, so that nothing counts as held.
        if (isTyped(event) && pressed) {
            return;
        }
        if (event.isAltDown() || event.isMetaDown() || event.isControlDown()) {
            return;
        }
        if (event.getEventType() == KeyEvent.KEY_TYPED) {
            if ("?".equals(event.getCharacter())
                    && !isTyped(event)) {
                showKeys();
                event.consume();
            }
            return;
        }
        // A text that has the focus scrolls by its own keys.
        boolean overText =
                event.getTarget() instanceof Region region
                        && region.getAccessibleRole() == AccessibleRole.TEXT_AREA;
        if (overText && event.getCode().isNavigationKey()) {
            return;
        }
        if (pressed && room == Room.INBOX && event.getCode() == KeyCode.O && !isCompact()) {
            drawer.toggle();
            event.consume();
            return;
        }
        ConsolePane pane = panes.get(room);
        if (pane != null) {
            pane.key(event);
        }
        // Panes that filter their own list by it have taken it already.
        if (pressed && !event.isConsumed() && event.getCode() == KeyCode.SLASH) {
            beginSearch();
            event.consume();
        }
    }

    /// Whether the key belongs to a text that is written. The editor of a command is no text field of
    /// the toolkit, and leaves Esc to its pane.
    private static boolean isTyped(KeyEvent event) {
        if (event.getTarget() instanceof GenericStyledArea<?, ?, ?> area) {
            return area.isEditable() && event.getCode() != KeyCode.ESCAPE;
        }
        return event.getTarget() instanceof TextInputControl;
    }

    private void beginSearch() {
        if (search.isVisible()) {
            search.begin();
        } else {
            searchFor("");
        }
    }

    private void searchFor(String words) {
        go(Room.HISTORY);
        history.searchFor(words);
    }

    private void backToPane() {
        go(room);
    }

    /// What a person types into a command goes there, whatever it means elsewhere.
    private static boolean isForCommand(KeyEvent event) {
        Node at = event.getTarget() instanceof Node target ? target : null;
        while (at != null) {
            if (at.getUserData() instanceof RunViewer viewer) {
                return viewer.takesKey(event);
            }
            at = at.getParent();
        }
        return false;
    }

    /// In an output these keys change the size of the output alone.
    private boolean textSizeKey(KeyEvent event) {
        for (Node at = event.getTarget() instanceof Node target ? target : null;
                at != null;
                at = at.getParent()) {
            if (at.getUserData() instanceof RunViewer) {
                return false;
            }
        }
        switch (event.getCode()) {
            case PLUS, ADD, EQUALS -> chooseTextSize(textSize + TEXT_STEP);
            case MINUS, SUBTRACT -> chooseTextSize(textSize - TEXT_STEP);
            case DIGIT0, NUMPAD0 -> chooseTextSize(Settings.TEXT_SIZE.standard());
            default -> {
                return false;
            }
        }
        return true;
    }

    private void shortcut(KeyEvent event) {
        if (textSizeKey(event)) {
            event.consume();
            return;
        }
        if (event.getCode() == KeyCode.M) {
            toggleCompact();
            event.consume();
            return;
        }
        if (event.getCode() == KeyCode.O && !event.isShiftDown()) {
            outputs.chooseCasts(stage);
            event.consume();
            return;
        }
        Optional<Room> target =
                switch (event.getCode()) {
                    case DIGIT1 -> Optional.of(Room.INBOX);
                    case DIGIT2 -> Optional.of(Room.RUNNING);
                    case DIGIT3 -> Optional.of(Room.HISTORY);
                    case DIGIT4 -> Optional.of(Room.TIMELINE);
                    case DIGIT5 -> Optional.of(Room.RULES);
                    case DIGIT6 -> Optional.of(Room.CONNECT);
                    case COMMA -> Optional.of(Room.SETTINGS);
                    default -> Optional.empty();
                };
        target.ifPresent(there -> {
            go(there);
            event.consume();
        });
    }

    private void showKeys() {
        leaveCompact();
        Button close = Buttons.action(Feather.X, "Close", Optional.of("Esc"), overlay::leave);
        Node keys = KeysPanel.node();
        overlay.open("Keys", keys, Optional.of(new Node[] {close}), () -> {});
        keys.requestFocus();
    }

    /// The pane of all kept calls.
    public HistoryPane history() {
        return history;
    }

    /// What the views of outputs share.
    public OutputRoom outputs() {
        return outputs;
    }

    /// What ages are counted to, once a second.
    ReadOnlyObjectProperty<Instant> present() {
        return ticker.nowProperty();
    }

    /// The stage, for the launcher to show and to raise.
    public Stage stage() {
        return stage;
    }

    /// What the launcher does when the person closes the window: `ask` puts the question where
    /// commands still run, see [#askBeforeClosing].
    public void onCloseRequest(Runnable request) {
        stage.setOnCloseRequest(event -> {
            event.consume();
            request.run();
        });
    }

    /// Asks in the window whether to close although commands run; without running ones it goes on
    /// at once.
    ///
    /// @param close called on the FX thread when the person wants to close
    public void askBeforeClosing(Runnable close) {
        int running = model.runningCountProperty().get();
        if (running == 0) {
            close.run();
            return;
        }
        Button stay =
                Buttons.action(
                        Feather.CORNER_UP_LEFT, "Keep running", Optional.of("Esc"), overlay::leave);
        stay.setId("stay");
        Button stop =
                Buttons.action(
                        Feather.SQUARE,
                        "Stop " + (running == 1 ? "it" : "all " + running) + " and close",
                        Optional.empty(),
                        () -> {
                            overlay.close();
                            close.run();
                        });
        stop.setId("stop-and-close");
        stop.getStyleClass().add("danger-outline");
        overlay.open(
                running == 1
                        ? "A command is still running"
                        : running + " commands are still running",
                Texts.wrapping(
                        running == 1
                                ? "Closing Countersign stops it with everything that it started."
                                        + " Calls that wait are withdrawn."
                                : "Closing Countersign stops them with everything that they"
                                        + " started. Calls that wait are withdrawn.",
                        "body"),
                Optional.of(new Node[] {stay, stop}),
                () -> {});
    }

    /// Brings the window to the person's eye, because the person asked for it.
    public void raise() {
        Stage shown = isCompact() ? narrowWindow().stage() : stage;
        shown.setIconified(false);
        shown.show();
        shown.toFront();
        shown.requestFocus();
    }

    @Override
    public void close() {
        endOfSettings.run();
        settings.close();
        notifier.close();
        compact.ifPresent(CompactWindow::close);
        drawer.close();
        jobsOutput.close();
        historyOutput.close();
        rehearsalOutput.close();
        outputs.close();
        model.close();
        inbox.close();
        ticker.stop();
        theme.close();
        // A text field that kept the focus would keep its caret blinking, and the toolkit with it.
        stage.getScene().setRoot(new Group());
    }
}
