package dev.countersign.ui.output;

import dev.countersign.ui.output.OutputView.CopyForm;
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
            case C -> view.copy(event.isShiftDown() ? CopyForm.COLOURS : CopyForm.PLAIN);
            case A -> view.selectAll();
            case PLUS, ADD, EQUALS -> preferences.zoomBy(1);
            case MINUS, SUBTRACT -> preferences.zoomBy(-1);
            case DIGIT0, NUMPAD0 -> preferences.resetZoom();
            case HOME -> view.moveTo(Top.START);
            case END -> view.followingProperty().set(true);
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
                    view.extendBy(Integer.MIN_VALUE);
                } else {
                    view.followingProperty().set(false);
                    view.moveTo(Top.START);
                }
            }
            case END -> {
                if (shift) {
                    view.extendBy(Integer.MAX_VALUE);
                } else {
                    view.followingProperty().set(true);
                }
            }
            case LEFT -> view.sidewaysBy(-1);
            case RIGHT -> view.sidewaysBy(1);
            case F3 -> view.step(!shift);
            case F7 -> view.jump(Landmark.STDERR, !shift);
            case F8 -> view.jump(Landmark.ERROR, !shift);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void move(boolean select, int lines) {
        if (select) {
            view.extendBy(lines);
        } else {
            view.scrollBy(lines);
        }
    }

    private void page(boolean select, int pages) {
        if (select) {
            view.extendBy((long) pages * view.pageRows());
        } else {
            view.scrollByPage(pages);
        }
    }
}
