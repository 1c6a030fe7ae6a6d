package dev.countersign.ui.window;

import dev.countersign.ui.ConsolePane;
import dev.countersign.ui.RunViewer;
import dev.countersign.ui.window.NavigationBar.Room;
import java.util.Optional;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Region;
import org.fxmisc.richtext.GenericStyledArea;

/// Leads each key to what it is meant for: a question above the window, a command that a person
/// types into, the window itself, or the pane on the screen. Confined to the FX thread.
final class WindowKeys {
    /// What keys do in the whole window.
    interface Commands {
        /// The pane that is on the screen.
        ConsolePane pane();

        void go(Room room);

        /// Folds or unfolds the output.
        ///
        /// @return whether there is one on the screen
        boolean toggleDrawer();

        void toggleCompact();

        void search();

        void chooseCasts();

        void showKeys();

        void largerText();

        void smallerText();

        void usualText();
    }

    private final Overlay overlay;
    private final Commands commands;
    private boolean wasCommand;

    WindowKeys(Overlay overlay, Commands commands) {
        this.overlay = overlay;
        this.commands = commands;
    }

    /// Hears every key before what has the focus does.
    void key(KeyEvent event) {
        if (event.getEventType() == KeyEvent.KEY_PRESSED) {
            wasCommand = false;
            route(event);
            wasCommand = event.isConsumed();
            return;
        }
        // The letter of a key that was a command must not land in the field that it opened.
        if (event.getEventType() == KeyEvent.KEY_TYPED && wasCommand) {
            event.consume();
            return;
        }
        route(event);
    }

    private void route(KeyEvent event) {
        boolean pressed = event.getEventType() == KeyEvent.KEY_PRESSED;
        if (overlay.isOpen()) {
            if (pressed && event.getCode() == KeyCode.ESCAPE) {
                overlay.leave();
                event.consume();
            }
            return;
        }
        Optional<RunViewer> viewer = viewerAt(event);
        if (viewer.isPresent() && viewer.get().takesKey(event)) {
            // What a person types into a command goes there, whatever it means elsewhere.
            return;
        }
        if (pressed && event.isShortcutDown()) {
            shortcut(event, viewer.isPresent());
            return;
        }
        // In a text field letters type; keys that went up are told, so that nothing counts as held.
        boolean inField = isTyped(event);
        if (inField && pressed) {
            return;
        }
        if (event.isAltDown() || event.isMetaDown() || event.isControlDown()) {
            return;
        }
        if (event.getEventType() == KeyEvent.KEY_TYPED) {
            if ("?".equals(event.getCharacter()) && !inField) {
                commands.showKeys();
                event.consume();
            }
            return;
        }
        if (!scrollsText(event)) {
            letter(event, pressed);
        }
    }

    /// Whether the key belongs to a text that is written. The editor of a command is no text field
    /// of the toolkit, and leaves Esc to its pane.
    private static boolean isTyped(KeyEvent event) {
        if (event.getTarget() instanceof GenericStyledArea<?, ?, ?> area) {
            return area.isEditable() && event.getCode() != KeyCode.ESCAPE;
        }
        return event.getTarget() instanceof TextInputControl;
    }

    /// A text that has the focus scrolls by its own keys.
    private static boolean scrollsText(KeyEvent event) {
        return event.getTarget() instanceof Region region
                && region.getAccessibleRole() == AccessibleRole.TEXT_AREA
                && event.getCode().isNavigationKey();
    }

    private void letter(KeyEvent event, boolean pressed) {
        if (pressed && event.getCode() == KeyCode.O && commands.toggleDrawer()) {
            event.consume();
            return;
        }
        commands.pane().key(event);
        // Panes that filter their own list by it have taken it already.
        if (pressed && !event.isConsumed() && event.getCode() == KeyCode.SLASH) {
            commands.search();
            event.consume();
        }
    }

    /// The output around what has the focus.
    private static Optional<RunViewer> viewerAt(KeyEvent event) {
        for (Node at = event.getTarget() instanceof Node target ? target : null;
                at != null;
                at = at.getParent()) {
            if (at.getUserData() instanceof RunViewer viewer) {
                return Optional.of(viewer);
            }
        }
        return Optional.empty();
    }

    private void shortcut(KeyEvent event, boolean inOutput) {
        // In an output these keys change the size of the output alone.
        boolean known = !inOutput && sizeText(event.getCode());
        if (known || act(event) || go(event.getCode())) {
            event.consume();
        }
    }

    private boolean sizeText(KeyCode code) {
        switch (code) {
            case PLUS, ADD, EQUALS -> commands.largerText();
            case MINUS, SUBTRACT -> commands.smallerText();
            case DIGIT0, NUMPAD0 -> commands.usualText();
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean act(KeyEvent event) {
        if (event.getCode() == KeyCode.M) {
            commands.toggleCompact();
            return true;
        }
        if (event.getCode() == KeyCode.O && !event.isShiftDown()) {
            commands.chooseCasts();
            return true;
        }
        return false;
    }

    private boolean go(KeyCode code) {
        Optional<Room> target =
                switch (code) {
                    case DIGIT1 -> Optional.of(Room.INBOX);
                    case DIGIT2 -> Optional.of(Room.RUNNING);
                    case DIGIT3 -> Optional.of(Room.HISTORY);
                    case DIGIT4 -> Optional.of(Room.TIMELINE);
                    case DIGIT5 -> Optional.of(Room.RULES);
                    case DIGIT6 -> Optional.of(Room.CONNECT);
                    case COMMA -> Optional.of(Room.SETTINGS);
                    default -> Optional.empty();
                };
        target.ifPresent(commands::go);
        return target.isPresent();
    }
}
