package dev.countersign.ui.output;

import dev.countersign.ansi.CharacterWidth;
import dev.countersign.ui.output.OutputReader.Page;
import dev.countersign.ui.output.Viewport.Top;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.geometry.Orientation;
import javafx.scene.control.ScrollBar;
import javafx.scene.input.ScrollEvent;

/// Which part of an output is on the screen: by wheel, scroll bar and keys, and along with new
/// lines while it follows them. Confined to the FX thread.
final class OutputScrolling {
    private static final int WHEEL_ROWS = 3;
    private static final int SIDEWAYS_COLUMNS = 8;

    /// The part of the bar that its thumb takes at least.
    private static final double SMALLEST_THUMB = 0.04;

    private final OutputView view;
    private final RowGrid grid;
    private final OutputPreferences preferences;
    private final ScrollBar bar = new ScrollBar();
    private final BooleanProperty following = new SimpleBooleanProperty(true);
    private final ObjectProperty<Top> top = new SimpleObjectProperty<>(Top.START);
    private int sideways;
    private boolean adjusting;

    OutputScrolling(OutputView view, RowGrid grid, OutputPreferences preferences) {
        this.view = view;
        this.grid = grid;
        this.preferences = preferences;
        bar.setOrientation(Orientation.VERTICAL);
        bar.setAccessibleText("Scroll the output");
        bar.setFocusTraversable(false);
        bar.valueProperty().addListener((_, _, value) -> barMoved(value.doubleValue()));
        following.addListener((_, _, on) -> followingChanged(on));
    }

    ScrollBar bar() {
        return bar;
    }

    /// Whether new lines pull the view along.
    BooleanProperty followingProperty() {
        return following;
    }

    /// The first row on the screen.
    ObjectProperty<Top> topProperty() {
        return top;
    }

    /// How many columns are scrolled off at the left.
    int sideways() {
        return sideways;
    }

    private Page page() {
        return view.pageProperty().get();
    }

    /// Another output is shown, from its first row until more is known.
    void toStart() {
        top.set(Top.START);
        sideways = 0;
    }

    /// What is shown has another form: a screen instead of lines, or lines instead of a screen.
    void formChanged() {
        sideways = 0;
        following.set(true);
    }

    /// Rows arrived.
    void pageChanged() {
        boolean gone = top.get().row() >= page().rowCount() && !page().lines().isEmpty();
        if (following.get() || gone) {
            top.set(grid.viewport().bottom());
        }
    }

    /// The view may have another size.
    void layout() {
        if (following.get()) {
            top.set(grid.viewport().bottom());
        }
        long last = Math.max(0, page().rowCount() - grid.rows());
        adjusting = true;
        bar.setVisible(last > 0);
        bar.setMax((double) last);
        bar.setVisibleAmount(
                last == 0
                        ? 1
                        : Math.max(
                                last * SMALLEST_THUMB,
                                (double) grid.rows() / page().rowCount() * last));
        bar.setUnitIncrement(1);
        bar.setBlockIncrement(Math.max(1, grid.rows() - 1));
        bar.setValue((double) Math.min(top.get().row(), last));
        adjusting = false;
    }

    private void followingChanged(boolean on) {
        if (on) {
            top.set(grid.viewport().bottom());
        }
        view.changed();
    }

    private void barMoved(double value) {
        if (!adjusting) {
            long last = Math.max(0, page().rowCount() - grid.rows());
            long row = Math.round(value);
            moveTo(row >= last ? grid.viewport().bottom() : new Top(row, 0));
        }
    }

    void wheel(ScrollEvent event) {
        if (event.isShortcutDown()) {
            preferences.zoomBy(event.getDeltaY() > 0 ? 1 : -1);
            event.consume();
            return;
        }
        if (event.getDeltaX() != 0) {
            sidewaysBy(event.getDeltaX() > 0 ? -1 : 1);
        }
        if (event.getDeltaY() != 0) {
            by(event.getDeltaY() > 0 ? -WHEEL_ROWS : WHEEL_ROWS);
        }
        event.consume();
    }

    /// Scrolling up lets go of the tail; coming back to it takes hold again.
    void by(long rows) {
        moveTo(grid.viewport().scrolled(top.get(), rows));
    }

    void byPages(int pages) {
        by((long) pages * Math.max(1, grid.rows() - 1));
    }

    void moveTo(Top row) {
        top.set(row);
        following.set(row.compareTo(grid.viewport().bottom()) >= 0);
        view.changed();
    }

    /// Shows a row in the upper third, where it is not on the screen already.
    void reveal(long row) {
        Top first = top.get();
        int rows = grid.rows();
        boolean shown =
                row >= first.row()
                        && row <= grid.viewport().moved(first, rows - 1L).row()
                        && first.row() + rows > row;
        if (!shown) {
            long count = page().rowCount();
            long wanted = Math.clamp(row - rows / 3, 0, Math.max(0, count - 1));
            long last = Math.max(0, count - rows);
            following.set(false);
            moveTo(new Top(view.wraps() ? wanted : Math.min(wanted, last), 0));
        }
    }

    /// By so many steps of some columns; lines that wrap do not move.
    void sidewaysBy(int steps) {
        if (view.wraps()) {
            return;
        }
        int longest =
                page().lines().stream()
                        .mapToInt(line -> CharacterWidth.ofText(line.text()))
                        .max()
                        .orElse(0);
        sidewaysTo(
                Math.clamp(
                        sideways + (long) steps * SIDEWAYS_COLUMNS,
                        0,
                        Math.max(0, longest - SIDEWAYS_COLUMNS)));
    }

    void sidewaysTo(int column) {
        sideways = column;
        view.requestLayout();
    }
}
