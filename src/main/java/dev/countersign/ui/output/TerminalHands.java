package dev.countersign.ui.output;

import dev.countersign.ansi.TerminalScreen.Modes;
import dev.countersign.supervision.PersonTerminal;
import dev.countersign.ui.Icons;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.kordamp.ikonli.feather.Feather;

/// The person's hands on a run's terminal: its size follows the view, and what is typed goes to the
/// command while the switch is on. Agents have no way to it. Confined to the FX thread.
final class TerminalHands {
    private final OutputView view;
    private final Supplier<Optional<PersonTerminal>> terminal;
    private final Executor background;
    private final Consumer<String> notice;
    private final ToggleButton typing = new ToggleButton();
    private int columns;
    private int rows;

    /// @param terminal that of the run that is shown, while it runs
    /// @param background hands over what is typed, in order
    TerminalHands(
            OutputView view,
            Supplier<Optional<PersonTerminal>> terminal,
            Executor background,
            Consumer<String> notice) {
        this.view = view;
        this.terminal = terminal;
        this.background = background;
        this.notice = notice;
        typing.setId("output-type");
        typing.setGraphic(Icons.styled(Feather.TERMINAL, "of-button"));
        typing.getStyleClass().addAll("icon-button", "flat");
        typing.selectedProperty().subscribe(this::switched);
        typing.managedProperty().bind(typing.visibleProperty());
        typing.setVisible(false);
    }

    ToggleButton node() {
        return typing;
    }

    /// The run began, ended, or is another one.
    void refresh() {
        boolean there = terminal.get().isPresent();
        typing.setVisible(there);
        if (!there) {
            typing.setSelected(false);
        }
        resize();
    }

    /// Gives the terminal the size of what is seen.
    void resize() {
        int wide = view.grid().terminalColumns();
        int high = view.grid().terminalRows();
        if (wide < 2 || high < 2 || (wide == columns && high == rows)) {
            return;
        }
        Optional<PersonTerminal> there = terminal.get();
        if (there.isPresent()) {
            columns = wide;
            rows = high;
            background.execute(() -> there.get().resize(wide, high));
        }
    }

    /// Another run is shown.
    void reset() {
        columns = 0;
        rows = 0;
        typing.setSelected(false);
    }

    boolean isTyping() {
        return typing.isSelected();
    }

    private void switched(boolean on) {
        String words =
                on
                        ? "You are typing into the command (Shift Esc ends it)"
                        : "Type into the command";
        typing.setAccessibleText(words);
        typing.setTooltip(new Tooltip(words));
        if (on) {
            view.requestFocus();
            view.scrolling().followingProperty().set(true);
            notice.accept(
                    "What you type goes to the command. Shift Esc ends it; Ctrl Shift V pastes.");
        }
    }

    /// Takes a key for the command. Everything that a person types while the switch is on goes
    /// there, so that no letter of it is taken for a command to the console.
    void key(KeyEvent event) {
        boolean pressed = event.getEventType() == KeyEvent.KEY_PRESSED;
        if (pressed && event.getCode() == KeyCode.ESCAPE && event.isShiftDown()) {
            typing.setSelected(false);
        } else if (pressed && isPaste(event)) {
            paste();
        } else if (pressed
                && event.isControlDown()
                && event.isShiftDown()
                && event.getCode() == KeyCode.C) {
            view.copying().copy(OutputCopy.Form.PLAIN);
        } else {
            TypedBytes.of(event, modes().applicationKeys()).ifPresent(this::type);
        }
        event.consume();
    }

    private Modes modes() {
        return view.pageProperty().get().modes();
    }

    private static boolean isPaste(KeyEvent event) {
        return event.isControlDown() && event.isShiftDown() && event.getCode() == KeyCode.V;
    }

    private void paste() {
        String text = Clipboard.getSystemClipboard().getString();
        if (text == null || text.isEmpty()) {
            return;
        }
        byte[] bytes = TypedBytes.pasted(text, modes().bracketedPaste());
        if (bytes.length > PersonTerminal.MAXIMUM_TYPED_BYTES) {
            notice.accept(
                    "Too long to paste into a command: at most "
                            + PersonTerminal.MAXIMUM_TYPED_BYTES
                            + " bytes at once.");
            return;
        }
        type(bytes);
    }

    private void type(byte[] bytes) {
        byte[] typed = Arrays.copyOf(bytes, bytes.length);
        terminal.get().ifPresent(there -> background.execute(() -> there.type(typed)));
    }
}
