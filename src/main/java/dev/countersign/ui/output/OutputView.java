package dev.countersign.ui.output;

import dev.countersign.ansi.CharacterWidth;
import dev.countersign.ansi.TerminalScreen.Picture;
import dev.countersign.recording.RecordedLine;
import dev.countersign.ui.MonoMetrics;
import dev.countersign.ui.Swatches;
import dev.countersign.ui.Swatches.Role;
import dev.countersign.ui.UiFeed;
import dev.countersign.ui.Words;
import dev.countersign.ui.output.OutputReader.Attention;
import dev.countersign.ui.output.OutputReader.Page;
import dev.countersign.ui.output.OutputReader.Surface;
import dev.countersign.ui.output.OutputReader.Wish;
import dev.countersign.ui.output.ReaderTasks.Copied;
import dev.countersign.ui.output.ReaderTasks.Landmark;
import dev.countersign.ui.output.ReaderTasks.Progress;
import dev.countersign.ui.output.Selection.Place;
import dev.countersign.ui.output.Viewport.Top;
import dev.countersign.ui.output.Viewport.Visible;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javafx.animation.Animation;
import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.beans.binding.StringBinding;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ChangeListener;
import javafx.geometry.Orientation;
import javafx.scene.AccessibleRole;
import javafx.scene.Cursor;
import javafx.scene.Scene;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.control.ScrollBar;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;

/// The rows of an output that are on the screen, drawn on a canvas.
///
/// It pulls: a reader looks at the recording and hands over only the rows that are visible, so the
/// longest output costs as much as a short one. Nothing that an output holds is ever obeyed, put on
/// the clipboard or opened unless the person asks. Confined to the FX thread.
final class OutputView extends Region {
    /// How a selection is put on the clipboard.
    enum CopyForm {
        PLAIN,
        /// Formatted, with the plain text beside it.
        COLOURS,
        /// With the control sequences of terminals.
        ANSI
    }

    /// What is kept free for the scroll bar and the marks beside it.
    static final double RIGHT = 18;

    private static final double ABOVE = 6;
    private static final double LETTERS = 12.5;
    private static final double ROW = 19;
    private static final int FIT_STEPS = 40;
    private static final double SIDE = RowPainter.SIDE;
    private static final int WHEEL_ROWS = 3;
    private static final int SIDEWAYS_COLUMNS = 8;
    private static final int MOST_SPOKEN = 8_000;

    private final UiFeed feed;
    private final OutputPreferences preferences;
    private final Canvas canvas = new Canvas();
    private final ScrollBar bar = new ScrollBar();
    private final Swatches swatches = new Swatches(this::coloursChanged);
    private final RowPainter painter = new RowPainter(swatches);

    /// What a screen reader says, put together only when one asks.
    private final StringBinding spoken =
            new StringBinding() {
                @Override
                protected String computeValue() {
                    return words();
                }
            };

    private final BooleanProperty following = new SimpleBooleanProperty(true);
    private final ReadOnlyObjectWrapper<Page> page =
            new ReadOnlyObjectWrapper<>(Page.nothing(Optional.empty()));
    private final ReadOnlyObjectWrapper<Optional<Accent>> hovered =
            new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<Optional<Progress>> progress =
            new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<Optional<SearchHits.Place>> current =
            new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ObjectProperty<Top> topProperty = new SimpleObjectProperty<>(Top.START);
    private final Timeline dragging =
            new Timeline(new KeyFrame(javafx.util.Duration.millis(40), _ -> scrollWhileDragging()));
    // Kept, since it is added to scenes and windows that come and go.
    private final ChangeListener<Object> attentionListener = (_, _, _) -> look();
    private final ChangeListener<Object> preferenceListener = (_, _, _) -> preferencesChanged();

    private Supplier<UnaryOperator<RecordedLine>> masks = UnaryOperator::identity;
    private Consumer<Accent> linkChosen = accent -> {};
    private Consumer<String> notice = text -> {};
    private LongSupplier frameClock = () -> 0;
    private LongConsumer frameListener = nanos -> {};
    private MonoMetrics usual = MonoMetrics.of(LETTERS, ROW);
    private MonoMetrics metrics = usual;
    private double fitted = 1;
    private double textScale = 1;
    private Optional<Drawn> drawn = Optional.empty();
    private Optional<OutputReader> reader = Optional.empty();
    private Optional<Selection> selection = Optional.empty();
    private Optional<SearchQuery> query = Optional.empty();
    private Optional<Duration> at = Optional.empty();
    private Optional<RowMap> map = Optional.empty();
    private Optional<SearchHits.Place> wantedHit = Optional.empty();
    private Surface surface = Surface.LINES;
    private boolean timeline;
    private boolean folded;
    private long generation;
    private int sideways;
    private boolean adjusting;
    private double dragY;
    private double dragX;
    private boolean selecting;
    private boolean dragged;

    OutputView(UiFeed feed, OutputPreferences preferences) {
        this.feed = feed;
        this.preferences = preferences;
        getStyleClass().add("output-view");
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.TEXT_AREA);
        accessibleTextProperty().bind(spoken);
        bar.setOrientation(Orientation.VERTICAL);
        bar.setAccessibleText("Scroll the output");
        bar.setFocusTraversable(false);
        getChildren().addAll(swatches, canvas, bar);
        bar.valueProperty().addListener((_, _, value) -> barMoved(value.doubleValue()));
        following.addListener((_, _, on) -> followingChanged(on));
        preferences.wrapProperty().addListener(preferenceListener);
        preferences.highlightProperty().addListener(preferenceListener);
        preferences.lineNumbersProperty().addListener(preferenceListener);
        preferences.timesProperty().addListener(preferenceListener);
        preferences.zoomProperty().addListener(preferenceListener);
        dragging.setCycleCount(Animation.INDEFINITE);
        setOnScroll(this::wheel);
        setOnKeyPressed(event -> new OutputKeys(this, preferences).pressed(event));
        setOnMousePressed(this::mousePressed);
        setOnMouseDragged(this::mouseDragged);
        setOnMouseReleased(this::mouseReleased);
        setOnMouseMoved(this::mouseMoved);
        setOnMouseExited(_ -> hovered.set(Optional.empty()));
        sceneProperty().addListener((_, before, now) -> sceneChanged(before, now));
        setMinSize(0, 0);
        preferencesChanged();
    }

    // What it shows.

    /// What a person may see of lines that follow each other; the same length. To be set before
    /// something is shown.
    void setMask(Supplier<UnaryOperator<RecordedLine>> lineMasks) {
        masks = lineMasks;
    }

    /// Hears which link the person clicked.
    void onLink(Consumer<Accent> listener) {
        linkChosen = listener;
    }

    /// Hears short sentences for the person: what was copied, what was not found.
    void onNotice(Consumer<String> listener) {
        notice = listener;
    }

    /// Hears how much of the FX thread each page and each frame took.
    ///
    /// @param clock nanoseconds: of the wall, or of the thread's own time
    void onFrame(LongSupplier clock, LongConsumer listener) {
        frameClock = clock;
        frameListener = listener;
    }

    /// Shows a recording from now on, at its end; empty shows nothing.
    void show(Optional<Path> folder) {
        reader.ifPresent(OutputReader::close);
        selection = Optional.empty();
        topProperty.set(Top.START);
        sideways = 0;
        at = Optional.empty();
        map = Optional.empty();
        wantedHit = Optional.empty();
        progress.set(Optional.empty());
        current.set(Optional.empty());
        page.set(Page.nothing(Optional.empty()));
        long shownNow = ++generation;
        AtomicReference<@Nullable Page> arrived = new AtomicReference<>();
        reader =
                folder.map(path ->
                        new OutputReader(path, masks, now -> arrived(shownNow, arrived, now)));
        following.set(true);
        look();
        reader.ifPresent(OutputReader::start);
        query.ifPresent(this::search);
        requestLayout();
    }

    /// Shows the recording as it was at this time; empty shows its end.
    void setAt(Optional<Duration> moment) {
        if (!at.equals(moment)) {
            at = moment;
            look();
        }
    }

    Optional<Duration> at() {
        return at;
    }

    /// Whether pages tell when how much was printed.
    void setTimeline(boolean on) {
        timeline = on;
        look();
    }

    /// As what the output of a terminal is shown; while something is searched for, as lines.
    void setSurface(Surface now) {
        if (surface != now) {
            surface = now;
            look();
        }
    }

    /// Which line stands in which row; empty is each below the one before it.
    void setMap(Optional<RowMap> rows) {
        map = rows;
        look();
    }

    /// Whether only its counts are wanted, since its rows cannot be seen.
    void setFolded(boolean now) {
        folded = now;
        look();
    }

    /// Whether new lines pull the view along.
    BooleanProperty followingProperty() {
        return following;
    }

    ReadOnlyObjectProperty<Page> pageProperty() {
        return page.getReadOnlyProperty();
    }

    /// The link under the pointer.
    ReadOnlyObjectProperty<Optional<Accent>> hoveredProperty() {
        return hovered.getReadOnlyProperty();
    }

    ReadOnlyObjectProperty<Optional<Progress>> progressProperty() {
        return progress.getReadOnlyProperty();
    }

    /// The hit that was stepped to.
    ReadOnlyObjectProperty<Optional<SearchHits.Place>> currentProperty() {
        return current.getReadOnlyProperty();
    }

    /// The first row on the screen.
    ObjectProperty<Top> topProperty() {
        return topProperty;
    }

    /// The text of the rows on the screen; what tests and screen readers see.
    String visibleText() {
        StringBuilder text = new StringBuilder();
        for (Visible row : viewport().visible(topProperty.get())) {
            PageLine line = row.line();
            text.append(line.text(), line.parts().get(row.part()), line.endOfPart(row.part()));
            text.append('\n');
        }
        return text.toString();
    }

    /// Every link on the screen, top to bottom.
    List<Accent> visibleLinks() {
        List<Accent> links = new ArrayList<>();
        long before = -1;
        for (Visible row : viewport().visible(topProperty.get())) {
            if (row.line().row() != before) {
                row.line().accents().stream()
                        .filter(accent -> accent.target().isPresent())
                        .forEach(links::add);
            }
            before = row.line().row();
        }
        return links;
    }

    /// On the reader's thread. What an earlier reader still had to say is dropped; so is a page
    /// that a newer one overtook before it was taken.
    private void arrived(long from, AtomicReference<@Nullable Page> newest, Page now) {
        if (newest.getAndSet(now) != null) {
            return;
        }
        feed.execute(() -> {
            Page taken = newest.getAndSet(null);
            if (from == generation && taken != null) {
                long start = frameClock.getAsLong();
                take(taken);
                frameListener.accept(frameClock.getAsLong() - start);
            }
        });
    }

    private void take(Page now) {
        boolean another = now.screen().isPresent() != page.get().screen().isPresent();
        page.set(now);
        if (another) {
            selection = Optional.empty();
            sideways = 0;
            following.set(true);
        }
        setMetrics();
        if (following.get()) {
            topProperty.set(viewport().bottom());
        } else if (topProperty.get().row() >= now.rowCount() && !now.lines().isEmpty()) {
            topProperty.set(viewport().bottom());
        }
        showWantedHit();
        requestLayout();
    }

    private void sceneChanged(@Nullable Scene before, @Nullable Scene now) {
        if (before != null) {
            before.windowProperty().removeListener(attentionListener);
        }
        if (now != null) {
            now.windowProperty().addListener(attentionListener);
        }
        look();
    }

    private Attention attention() {
        if (getScene() == null) {
            return Attention.NONE;
        }
        return folded ? Attention.COUNTS : Attention.ROWS;
    }

    /// Tells the reader what is looked at.
    private void look() {
        if (reader.isEmpty()) {
            return;
        }
        reader.get()
                .look(
                        new Wish(
                                attention(),
                                following.get(),
                                topProperty.get().row(),
                                rows(),
                                wraps() ? lookNow().textColumns() : 0,
                                preferences.highlightProperty().get(),
                                query,
                                at,
                                timeline,
                                map,
                                query.isPresent() ? Surface.LINES : surface));
    }

    private boolean wraps() {
        return preferences.wrapProperty().get() && map.isEmpty() && !isScreen();
    }

    private boolean isScreen() {
        return page.get().screen().isPresent();
    }

    private Viewport viewport() {
        return new Viewport(page.get().lines(), page.get().rowCount(), rows());
    }

    private int rows() {
        return (int) Math.max(1, Math.floor((getHeight() - 2 * ABOVE) / metrics.rowHeight()));
    }

    /// The person's size of outputs on top of that of all text.
    private double scale() {
        return textScale * preferences.zoomProperty().get() / 100.0;
    }

    private void preferencesChanged() {
        double scale = scale();
        usual = MonoMetrics.of(LETTERS * scale, Math.rint(ROW * scale));
        metrics = usual;
        fitted = 1;
        setMetrics();
        if (preferences.wrapProperty().get()) {
            sideways = 0;
        }
        look();
        requestLayout();
    }

    /// A screen that is larger than the view is drawn smaller, down to half.
    private void setMetrics() {
        double fit = Math.max(0.5, page.get().screen().map(this::fit).orElse(1.0));
        if (fit == fitted) {
            return;
        }
        fitted = fit;
        double scale = fit * scale();
        metrics = fit == 1 ? usual : MonoMetrics.of(LETTERS * scale, Math.floor(ROW * scale));
    }

    /// How much smaller the screen has to be drawn, in steps, at most 1.
    private double fit(Picture screen) {
        double wide = screen.columns() * usual.cellWidth() / (getWidth() - SIDE - RIGHT);
        double high = screen.rows() * usual.rowHeight() / (getHeight() - 2 * ABOVE);
        return Math.min(1, Math.floor(FIT_STEPS / Math.max(wide, high)) / FIT_STEPS);
    }

    private RowPainter.Look lookNow() {
        boolean lines = !isScreen();
        int digits =
                lines && preferences.lineNumbersProperty().get()
                        ? Math.max(4, Long.toString(page.get().rowCount()).length())
                        : 0;
        return new RowPainter.Look(
                metrics,
                lines && preferences.timesProperty().get(),
                at.isPresent(),
                digits,
                sideways,
                getWidth(),
                selection,
                current.get());
    }

    @Override
    protected void layoutChildren() {
        long start = frameClock.getAsLong();
        canvas.setWidth(getWidth());
        canvas.setHeight(getHeight());
        setMetrics();
        bar.resizeRelocate(getWidth() - 11, 2, 8, Math.max(0, getHeight() - 4));
        if (following.get()) {
            topProperty.set(viewport().bottom());
        }
        layoutBar();
        look();
        if (!folded) {
            draw();
            spoken.invalidate();
        }
        frameListener.accept(frameClock.getAsLong() - start);
    }

    private String words() {
        if (folded) {
            return "Output";
        }
        String text = visibleText();
        return "Output, "
                + Words.count(page.get().rowCount(), "line")
                + ".\n"
                + (text.length() > MOST_SPOKEN ? text.substring(0, MOST_SPOKEN) : text);
    }

    private void coloursChanged() {
        double now = swatches.textScale(2);
        if (now != textScale) {
            textScale = now;
            preferencesChanged();
        }
        painter.forgetColours();
        drawn = Optional.empty();
        requestLayout();
    }

    private void layoutBar() {
        long last = Math.max(0, page.get().rowCount() - rows());
        adjusting = true;
        bar.setVisible(last > 0);
        bar.setMax((double) last);
        bar.setVisibleAmount(
                last == 0
                        ? 1
                        : Math.max(last * 0.04, (double) rows() / page.get().rowCount() * last));
        bar.setUnitIncrement(1);
        bar.setBlockIncrement(Math.max(1, rows() - 1));
        bar.setValue((double) Math.min(topProperty.get().row(), last));
        adjusting = false;
    }

    /// What stands on the canvas; a slot for each row that fits.
    private record Drawn(
            RowPainter.Look look,
            double height,
            Optional<Progress> progress,
            long rowCount,
            List<Slot> slots) {
        boolean isLike(Drawn other) {
            return look.equals(other.look)
                    && height == other.height
                    && progress.equals(other.progress)
                    && (progress.isEmpty() || rowCount == other.rowCount);
        }
    }

    /// @param cursor the column of the terminal's cursor, or -1
    private record Slot(Visible row, int cursor) {}

    /// Draws what is not on the canvas already.
    private void draw() {
        RowPainter.Look look = lookNow();
        List<Slot> slots = new ArrayList<>();
        for (Visible row : viewport().visible(topProperty.get())) {
            slots.add(new Slot(row, cursorIn(row)));
        }
        Drawn now =
                new Drawn(
                        look,
                        getHeight(),
                        progress.get(),
                        page.get().rowCount(),
                        List.copyOf(slots));
        GraphicsContext pen = canvas.getGraphicsContext2D();
        boolean all = drawn.isEmpty() || !drawn.get().isLike(now);
        List<Slot> before = all ? List.of() : drawn.orElseThrow().slots();
        if (all) {
            pen.setFill(swatches.color(Role.GROUND));
            pen.fillRect(0, 0, canvas.getWidth(), canvas.getHeight());
        }
        for (int slot = 0; slot < Math.max(slots.size(), before.size()); slot++) {
            drawSlot(pen, slot, slots, before, look);
        }
        drawMarks(pen);
        drawn = Optional.of(now);
    }

    private void drawSlot(
            GraphicsContext pen,
            int slot,
            List<Slot> slots,
            List<Slot> before,
            RowPainter.Look look) {
        boolean wasThere = slot < before.size();
        boolean isThere = slot < slots.size();
        if (wasThere && isThere && before.get(slot).equals(slots.get(slot))) {
            return;
        }
        double top = ABOVE + slot * metrics.rowHeight();
        if (wasThere) {
            pen.setFill(swatches.color(Role.GROUND));
            pen.fillRect(0, top, canvas.getWidth(), metrics.rowHeight());
        }
        if (isThere) {
            painter.paint(pen, slots.get(slot).row(), look, top);
            drawCursor(pen, slots.get(slot).cursor(), look, top);
        }
    }

    private int cursorIn(Visible row) {
        return page.get()
                .screen()
                .filter(Picture::cursorShown)
                .filter(screen -> screen.cursorRow() == row.line().row())
                .map(Picture::cursorColumn)
                .orElse(-1);
    }

    /// Where the terminal's next character goes.
    private void drawCursor(GraphicsContext pen, int column, RowPainter.Look look, double top) {
        if (column < sideways) {
            return;
        }
        double left = look.textLeft() + (column - sideways) * metrics.cellWidth();
        pen.setGlobalAlpha(0.45);
        pen.setFill(swatches.color(Role.ACCENT));
        pen.fillRect(left, top, metrics.cellWidth(), metrics.rowHeight());
        pen.setGlobalAlpha(1);
    }

    /// Where hits are, beside the scroll bar.
    private void drawMarks(GraphicsContext pen) {
        if (progress.get().isEmpty() || map.isPresent() || !bar.isVisible()) {
            return;
        }
        int height = (int) Math.max(0, (getHeight() - 4) / 2);
        boolean[] marks = progress.get().get().hits().marks(height, page.get().rowCount());
        pen.setFill(swatches.color(Role.HIT_CURRENT));
        for (int place = 0; place < marks.length; place++) {
            if (marks[place]) {
                pen.fillRect(getWidth() - 16, 2 + 2.0 * place, 4, 2);
            }
        }
    }

    // Moving.

    private void followingChanged(boolean on) {
        if (on) {
            topProperty.set(viewport().bottom());
        }
        look();
        requestLayout();
    }

    private void barMoved(double value) {
        if (!adjusting) {
            long last = Math.max(0, page.get().rowCount() - rows());
            moveTo(Math.round(value) >= last ? viewport().bottom() : new Top(Math.round(value), 0));
        }
    }

    private void wheel(ScrollEvent event) {
        if (event.isShortcutDown()) {
            preferences.zoomBy(event.getDeltaY() > 0 ? 1 : -1);
            event.consume();
            return;
        }
        if (event.getDeltaX() != 0) {
            sidewaysBy(event.getDeltaX() > 0 ? -1 : 1);
        }
        if (event.getDeltaY() != 0) {
            scrollBy(event.getDeltaY() > 0 ? -WHEEL_ROWS : WHEEL_ROWS);
        }
        event.consume();
    }

    /// Scrolling up lets go of the tail; coming back to it takes hold again.
    void scrollBy(long by) {
        moveTo(viewport().scrolled(topProperty.get(), by));
    }

    void scrollByPage(int pages) {
        scrollBy((long) pages * Math.max(1, rows() - 1));
    }

    void moveTo(Top top) {
        topProperty.set(top);
        following.set(top.compareTo(viewport().bottom()) >= 0);
        look();
        requestLayout();
    }

    /// Shows a row in the upper third, where it is not on the screen already.
    void reveal(long row) {
        Top top = topProperty.get();
        boolean shown =
                row >= top.row()
                        && row <= viewport().moved(top, rows() - 1L).row()
                        && top.row() + rows() > row;
        if (!shown) {
            long first = Math.clamp(row - rows() / 3, 0, Math.max(0, page.get().rowCount() - 1));
            long last = Math.max(0, page.get().rowCount() - rows());
            following.set(false);
            moveTo(new Top(wraps() ? first : Math.min(first, last), 0));
        }
    }

    /// By so many steps of some columns; lines that wrap do not move.
    void sidewaysBy(int steps) {
        if (wraps()) {
            return;
        }
        int longest =
                page.get().lines().stream()
                        .mapToInt(line -> CharacterWidth.ofText(line.text()))
                        .max()
                        .orElse(0);
        sideways =
                Math.clamp(
                        sideways + (long) steps * SIDEWAYS_COLUMNS,
                        0,
                        Math.max(0, longest - SIDEWAYS_COLUMNS));
        requestLayout();
    }

    // Finding.

    /// Searches for something from now on; empty ends the search.
    void search(Optional<SearchQuery> wanted) {
        query = wanted;
        current.set(Optional.empty());
        progress.set(Optional.empty());
        wantedHit = Optional.empty();
        if (wanted.isPresent()) {
            search(wanted.get());
        } else {
            reader.ifPresent(r -> r.tasks().endSearch());
        }
        look();
        requestLayout();
    }

    private void search(SearchQuery wanted) {
        long shownNow = generation;
        reader.ifPresent(r ->
                r.tasks()
                        .search(
                                wanted,
                                now -> feed.execute(() -> searched(shownNow, wanted, now))));
    }

    private void searched(long from, SearchQuery wanted, Progress now) {
        if (from != generation || !query.equals(Optional.of(wanted))) {
            return;
        }
        progress.set(Optional.of(now));
        if (current.get().isEmpty()) {
            now.hits().from(topProperty.get().row()).or(() -> ifDone(now)).ifPresent(this::goTo);
        }
        requestLayout();
    }

    /// There is none behind the first row on the screen, and there will be none.
    private static Optional<SearchHits.Place> ifDone(Progress now) {
        return now.done() ? now.hits().from(0) : Optional.empty();
    }

    /// Goes to the next hit, or to the one before; from the last to the first.
    void step(boolean forwards) {
        if (progress.get().isEmpty()) {
            return;
        }
        SearchHits hits = progress.get().get().hits();
        Optional<SearchHits.Place> next =
                current.get().isEmpty()
                        ? hits.from(topProperty.get().row())
                        : current.get()
                                .flatMap(here -> forwards ? hits.after(here) : hits.before(here));
        next.ifPresent(this::goTo);
    }

    private void goTo(SearchHits.Place hit) {
        current.set(Optional.of(hit));
        wantedHit = Optional.of(hit);
        reveal(map.map(rows -> rows.rowOf(hit.line())).orElse(hit.line()));
        showWantedHit();
        requestLayout();
    }

    /// Once the row of the hit has arrived, its columns are brought into sight.
    private void showWantedHit() {
        if (wantedHit.isEmpty()) {
            return;
        }
        SearchHits.Place wanted = wantedHit.get();
        for (PageLine line : page.get().lines()) {
            if (line.row() == wanted.line() && wanted.ordinal() < line.hits().size()) {
                wantedHit = Optional.empty();
                PageLine.Hit hit = line.hits().get(wanted.ordinal());
                showColumns(line, hit);
                return;
            }
        }
    }

    private void showColumns(PageLine line, PageLine.Hit hit) {
        if (line.parts().size() > 1) {
            int part = 0;
            while (part + 1 < line.parts().size() && line.parts().get(part + 1) <= hit.start()) {
                part++;
            }
            if (part >= rows()) {
                moveTo(new Top(line.row(), part));
            }
            return;
        }
        int start = Columns.ofIndex(line.text(), hit.start());
        int end = Columns.ofIndex(line.text(), hit.end());
        int columns = lookNow().textColumns();
        if (start < sideways || end > sideways + columns) {
            sideways = Math.max(0, end <= columns ? 0 : start - columns / 3);
        }
    }

    /// Goes to the next line of standard error, or to the next error; from where the person is.
    void jump(Landmark landmark, boolean forwards) {
        if (isScreen()) {
            setSurface(Surface.LINES);
            notice.accept("Shown line by line now, since errors are found in lines.");
        }
        long shownNow = generation;
        long from = selection.map(chosen -> chosen.caret().line()).orElseGet(this::placeToJumpFrom);
        reader.ifPresent(r ->
                r.tasks()
                        .next(
                                landmark,
                                from,
                                forwards,
                                line ->
                                        feed.execute(
                                                () -> jumped(shownNow, landmark, forwards, line))));
    }

    /// Finds when something was printed, nearest to a time.
    void outputBeside(Duration time, boolean forwards, Consumer<Optional<Duration>> answer) {
        long shownNow = generation;
        reader.ifPresent(r ->
                r.tasks()
                        .outputBeside(
                                time,
                                forwards,
                                found ->
                                        feed.execute(() -> {
                                            if (shownNow == generation) {
                                                answer.accept(found);
                                            }
                                        })));
    }

    /// Finds when the first error was printed; heard once the recording is complete.
    void firstError(Consumer<Optional<Duration>> answer) {
        long shownNow = generation;
        reader.ifPresent(r ->
                r.tasks()
                        .firstError(found ->
                                feed.execute(() -> {
                                    if (shownNow == generation) {
                                        answer.accept(found);
                                    }
                                })));
    }

    private long placeToJumpFrom() {
        return topProperty.get().row() - 1;
    }

    private void jumped(long from, Landmark landmark, boolean forwards, Optional<Long> line) {
        if (from != generation) {
            return;
        }
        if (line.isEmpty()) {
            String what = landmark == Landmark.STDERR ? "line of stderr" : "error";
            notice.accept("No further " + what + (forwards ? " below." : " above."));
            return;
        }
        selection = Optional.of(new Selection(new Place(line.get(), 0), new Place(line.get(), 0)));
        selectLine(line.get());
        following.set(false);
        reveal(line.get());
        requestLayout();
    }

    private void selectLine(long line) {
        selection = Optional.of(new Selection(new Place(line + 1, 0), new Place(line, 0)));
    }

    // Selecting.

    private void mousePressed(MouseEvent event) {
        requestFocus();
        dragged = false;
        selecting = event.getButton() == MouseButton.PRIMARY;
        if (!selecting) {
            return;
        }
        Place place = placeAt(event.getX(), event.getY());
        if (event.isShiftDown() && selection.isPresent()) {
            selection = Optional.of(new Selection(selection.get().anchor(), place));
        } else if (event.getClickCount() == 2) {
            selection = Optional.of(wordAt(place));
        } else if (event.getClickCount() == 3) {
            selectLine(place.line());
        } else {
            selection = Optional.of(new Selection(place, place));
        }
        requestLayout();
    }

    private void mouseDragged(MouseEvent event) {
        // By what went down: which buttons are down not every platform tells while dragging.
        if (!selecting) {
            return;
        }
        dragged = true;
        dragX = event.getX();
        dragY = event.getY();
        if (dragY < 0 || dragY > getHeight()) {
            dragging.play();
        } else {
            dragging.stop();
        }
        selection = selection.map(before -> new Selection(before.anchor(), placeAt(dragX, dragY)));
        requestLayout();
    }

    private void scrollWhileDragging() {
        double over = dragY < 0 ? -dragY : dragY - getHeight();
        long rows = 1 + Math.round(over / metrics.rowHeight());
        scrollBy(dragY < 0 ? -rows : rows);
        double y = Math.clamp(dragY, ABOVE, Math.max(ABOVE, getHeight() - ABOVE - 1));
        selection = selection.map(before -> new Selection(before.anchor(), placeAt(dragX, y)));
    }

    private void mouseReleased(MouseEvent event) {
        dragging.stop();
        selecting = false;
        boolean click = event.getButton() == MouseButton.PRIMARY && event.getClickCount() == 1;
        if (click && !dragged) {
            linkAt(event.getX(), event.getY()).ifPresent(linkChosen);
        }
    }

    private void mouseMoved(MouseEvent event) {
        Optional<Accent> link = linkAt(event.getX(), event.getY());
        hovered.set(link);
        setCursor(
                event.getX() > getWidth() - RIGHT
                        ? Cursor.DEFAULT
                        : link.isPresent() ? Cursor.HAND : Cursor.TEXT);
    }

    Optional<Accent> linkAt(double x, double y) {
        Optional<Visible> row = rowAt(y);
        if (row.isEmpty() || x < lookNow().textLeft() || x > getWidth() - RIGHT) {
            return Optional.empty();
        }
        PageLine line = row.get().line();
        int column =
                (int) ((x - lookNow().textLeft()) / metrics.cellWidth())
                        + sideways
                        + RowPainter.columnOfPart(row.get());
        int index = Columns.indexOf(line.text(), column);
        return line.accents().stream()
                .filter(accent -> accent.start() <= index && index < accent.end())
                .filter(accent -> accent.target().isPresent())
                .findFirst();
    }

    private Optional<Visible> rowAt(double y) {
        List<Visible> rows = viewport().visible(topProperty.get());
        int number = (int) Math.floor((y - ABOVE) / metrics.rowHeight());
        return number < 0 || number >= rows.size()
                ? Optional.empty()
                : Optional.of(rows.get(number));
    }

    private Place placeAt(double x, double y) {
        List<Visible> rows = viewport().visible(topProperty.get());
        int number = (int) Math.floor((y - ABOVE) / metrics.rowHeight());
        if (rows.isEmpty()) {
            return new Place(0, 0);
        }
        if (number >= rows.size()) {
            return new Place(rows.getLast().line().row() + 1, 0);
        }
        Visible row = rows.get(Math.max(0, number));
        int inRow =
                (int)
                        Math.max(
                                0,
                                Math.round((x - lookNow().textLeft()) / metrics.cellWidth())
                                        + sideways);
        return new Place(row.line().row(), inRow + RowPainter.columnOfPart(row));
    }

    private Selection wordAt(Place place) {
        String text =
                page.get().lines().stream()
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

    void selectAll() {
        selection =
                Optional.of(new Selection(new Place(0, 0), new Place(page.get().rowCount(), 0)));
        requestLayout();
    }

    void selectNothing() {
        selection = Optional.empty();
        requestLayout();
    }

    boolean hasSelection() {
        return selection.filter(chosen -> !chosen.isEmpty()).isPresent();
    }

    /// Moves the end of the selection by whole lines; begins one at the first row on the screen.
    void extendBy(long lines) {
        Place caret = selection.map(Selection::caret).orElse(new Place(topProperty.get().row(), 0));
        Place anchor = selection.map(Selection::anchor).orElse(caret);
        long line = Math.clamp(caret.line() + lines, 0, page.get().rowCount());
        selection = Optional.of(new Selection(anchor, new Place(line, 0)));
        reveal(Math.min(line, Math.max(0, page.get().rowCount() - 1)));
        requestLayout();
    }

    /// How many rows fit on the screen.
    int pageRows() {
        return rows();
    }

    /// How many columns a terminal of the size of the view has.
    int terminalColumns() {
        return (int) ((getWidth() - SIDE - RIGHT) / usual.cellWidth());
    }

    /// How many rows a terminal of the size of the view has.
    int terminalRows() {
        return (int) ((getHeight() - 2 * ABOVE) / usual.rowHeight());
    }

    // Copying.

    /// Puts what is selected on the clipboard, as far as that is bounded, and says how much it was.
    void copy(CopyForm form) {
        if (!hasSelection() || reader.isEmpty() || selection.isEmpty()) {
            return;
        }
        Selection copied = map.isPresent() ? lines(map.get(), selection.get()) : selection.get();
        long shownNow = generation;
        Consumer<Copied> answer =
                lines ->
                        feed.execute(() -> {
                            if (shownNow == generation) {
                                toClipboard(form, copied, lines);
                            }
                        });
        long first = copied.first().line();
        long last = copied.last().line();
        ReaderTasks tasks = reader.get().tasks();
        Optional<Picture> screen = page.get().screen();
        if (screen.isPresent()) {
            tasks.copy(screen.get(), first, last, answer);
        } else {
            tasks.copy(first, last, answer);
        }
    }

    /// Rows are lines to those who read.
    private static Selection lines(RowMap rows, Selection chosen) {
        return new Selection(place(rows, chosen.first()), place(rows, chosen.last()));
    }

    private static Place place(RowMap rows, Place place) {
        long row = place.line();
        while (row < rows.rows() && rows.lineAt(row).isEmpty()) {
            row++;
        }
        if (row >= rows.rows()) {
            return new Place(Long.MAX_VALUE - 1, 0);
        }
        return new Place(rows.lineAt(row).orElseThrow(), row == place.line() ? place.column() : 0);
    }

    private void toClipboard(CopyForm form, Selection copied, Copied answer) {
        ClipboardContent content = new ClipboardContent();
        switch (form) {
            case PLAIN -> content.putString(OutputText.plain(copied, answer.lines()));
            case COLOURS -> {
                content.putString(OutputText.plain(copied, answer.lines()));
                content.putHtml(OutputText.html(copied, answer.lines(), painter::paletteColor));
            }
            case ANSI -> content.putString(OutputText.ansi(copied, answer.lines()));
        }
        Clipboard.getSystemClipboard().setContent(content);
        String count = Words.count(answer.lines().size(), "line");
        notice.accept(
                answer.whole()
                        ? "Copied " + count + "."
                        : "Copied the first "
                                + count
                                + ": more does not fit the clipboard. The recorded file has all.");
    }

    /// Ends everything; the view is not used any more.
    void close() {
        show(Optional.empty());
        preferences.wrapProperty().removeListener(preferenceListener);
        preferences.highlightProperty().removeListener(preferenceListener);
        preferences.lineNumbersProperty().removeListener(preferenceListener);
        preferences.timesProperty().removeListener(preferenceListener);
        preferences.zoomProperty().removeListener(preferenceListener);
    }
}
