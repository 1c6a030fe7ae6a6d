package dev.countersign.ui.output;

import dev.countersign.recording.RecordedLine;
import dev.countersign.ui.Swatches;
import dev.countersign.ui.UiFeed;
import dev.countersign.ui.Words;
import dev.countersign.ui.output.OutputReader.Attention;
import dev.countersign.ui.output.OutputReader.Page;
import dev.countersign.ui.output.OutputReader.Surface;
import dev.countersign.ui.output.OutputReader.Wish;
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
import javafx.beans.binding.StringBinding;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ChangeListener;
import javafx.beans.value.ObservableValue;
import javafx.scene.AccessibleRole;
import javafx.scene.Scene;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;

/// The rows of an output that are on the screen, drawn on a canvas.
///
/// It pulls: a reader looks at the recording and hands over only the rows that are visible, so the
/// longest output costs as much as a short one. Nothing that an output holds is ever obeyed, put on
/// the clipboard or opened unless the person asks.
///
/// Its parts know each other through it: a [RowGrid] measures, a [RowCanvas] draws, scrolling,
/// finding, selecting and copying have a class each. Confined to the FX thread.
final class OutputView extends Region {
    /// What is kept free for the scroll bar and the marks beside it.
    static final double RIGHT = 18;

    private static final double BAR_INSET = 11;
    private static final double BAR_WIDTH = 8;
    private static final int MOST_SPOKEN = 8_000;

    private final Region ring = new Region();
    private final UiFeed feed;
    private final OutputPreferences preferences;
    private final Swatches swatches = new Swatches(this::coloursChanged);
    private final RowCanvas canvas = new RowCanvas(swatches);
    private final ReadOnlyObjectWrapper<Page> page =
            new ReadOnlyObjectWrapper<>(Page.nothing(Optional.empty()));
    private final RowGrid grid;
    private final OutputScrolling scrolling;
    private final OutputFinder finder;
    private final OutputSelecting selecting;
    private final OutputCopy copying;

    /// What a screen reader says, put together only when one asks.
    private final StringBinding spoken =
            new StringBinding() {
                @Override
                protected String computeValue() {
                    return words();
                }
            };

    // Kept, since they are added to what comes and goes, or outlives the view.
    private final ChangeListener<Object> attentionListener = (_, _, _) -> look();
    private final ChangeListener<Object> preferenceListener = (_, _, _) -> preferencesChanged();

    private Supplier<UnaryOperator<RecordedLine>> masks = UnaryOperator::identity;
    private Consumer<String> notice = text -> {};
    private LongSupplier frameClock = () -> 0;
    private LongConsumer frameListener = nanos -> {};
    private Optional<OutputReader> reader = Optional.empty();
    private Optional<Duration> at = Optional.empty();
    private Optional<RowMap> map = Optional.empty();
    private Surface surface = Surface.LINES;
    private boolean timeline;
    private boolean folded;

    /// Which of the recordings that it showed is shown; answers for earlier ones are dropped.
    private long generation;

    OutputView(UiFeed feed, OutputPreferences preferences) {
        this.feed = feed;
        this.preferences = preferences;
        grid = new RowGrid(this, preferences);
        scrolling = new OutputScrolling(this, grid, preferences);
        finder = new OutputFinder(this, grid, scrolling);
        selecting = new OutputSelecting(this, grid, scrolling);
        copying = new OutputCopy(this, selecting, canvas.painter());
        getStyleClass().add("output-view");
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.TEXT_AREA);
        accessibleTextProperty().bind(spoken);
        // Above the canvas, which covers any border of the view's own.
        ring.getStyleClass().add("focus-ring");
        ring.setMouseTransparent(true);
        ring.setManaged(false);
        ring.visibleProperty().bind(focusedProperty());
        getChildren().addAll(swatches, canvas.node(), scrolling.bar(), ring);
        shapingPreferences().forEach(each -> each.addListener(preferenceListener));
        setOnScroll(scrolling::wheel);
        setOnKeyPressed(event -> new OutputKeys(this, preferences).pressed(event));
        sceneProperty().addListener((_, before, now) -> sceneChanged(before, now));
        setMinSize(0, 0);
        preferencesChanged();
    }

    /// Those that change how rows look.
    private List<ObservableValue<?>> shapingPreferences() {
        return List.of(
                preferences.wrapProperty(),
                preferences.highlightProperty(),
                preferences.lineNumbersProperty(),
                preferences.timesProperty(),
                preferences.zoomProperty());
    }

    // Its parts.

    RowGrid grid() {
        return grid;
    }

    OutputScrolling scrolling() {
        return scrolling;
    }

    OutputFinder finder() {
        return finder;
    }

    OutputSelecting selecting() {
        return selecting;
    }

    OutputCopy copying() {
        return copying;
    }

    // What it shows.

    /// What a person may see of lines that follow each other; the same length. To be set before
    /// something is shown.
    void setMask(Supplier<UnaryOperator<RecordedLine>> lineMasks) {
        masks = lineMasks;
    }

    /// Hears short sentences for the person: what was copied, what was not found.
    void onNotice(Consumer<String> listener) {
        notice = listener;
    }

    /// Says a short sentence to the person.
    void tell(String words) {
        notice.accept(words);
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
        selecting.selectNothing();
        scrolling.toStart();
        at = Optional.empty();
        map = Optional.empty();
        finder.forget();
        page.set(Page.nothing(Optional.empty()));
        long shownNow = ++generation;
        AtomicReference<@Nullable Page> arrived = new AtomicReference<>();
        reader =
                folder.map(path ->
                        new OutputReader(path, masks, now -> arrived(shownNow, arrived, now)));
        scrolling.followingProperty().set(true);
        look();
        reader.ifPresent(OutputReader::start);
        finder.searchAgain();
        requestLayout();
    }

    Optional<OutputReader> reader() {
        return reader;
    }

    /// An answer for what is shown now: it is taken on the FX thread, and not at all once something
    /// else is shown.
    <T> Consumer<T> whileShown(Consumer<T> taker) {
        long shownNow = generation;
        return answer ->
                feed.execute(() -> {
                    if (shownNow == generation) {
                        taker.accept(answer);
                    }
                });
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

    boolean isScreen() {
        return page.get().screen().isPresent();
    }

    /// Which line stands in which row; empty is each below the one before it.
    void setMap(Optional<RowMap> rows) {
        map = rows;
        look();
    }

    Optional<RowMap> map() {
        return map;
    }

    /// Whether only its counts are wanted, since its rows cannot be seen.
    void setFolded(boolean now) {
        folded = now;
        look();
    }

    /// Whether lines that are too long go on in the next row.
    boolean wraps() {
        return preferences.wrapProperty().get() && map.isEmpty() && !isScreen();
    }

    ReadOnlyObjectProperty<Page> pageProperty() {
        return page.getReadOnlyProperty();
    }

    /// The text of the rows on the screen; what tests and screen readers see.
    String visibleText() {
        StringBuilder text = new StringBuilder();
        for (Visible row : grid.visible()) {
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
        for (Visible row : grid.visible()) {
            if (row.line().row() != before) {
                row.line().accents().stream()
                        .filter(accent -> accent.target().isPresent())
                        .forEach(links::add);
            }
            before = row.line().row();
        }
        return links;
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

    // What arrives, and what is asked for.

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
        boolean another = now.screen().isPresent() != isScreen();
        page.set(now);
        if (another) {
            selecting.selectNothing();
            scrolling.formChanged();
        }
        grid.fit();
        scrolling.pageChanged();
        finder.showWantedHit();
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

    /// Something else is looked at: tells the reader, and draws what is there of it already.
    void changed() {
        look();
        requestLayout();
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
                                scrolling.followingProperty().get(),
                                scrolling.topProperty().get().row(),
                                grid.rows(),
                                wraps() ? grid.look().textColumns() : 0,
                                preferences.highlightProperty().get(),
                                finder.query(),
                                at,
                                timeline,
                                map,
                                finder.needsLines() ? Surface.LINES : surface));
    }

    private void preferencesChanged() {
        grid.measure();
        if (preferences.wrapProperty().get()) {
            scrolling.sidewaysTo(0);
        }
        changed();
    }

    private void coloursChanged() {
        if (grid.setTextScale(swatches.textScale(2))) {
            preferencesChanged();
        }
        canvas.forget();
        requestLayout();
    }

    @Override
    protected void layoutChildren() {
        long start = frameClock.getAsLong();
        canvas.node().setWidth(getWidth());
        canvas.node().setHeight(getHeight());
        ring.resizeRelocate(0, 0, getWidth(), getHeight());
        grid.fit();
        scrolling
                .bar()
                .resizeRelocate(getWidth() - BAR_INSET, 2, BAR_WIDTH, Math.max(0, getHeight() - 4));
        scrolling.layout();
        look();
        if (!folded) {
            boolean marked = map.isEmpty() && scrolling.bar().isVisible();
            canvas.draw(
                    new RowCanvas.Scene(
                            grid.look(),
                            getHeight(),
                            grid.visible(),
                            page.get(),
                            finder.progressProperty().get().filter(_ -> marked)));
            spoken.invalidate();
        }
        frameListener.accept(frameClock.getAsLong() - start);
    }

    /// Ends everything; the view is not used any more.
    void close() {
        show(Optional.empty());
        shapingPreferences().forEach(each -> each.removeListener(preferenceListener));
    }
}
