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
import dev.countersign.ui.UiContext;
import dev.countersign.ui.UiFeed;
import dev.countersign.ui.history.HistoryPane;
import dev.countersign.ui.inbox.Trial;
import dev.countersign.ui.notify.NoticeBoard;
import dev.countersign.ui.notify.Notifier;
import dev.countersign.ui.output.OutputRoom;
import dev.countersign.ui.window.NavigationBar.Room;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.css.PseudoClass;
import javafx.scene.Group;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
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

    private static final int LEAST_TEXT = 75;
    private static final int MOST_TEXT = 200;
    private static final int TEXT_STEP = 10;
    private static final double CRAMPED_BELOW = 700;
    private static final double NARROW_BELOW = 1000;
    private static final double SEARCH_FROM = 1_200;
    private static final double FOLDED_BELOW = 700;
    private static final PseudoClass NARROW = PseudoClass.getPseudoClass("narrow");

    private final Stage stage;
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
    private final RoomPanes panes;
    private final WindowKeys keys = new WindowKeys(overlay, new KeyCommands());
    private final Runnable endOfSettings;
    private final Notifier notifier;
    private final ReadOnlyBooleanWrapper inFocus = new ReadOnlyBooleanWrapper();
    private Optional<CompactWindow> compact = Optional.empty();
    private Room room = Room.INBOX;
    private int textSize = 100;

    /// Builds the window into a stage that is not shown yet.
    public ConsoleWindow(Stage stage, Surroundings surroundings) {
        this.stage = stage;
        model = new DeskModel(surroundings.desk(), feed);
        ticker = new AgeTicker(surroundings.clock(), feed);
        context = contextOf(surroundings);
        Scene scene = new Scene(root, 1440, 900);
        theme = new ConsoleTheme(scene, surroundings.settings().value(Settings.THEME));
        panes =
                new RoomPanes(
                        context, surroundings, theme.choiceProperty(), stage, this::openInHistory);
        navigation =
                new NavigationBar(
                        this::go, model.waitingCountProperty(), model.runningCountProperty());
        endOfSettings =
                surroundings
                        .settings()
                        .subscribe(now -> feed.execute(() -> settingsChanged(now.settings())));
        assemble(surroundings.openFile());
        watch(scene);
        stage.setScene(scene);
        stage.setMinWidth(640);
        stage.setMinHeight(420);
        go(Room.INBOX);
        showTextSize(surroundings.settings().value(Settings.TEXT_SIZE));
        notifier = new Notifier(context, surroundings.notices(), inFocus, this::openFromNotice);
    }

    private UiContext contextOf(Surroundings surroundings) {
        return new UiContext(
                model,
                feed,
                ticker,
                surroundings.clock(),
                surroundings.zone(),
                surroundings.home(),
                surroundings.launcher(),
                surroundings.background(),
                surroundings.settings());
    }

    private void assemble(Consumer<Path> openFile) {
        Node bar =
                new TopBar(
                                context,
                                theme.choiceProperty(),
                                this::showKeys,
                                this::enterCompact,
                                search)
                        .node();
        frame.setTop(
                new VBox(
                        bar,
                        new HoldBar(context).node(),
                        new ProblemBar(context, openFile).node()));
        frame.setLeft(navigation.node());
        frame.setBottom(new StatusLine(context).node());
        frame.getStyleClass().add("frame");
        frame.setMinSize(0, 0);
        root.getStyleClass().add("console");
        root.setFocusTraversable(false);
    }

    /// What happens around the window.
    private void watch(Scene scene) {
        model.onRaise(this::raise);
        theme.choiceProperty().addListener((_, _, choice) -> context.keep(Settings.THEME, choice));
        scene.addEventFilter(KeyEvent.ANY, keys::key);
        new FileDrop(panes.outputs()::openCasts).on(root);
        scene.heightProperty()
                .map(height -> height.doubleValue() < FOLDED_BELOW)
                .subscribe(panes.drawer()::setFolded);
        root.widthProperty().subscribe(_ -> fitWidth());
        stage.focusedProperty().subscribe(panes.inbox()::windowFocused);
        inFocus.bind(stage.focusedProperty());
        TaskBarSign sign = new TaskBarSign(stage);
        model.waitingCountProperty().subscribe(count -> sign.show(count.intValue()));
    }

    private void settingsChanged(SettingsSnapshot now) {
        theme.choiceProperty().set(now.value(Settings.THEME));
        showTextSize(now.value(Settings.TEXT_SIZE));
    }

    // ---- how large text is, and what fits

    private void showTextSize(int percent) {
        textSize = percent;
        theme.setTextSize(percent);
        compact.ifPresent(window -> window.setTextSize(percent));
        panes.inbox().setTextScale(percent / 100.0);
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
            panes.inbox().setCompact(isCramped());
            panes.drawer().setSpared(isCramped());
        }
    }

    /// Whether list and card do not fit side by side.
    private boolean isCramped() {
        return root.getWidth() > 0 && root.getWidth() < CRAMPED_BELOW * textSize / 100;
    }

    // ---- rooms

    private void go(Room target) {
        leaveCompact();
        panes.of(room).hidden();
        room = target;
        navigation.choose(target);
        frame.setCenter(panes.content(target));
        panes.of(target).shown();
    }

    /// A click on a notification brings the person to the call, no further.
    private void openFromNotice(Optional<ToolCallId> id) {
        overlay.leave();
        if (!isCompact()) {
            go(Room.INBOX);
        }
        id.ifPresent(panes.inbox()::choose);
        raise();
    }

    private void openInHistory(ToolCallId id) {
        go(Room.HISTORY);
        panes.history().open(id);
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
        panes.history().searchFor(words);
    }

    private void backToPane() {
        go(room);
    }

    private void showKeys() {
        leaveCompact();
        Button close = Buttons.action(Feather.X, "Close", Optional.of("Esc"), overlay::leave);
        Node keys = KeyList.node();
        overlay.open("Keys", keys, Optional.of(new Node[] {close}), () -> {});
        // By the keys that scroll it, not by a pointer alone.
        keys.requestFocus();
    }

    // ---- the narrow window

    /// The Inbox moves into the narrow window, which takes the place of this one.
    private void enterCompact() {
        overlay.leave();
        go(Room.INBOX);
        panes.keepInbox(false);
        panes.inbox().setCompact(true);
        narrowWindow().show(panes.inbox().node(), stage);
        stage.hide();
        panes.inbox().shown();
    }

    private CompactWindow narrowWindow() {
        if (compact.isEmpty()) {
            CompactWindow fresh = new CompactWindow(context, theme, this::leaveCompact, keys::key);
            fresh.setTextSize(textSize);
            fresh.stage().focusedProperty().subscribe(panes.inbox()::windowFocused);
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
        panes.inbox().setCompact(isCramped());
        panes.keepInbox(true);
        stage.show();
        panes.inbox().shown();
    }

    // ---- for the launcher

    /// The pane of all kept calls.
    public HistoryPane history() {
        return panes.history();
    }

    /// What the views of outputs share.
    public OutputRoom outputs() {
        return panes.outputs();
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
        } else {
            ClosingQuestion.ask(overlay, running, close);
        }
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
        notifier.close();
        compact.ifPresent(CompactWindow::close);
        panes.close();
        model.close();
        ticker.stop();
        theme.close();
        // A text field that kept the focus would keep its caret blinking, and the toolkit with it.
        stage.getScene().setRoot(new Group());
    }

    private final class KeyCommands implements WindowKeys.Commands {
        @Override
        public ConsolePane pane() {
            return panes.of(room);
        }

        @Override
        public void go(Room target) {
            ConsoleWindow.this.go(target);
        }

        @Override
        public boolean toggleDrawer() {
            boolean there = room == Room.INBOX && !isCompact();
            if (there) {
                panes.drawer().toggle();
            }
            return there;
        }

        @Override
        public void toggleCompact() {
            if (isCompact()) {
                leaveCompact();
            } else {
                enterCompact();
            }
        }

        @Override
        public void search() {
            beginSearch();
        }

        @Override
        public void chooseCasts() {
            panes.outputs().chooseCasts(stage);
        }

        @Override
        public void showKeys() {
            ConsoleWindow.this.showKeys();
        }

        @Override
        public void largerText() {
            chooseTextSize(textSize + TEXT_STEP);
        }

        @Override
        public void smallerText() {
            chooseTextSize(textSize - TEXT_STEP);
        }

        @Override
        public void usualText() {
            chooseTextSize(Settings.TEXT_SIZE.standard());
        }
    }
}
