package dev.countersign.ui.output;

import dev.countersign.ui.output.Selection.Place;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.animation.Animation;
import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.Cursor;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.util.Duration;

/// What the pointer does in an output: selecting, across any distance, and links. Confined to the
/// FX thread.
final class OutputSelecting {
    private static final Duration SCROLL_EACH = Duration.millis(40);

    private final OutputView view;
    private final RowGrid grid;
    private final OutputScrolling scrolling;
    private final ReadOnlyObjectWrapper<Optional<Accent>> hovered =
            new ReadOnlyObjectWrapper<>(Optional.empty());

    /// Scrolls while the pointer is held above or below the view.
    private final Timeline dragging =
            new Timeline(new KeyFrame(SCROLL_EACH, _ -> scrollWhileDragging()));

    private Consumer<Accent> linkChosen = accent -> {};
    private Optional<Selection> selection = Optional.empty();
    private double dragX;
    private double dragY;
    private boolean selecting;
    private boolean dragged;

    OutputSelecting(OutputView view, RowGrid grid, OutputScrolling scrolling) {
        this.view = view;
        this.grid = grid;
        this.scrolling = scrolling;
        dragging.setCycleCount(Animation.INDEFINITE);
        view.setOnMousePressed(this::pressed);
        view.setOnMouseDragged(this::dragged);
        view.setOnMouseReleased(this::released);
        view.setOnMouseMoved(this::moved);
        view.setOnMouseExited(_ -> hovered.set(Optional.empty()));
    }

    /// Hears which link the person clicked.
    void onLink(Consumer<Accent> listener) {
        linkChosen = listener;
    }

    /// The link under the pointer.
    ReadOnlyObjectProperty<Optional<Accent>> hoveredProperty() {
        return hovered.getReadOnlyProperty();
    }

    Optional<Selection> selection() {
        return selection;
    }

    boolean isEmpty() {
        return selection.filter(chosen -> !chosen.isEmpty()).isEmpty();
    }

    void selectAll() {
        select(new Selection(new Place(0, 0), new Place(view.pageProperty().get().rowCount(), 0)));
    }

    void selectNothing() {
        selection = Optional.empty();
        view.requestLayout();
    }

    /// The caret stays at its start, so that what is looked for next lies behind it.
    void selectLine(long line) {
        select(new Selection(new Place(line + 1, 0), new Place(line, 0)));
    }

    private void select(Selection chosen) {
        selection = Optional.of(chosen);
        view.requestLayout();
    }

    /// Moves the end of the selection by whole lines; begins one at the first row on the screen.
    void extendBy(long lines) {
        long count = view.pageProperty().get().rowCount();
        Place caret =
                selection
                        .map(Selection::caret)
                        .orElseGet(() -> new Place(scrolling.topProperty().get().row(), 0));
        Place anchor = selection.map(Selection::anchor).orElse(caret);
        long line = Math.clamp(caret.line() + lines, 0, count);
        select(new Selection(anchor, new Place(line, 0)));
        scrolling.reveal(Math.min(line, Math.max(0, count - 1)));
    }

    private void pressed(MouseEvent event) {
        view.requestFocus();
        dragged = false;
        selecting = event.getButton() == MouseButton.PRIMARY;
        if (!selecting) {
            return;
        }
        Place place = grid.placeAt(event.getX(), event.getY());
        if (event.isShiftDown() && selection.isPresent()) {
            select(new Selection(selection.get().anchor(), place));
        } else if (event.getClickCount() == 2) {
            select(wordAt(place));
        } else if (event.getClickCount() == 3) {
            selectLine(place.line());
        } else {
            select(new Selection(place, place));
        }
    }

    private void dragged(MouseEvent event) {
        // By what went down: which buttons are down not every platform tells while dragging.
        if (!selecting) {
            return;
        }
        dragged = true;
        dragX = event.getX();
        dragY = event.getY();
        if (dragY < 0 || dragY > view.getHeight()) {
            dragging.play();
        } else {
            dragging.stop();
        }
        dragTo(grid.placeAt(dragX, dragY));
    }

    private void dragTo(Place place) {
        selection = selection.map(before -> new Selection(before.anchor(), place));
        view.requestLayout();
    }

    private void scrollWhileDragging() {
        double over = dragY < 0 ? -dragY : dragY - view.getHeight();
        long rows = 1 + Math.round(over / grid.metrics().rowHeight());
        scrolling.by(dragY < 0 ? -rows : rows);
        double lowest = Math.max(RowGrid.ABOVE, view.getHeight() - RowGrid.ABOVE - 1);
        dragTo(grid.placeAt(dragX, Math.clamp(dragY, RowGrid.ABOVE, lowest)));
    }

    private void released(MouseEvent event) {
        dragging.stop();
        selecting = false;
        boolean click = event.getButton() == MouseButton.PRIMARY && event.getClickCount() == 1;
        if (click && !dragged) {
            grid.linkAt(event.getX(), event.getY()).ifPresent(linkChosen);
        }
    }

    private void moved(MouseEvent event) {
        Optional<Accent> link = grid.linkAt(event.getX(), event.getY());
        hovered.set(link);
        boolean besideText = event.getX() > view.getWidth() - OutputView.RIGHT;
        view.setCursor(besideText ? Cursor.DEFAULT : link.isPresent() ? Cursor.HAND : Cursor.TEXT);
    }

    private Selection wordAt(Place place) {
        String text =
                view.pageProperty().get().lines().stream()
                        .filter(line -> line.row() == place.line())
                        .findFirst()
                        .map(PageLine::text)
                        .orElse("");
        int middle = Columns.indexOf(text, place.column());
        int start = middle;
        while (start > 0 && isWord(text.charAt(start - 1))) {
            start--;
        }
        int end = middle;
        while (end < text.length() && isWord(text.charAt(end))) {
            end++;
        }
        return new Selection(
                new Place(place.line(), Columns.ofIndex(text, start)),
                new Place(place.line(), Columns.ofIndex(text, end)));
    }

    private static boolean isWord(char unit) {
        return Character.isLetterOrDigit(unit) || "_-./~@".indexOf(unit) >= 0;
    }
}
