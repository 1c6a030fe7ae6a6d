package dev.countersign.ui.output;

import dev.countersign.toolcall.CallStatus;
import dev.countersign.ui.Buttons;
import dev.countersign.ui.Icons;
import dev.countersign.ui.StateIcon;
import dev.countersign.ui.Texts;
import dev.countersign.ui.output.OutputReader.Page;
import dev.countersign.ui.output.OutputReader.Surface;
import dev.countersign.ui.output.RunOutput.Place;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.beans.property.BooleanProperty;
import javafx.geometry.Pos;
import javafx.geometry.Side;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import org.kordamp.ikonli.feather.Feather;

/// The line above an output: whose it is, how it stands, and the controls. Confined to the FX
/// thread.
final class OutputHeader {
    /// Where there is little room, words about the command are cut before the command is.
    private static final double LETTER = 7.5;

    private static final double NARROWEST_COMMAND = 60;
    private static final double LONGEST_UNCUT_COMMAND = 200;

    private final OutputView view;
    private final HBox node = new HBox();
    private final HBox state = new HBox();
    private final Label command = Texts.label("", "mono", "output-command");
    private final Label rehearsal = Texts.fixed("", "flag-chip");
    private final Label about = Texts.label("", "meta", "quiet");
    private final Label counts = Texts.fixed("", "meta", "quiet", "figures");
    private final ToggleButton screen = iconToggle(Feather.MONITOR, "output-screen");
    private final ToggleButton follow = iconToggle(Feather.DOWNLOAD, "output-follow");
    private final ToggleButton replay = iconToggle(Feather.CLOCK, "output-replay");
    private final Button stop;

    /// What its buttons do.
    ///
    /// @param menu what else can be done
    /// @param window opens a window of its own
    record Actions(Runnable stop, Runnable find, Supplier<ContextMenu> menu, Runnable window) {}

    /// @param legend where there is room for it in the line
    /// @param typing the switch for typing into a terminal
    OutputHeader(
            Place place,
            OutputView view,
            Node legend,
            Node typing,
            BooleanProperty wrap,
            Actions actions) {
        this.view = view;
        stop = Buttons.action(Feather.SQUARE, "Stop", Optional.empty(), actions.stop());
        stop.getStyleClass().add("stop-run");
        stop.setTooltip(new Tooltip("Stop this command with everything that it started"));
        stop.setAccessibleText("Stop this command");
        buildNames(place != Place.DETAIL);
        buildFollow();
        buildScreen();
        name(replay, "Replay with a time axis");
        node.getChildren().addAll(state, rehearsal, command, about, Texts.spring());
        if (place == Place.DRAWER) {
            node.getChildren().add(legend);
        }
        node.getChildren()
                .addAll(
                        counts,
                        typing,
                        stop,
                        iconButton(
                                Feather.SEARCH,
                                "Find in this output (Ctrl F)",
                                "output-find",
                                actions.find()),
                        screen,
                        wrap(wrap),
                        replay,
                        follow);
        if (place != Place.WINDOW) {
            node.getChildren()
                    .add(
                            iconButton(
                                    Feather.MAXIMIZE_2,
                                    "Open in a window of its own",
                                    "output-window",
                                    actions.window()));
        }
        Button more =
                iconButton(
                        Feather.MORE_HORIZONTAL, "More for this output", "output-more", () -> {});
        more.setOnAction(_ -> actions.menu().get().show(more, Side.BOTTOM, 0, 0));
        node.getChildren().add(more);
        node.setAlignment(Pos.CENTER_LEFT);
        node.getStyleClass().add("output-header");
    }

    HBox node() {
        return node;
    }

    /// Where the pane around names the command, this does not do it again.
    private void buildNames(boolean named) {
        command.setVisible(named);
        command.setManaged(named);
        state.setVisible(named);
        state.setManaged(named);
        state.setAlignment(Pos.CENTER);
        command.setMinWidth(NARROWEST_COMMAND);
        HBox.setHgrow(about, Priority.SOMETIMES);
        rehearsal.setId("output-rehearsal");
        rehearsal.managedProperty().bind(rehearsal.visibleProperty());
    }

    private static Button iconButton(Feather icon, String words, String id, Runnable action) {
        Button button = Buttons.icon(icon, words, action);
        button.setId(id);
        return button;
    }

    private static ToggleButton iconToggle(Feather icon, String id) {
        ToggleButton button = new ToggleButton();
        button.setId(id);
        button.setGraphic(Icons.styled(icon, "of-button"));
        button.getStyleClass().addAll("icon-button", "flat");
        return button;
    }

    private static void name(ToggleButton button, String words) {
        button.setAccessibleText(words);
        button.setTooltip(new Tooltip(words));
    }

    private static ToggleButton wrap(BooleanProperty wrap) {
        ToggleButton button = iconToggle(Feather.CORNER_DOWN_LEFT, "output-wrap");
        name(button, "Wrap long lines (Alt Z)");
        button.selectedProperty().bindBidirectional(wrap);
        return button;
    }

    private void buildFollow() {
        follow.selectedProperty().bindBidirectional(view.scrolling().followingProperty());
        follow.selectedProperty()
                .subscribe(on ->
                        name(
                                follow,
                                on ? "Following new lines" : "Not following: go to the end (End)"));
    }

    private void buildScreen() {
        screen.managedProperty().bind(screen.visibleProperty());
        screen.setVisible(false);
        screen.setOnAction(
                _ -> view.setSurface(screen.isSelected() ? Surface.SCREEN : Surface.LINES));
        screen.selectedProperty()
                .subscribe(on ->
                        name(
                                screen,
                                on
                                        ? "Shown as a terminal's screen; press for lines"
                                        : "Shown line by line; press for the terminal's screen"));
    }

    /// Whether the replay bar is wanted.
    BooleanProperty replayProperty() {
        return replay.selectedProperty();
    }

    void showCommand(String text) {
        command.setText(text);
        command.setMinWidth(
                Math.clamp(text.length() * LETTER, NARROWEST_COMMAND, LONGEST_UNCUT_COMMAND));
    }

    void showAbout(String words) {
        about.setText(words);
    }

    void showState(Optional<CallStatus> status) {
        state.getChildren().clear();
        status.ifPresent(now -> state.getChildren().add(StateIcon.of(now)));
    }

    /// @param mark what the run has to do with a rehearsal, where it has
    void showRehearsal(Optional<String> mark) {
        mark.ifPresent(rehearsal::setText);
        rehearsal.setVisible(mark.isPresent());
    }

    /// @param open whether there is something to follow and to replay
    void setControls(boolean open, boolean running) {
        stop.setVisible(running);
        stop.setManaged(running);
        follow.setVisible(open);
        replay.setVisible(open);
    }

    /// @param ofTerminal whether it can be shown as a screen
    void showPage(Page page, boolean ofTerminal) {
        screen.setVisible(ofTerminal);
        screen.setSelected(page.screen().isPresent());
        counts.setText(OutputWords.counts(page));
        follow.setDisable(page.rowCount() == 0);
    }
}
