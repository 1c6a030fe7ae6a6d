package dev.countersign.ui.window;

import dev.countersign.settings.Settings;
import dev.countersign.supervision.SessionSwitches;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.ConsoleTheme;
import dev.countersign.ui.Icons;
import dev.countersign.ui.Texts;
import dev.countersign.ui.UiContext;
import javafx.css.PseudoClass;
import javafx.event.EventHandler;
import javafx.geometry.Pos;
import javafx.geometry.Rectangle2D;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.stage.Screen;
import javafx.stage.Stage;
import org.kordamp.ikonli.feather.Feather;

/// The Inbox as a narrow window that fits beside an editor and stays above it. It is the same
/// Inbox: the same cards, the same arming. Confined to the FX thread.
final class CompactWindow implements AutoCloseable {
    private static final double WIDTH = 400;
    private static final double HEIGHT = 660;
    private static final double LEAST_WIDTH = 380;
    private static final double LEAST_HEIGHT = 520;
    private static final PseudoClass HELD = PseudoClass.getPseudoClass("held");

    private final UiContext context;
    private final Runnable leave;
    private final Stage stage = new Stage();
    private final BorderPane frame = new BorderPane();
    private final ToggleButton pin = new ToggleButton();
    private final Button hold;
    private final Label count = Texts.fixed("", "strong");
    private final Label running = Texts.fixed("", "small", "quiet", "figures");
    private final ConsoleTheme theme;
    private final Runnable endOfSettings;
    private boolean placed;

    /// @param leave goes back to the large window
    /// @param keys hears every key first
    CompactWindow(
            UiContext context, ConsoleTheme like, Runnable leave, EventHandler<KeyEvent> keys) {
        this.context = context;
        this.leave = leave;
        hold = Buttons.icon(Feather.PAUSE, "", this::toggleHold);
        hold.setId("compact-hold");
        frame.setTop(head());
        frame.setBottom(foot());
        frame.getStyleClass().addAll("console", "compact");
        frame.setFocusTraversable(false);
        Scene scene = new Scene(frame, WIDTH, HEIGHT);
        theme = new ConsoleTheme(scene, like.choiceProperty().get());
        theme.choiceProperty().bind(like.choiceProperty());
        scene.addEventFilter(KeyEvent.ANY, keys);
        stage.setScene(scene);
        stage.setMinWidth(LEAST_WIDTH);
        stage.setMinHeight(LEAST_HEIGHT);
        stage.setOnCloseRequest(event -> {
            event.consume();
            leave.run();
        });
        context.model().waitingCountProperty().subscribe(number -> showCount(number.intValue()));
        context.model()
                .runningCountProperty()
                .subscribe(number -> running.setText(number.intValue() + " running"));
        context.model().switchesProperty().subscribe(this::showHold);
        showPin();
        endOfSettings = context.settings().subscribe(_ -> context.feed().execute(this::showPin));
    }

    Stage stage() {
        return stage;
    }

    void setTextSize(int percent) {
        theme.setTextSize(percent);
    }

    boolean isShowing() {
        return stage.isShowing();
    }

    /// Shows the Inbox here, at the right edge of the screen that the large window is on.
    void show(Node inbox, Stage beside) {
        frame.setCenter(inbox);
        if (!placed) {
            placed = true;
            Rectangle2D screen =
                    Screen.getScreensForRectangle(beside.getX(), beside.getY(), 1, 1).stream()
                            .findFirst()
                            .orElse(Screen.getPrimary())
                            .getVisualBounds();
            stage.setX(Math.max(screen.getMinX(), screen.getMaxX() - WIDTH - 16));
            stage.setY(screen.getMinY() + 16);
        }
        stage.show();
    }

    void hide() {
        frame.setCenter(null);
        stage.hide();
    }

    private Node head() {
        pin.getStyleClass().addAll("icon-button", "flat", "pin");
        pin.setGraphic(Icons.styled(Feather.MAP_PIN, "of-button"));
        pin.setId("pin");
        pin.setOnAction(_ -> keepPin(pin.isSelected()));
        Button large = Buttons.icon(Feather.MAXIMIZE_2, "Back to the large window (Ctrl+M)", leave);
        large.setId("leave-compact");
        count.setId("compact-count");
        HBox head =
                new HBox(
                        Icons.styled(Feather.CHECK_SQUARE, "logo"),
                        count,
                        Texts.spring(),
                        hold,
                        pin,
                        large);
        head.getStyleClass().add("compact-head");
        head.setAlignment(Pos.CENTER_LEFT);
        return head;
    }

    private Node foot() {
        HBox foot =
                new HBox(
                        Texts.keyCap("J"),
                        Texts.keyCap("K"),
                        Texts.fixed("move", "small", "quiet"),
                        Texts.keyCap("A"),
                        Texts.fixed("approve", "small", "quiet"),
                        Texts.keyCap("D"),
                        Texts.fixed("deny", "small", "quiet"),
                        Texts.spring(),
                        running);
        foot.getStyleClass().add("compact-foot");
        foot.setAlignment(Pos.CENTER_LEFT);
        return foot;
    }

    private void showCount(int number) {
        count.setText(number == 0 ? "Nothing waits" : number + " waiting");
        stage.setTitle(number == 0 ? "Countersign" : "(" + number + ") Countersign");
    }

    private void toggleHold() {
        boolean on = !context.model().switchesProperty().get().holdAll();
        context.background().execute(() -> context.model().desk().holdAll(on));
    }

    private void showHold(SessionSwitches switches) {
        boolean on = switches.holdAll();
        hold.setGraphic(Icons.styled(on ? Feather.PLAY : Feather.PAUSE, "of-button"));
        hold.setAccessibleText(
                on
                        ? "Held: nothing starts. Let go (H)"
                        : "Hold all: nothing starts until you let go (H)");
        hold.setTooltip(new Tooltip(hold.getAccessibleText()));
        hold.pseudoClassStateChanged(HELD, on);
    }

    private void showPin() {
        boolean on = context.settings().value(Settings.COMPACT_ON_TOP);
        pin.setSelected(on);
        pin.setAccessibleText(on ? "Stays above all windows" : "Other windows may cover it");
        pin.setTooltip(new Tooltip(pin.getAccessibleText()));
        stage.setAlwaysOnTop(on);
    }

    private void keepPin(boolean on) {
        stage.setAlwaysOnTop(on);
        context.keep(Settings.COMPACT_ON_TOP, on);
    }

    @Override
    public void close() {
        endOfSettings.run();
        theme.choiceProperty().unbind();
        theme.close();
        stage.close();
    }
}
