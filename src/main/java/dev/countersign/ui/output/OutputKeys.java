package dev.countersign.ui.output;

import dev.countersign.ui.output.OutputCopy.Form;
import dev.countersign.ui.output.ReaderTasks.Landmark;
import dev.countersign.ui.output.Viewport.Top;
import javafx.scene.input.KeyEvent;

/// What keys do in an output that has the focus. Letters alone do nothing, since they are commands
/// of the pane around it.
record OutputKeys(OutputView view, OutputPreferences preferences) {
    void pressed(KeyEvent event) {
        boolean known =
                event.isShortcutDown()
                        ? shortcut(event)
                        : event.isAltDown() ? alt(event) : plain(event);
        if (known) {
            event.consume();
        }
    }

    private boolean shortcut(KeyEvent event) {
        switch (event.getCode()) {
            case C -> view.copying().copy(event.isShiftDown() ? Form.COLOURS : Form.PLAIN);
            case A -> view.selecting().selectAll();
            case PLUS, ADD, EQUALS -> preferences.zoomBy(1);
            case MINUS, SUBTRACT -> preferences.zoomBy(-1);
            case DIGIT0, NUMPAD0 -> preferences.resetZoom();
            case HOME -> view.scrolling().moveTo(Top.START);
            case END -> view.scrolling().followingProperty().set(true);
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean alt(KeyEvent event) {
        switch (event.getCode()) {
            case Z -> toggle(preferences.wrapProperty());
            case H -> toggle(preferences.highlightProperty());
            case N -> toggle(preferences.lineNumbersProperty());
            case T -> toggle(preferences.timesProperty());
            default -> {
                return false;
            }
        }
        return true;
    }

    private static void toggle(javafx.beans.property.BooleanProperty property) {
        property.set(!property.get());
    }

    private boolean plain(KeyEvent event) {
        boolean shift = event.isShiftDown();
        switch (event.getCode()) {
            case UP -> move(shift, -1);
            case DOWN -> move(shift, 1);
            case PAGE_UP -> page(shift, -1);
            case PAGE_DOWN -> page(shift, 1);
            case HOME -> {
                if (shift) {
                    view.selecting().extendBy(Integer.MIN_VALUE);
                } else {
                    view.scrolling().followingProperty().set(false);
                    view.scrolling().moveTo(Top.START);
                }
            }
            case END -> {
                if (shift) {
                    view.selecting().extendBy(Integer.MAX_VALUE);
                } else {
                    view.scrolling().followingProperty().set(true);
                }
            }
            case LEFT -> view.scrolling().sidewaysBy(-1);
            case RIGHT -> view.scrolling().sidewaysBy(1);
            case F3 -> view.finder().step(!shift);
            case F7 -> view.finder().jump(Landmark.STDERR, !shift);
            case F8 -> view.finder().jump(Landmark.ERROR, !shift);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void move(boolean select, int lines) {
        if (select) {
            view.selecting().extendBy(lines);
        } else {
            view.scrolling().by(lines);
        }
    }

    private void page(boolean select, int pages) {
        if (select) {
            view.selecting().extendBy((long) pages * view.grid().rows());
        } else {
            view.scrolling().byPages(pages);
        }
    }
}
