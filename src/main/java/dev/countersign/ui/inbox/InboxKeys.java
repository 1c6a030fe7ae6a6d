package dev.countersign.ui.inbox;

import java.util.HashSet;
import java.util.Set;
import javafx.scene.control.ButtonBase;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;

/// What keys do in the Inbox. A key that is held down counts once, but for those that move.
/// Confined to the FX thread.
final class InboxKeys {
    private final InboxModel model;
    private final ChosenCall chosen;
    private final Set<KeyCode> held = new HashSet<>();

    InboxKeys(InboxModel model, ChosenCall chosen) {
        this.model = model;
        this.chosen = chosen;
    }

    /// Nothing counts as held any more.
    void letGo() {
        held.clear();
    }

    /// Acts on a key, and consumes it where it means something.
    void key(KeyEvent event) {
        if (event.getEventType() == KeyEvent.KEY_RELEASED) {
            held.remove(event.getCode());
            if (event.getCode() == KeyCode.A) {
                chosen.actions().approveKeyUp();
            }
            return;
        }
        if (event.getEventType() != KeyEvent.KEY_PRESSED) {
            return;
        }
        boolean repeat = !held.add(event.getCode());
        if (act(event, repeat)) {
            event.consume();
        }
    }

    private boolean act(KeyEvent event, boolean repeat) {
        if (event.isShiftDown()) {
            return false;
        }
        if (event.getCode() == KeyCode.H) {
            once(repeat, chosen.menu()::toggleHoldAll);
            return true;
        }
        if (model.rows().isEmpty()) {
            return false;
        }
        if (chosen.letThrough().isOpen()) {
            return actOnLetThrough(event.getCode());
        }
        if (event.getCode().isNavigationKey() && chosen.stage().holds(event.getTarget())) {
            return false;
        }
        return move(event.getCode())
                || decide(event.getCode(), repeat)
                || leadElsewhere(event, repeat);
    }

    /// While it is open letters decide nothing.
    private boolean actOnLetThrough(KeyCode code) {
        if (code == KeyCode.ESCAPE || code == KeyCode.S) {
            chosen.letThrough().close();
            return true;
        }
        return code.isLetterKey();
    }

    private boolean move(KeyCode code) {
        switch (code) {
            case J, DOWN -> model.move(1);
            case K, UP -> model.move(-1);
            case HOME -> model.move(-model.rows().size());
            case END -> model.move(model.rows().size());
            case PAGE_DOWN -> chosen.card().nextPage();
            case PAGE_UP -> chosen.card().previousPage();
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean decide(KeyCode code, boolean repeat) {
        ActionBar actions = chosen.actions();
        switch (code) {
            case A -> once(repeat, actions::approveKeyDown);
            case D -> once(repeat, actions::denyKeyDown);
            case R -> once(repeat, actions::denyWithReasonKeyDown);
            case S -> once(repeat, actions::sessionKeyDown);
            case M, CONTEXT_MENU -> once(repeat, actions::more);
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean leadElsewhere(KeyEvent event, boolean repeat) {
        switch (event.getCode()) {
            case E -> once(repeat, chosen::edit);
            case U -> once(repeat, chosen::separate);
            case T -> once(repeat, chosen::rehearse);
            case X -> {
                if (!chosen.stage().isOpen()) {
                    return false;
                }
                once(repeat, chosen.stage()::discardShown);
            }
            case ESCAPE -> {
                return leave(repeat);
            }
            case SPACE -> {
                // A button that has the focus is pressed by it.
                if (event.getTarget() instanceof ButtonBase) {
                    return false;
                }
                once(repeat, chosen.card()::toggleDetails);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /// Leaves the innermost thing.
    private boolean leave(boolean repeat) {
        if (chosen.stage().isOpen()) {
            once(repeat, chosen.stage()::leave);
            return true;
        }
        if (chosen.card().editor().isOpen()) {
            once(repeat, chosen::discardEdit);
            return true;
        }
        return false;
    }

    private static void once(boolean repeat, Runnable action) {
        if (!repeat) {
            action.run();
        }
    }
}
