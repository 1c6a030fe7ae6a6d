package dev.countersign.ui.output;

import dev.countersign.ansi.CharacterWidth;
import dev.countersign.ansi.Style;
import dev.countersign.ansi.StyleRun;
import dev.countersign.ansi.StyledLine;
import dev.countersign.recording.RecordedLine;
import dev.countersign.recording.StreamKind;
import dev.countersign.ui.MonoMetrics;
import dev.countersign.ui.Swatches;
import dev.countersign.ui.UiFeed;
import dev.countersign.ui.Words;
import dev.countersign.ui.output.OutputReader.Page;
import dev.countersign.ui.output.OutputReader.Wish;
import dev.countersign.ui.output.Selection.Place;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.geometry.Orientation;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.control.ScrollBar;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.layout.Region;
import javafx.scene.text.Font;

/// The rows of an output that are on the screen, drawn on a canvas.
///
/// It pulls: a reader looks at the recording and hands over only the rows that are visible, so the
/// longest output costs as much as a short one. Confined to the FX thread.
final class OutputView extends Region {
    private static final double SIDE = 16;
    private static final double ABOVE = 6;
    private static final int TIME_COLUMNS = 9;
    private static final double BAR = 3;
    private static final int WHEEL_ROWS = 3;
    private static final int SIDEWAYS_COLUMNS = 8;

    private final UiFeed feed;
    private final Canvas canvas = new Canvas();
    private final ScrollBar bar = new ScrollBar();
    private final Swatches swatches = new Swatches(this::draw);
    private final TerminalColors colors = new TerminalColors(swatches);
    private final MonoMetrics metrics = MonoMetrics.of(12.5, 19);
    private final BooleanProperty following = new SimpleBooleanProperty(true);
    private final ReadOnlyObjectWrapper<Page> page =
            new ReadOnlyObjectWrapper<>(Page.nothing(Optional.empty()));

    private Optional<OutputReader> reader = Optional.empty();
    private Optional<Selection> selection = Optional.empty();
    private long generation;
    private long first;
    private int sideways;
    private boolean adjusting;

    OutputView(UiFeed feed) {
        this.feed = feed;
        getStyleClass().add("output-view");
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.TEXT_AREA);
        setAccessibleText("Output");
        bar.setOrientation(Orientation.VERTICAL);
        bar.setAccessibleText("Scroll the output");
        bar.setFocusTraversable(false);
        getChildren().addAll(swatches, canvas, bar);
        bar.valueProperty().addListener((_, _, value) -> barMoved(value.doubleValue()));
        following.addListener((_, _, _) -> look());
        setOnScroll(this::wheel);
        setOnKeyPressed(this::key);
        setOnMousePressed(this::startSelection);
        setOnMouseDragged(this::extendSelection);
        setMinSize(0, 0);
    }

    /// Shows a recording from now on, at its end; empty shows nothing.
    void show(Optional<Path> folder) {
        reader.ifPresent(OutputReader::close);
        selection = Optional.empty();
        first = 0;
        sideways = 0;
        page.set(Page.nothing(Optional.empty()));
        following.set(true);
        long shownNow = ++generation;
        reader = folder.map(path -> new OutputReader(path, now -> arrived(shownNow, now)));
        reader.ifPresent(OutputReader::start);
        look();
        draw();
    }

    /// Whether new lines pull the view along.
    BooleanProperty followingProperty() {
        return following;
    }

    ReadOnlyObjectProperty<Page> pageProperty() {
        return page.getReadOnlyProperty();
    }

    /// The text of the rows on the screen; what tests and screen readers see.
    String visibleText() {
        StringBuilder text = new StringBuilder();
        page.get().lines().forEach(line -> text.append(line.line().text()).append('\n'));
        return text.toString();
    }

    /// On the reader's thread. What an earlier reader still had to say is dropped.
    private void arrived(long from, Page now) {
        feed.execute(() -> {
            if (from == generation) {
                take(now);
            }
        });
    }

    private void take(Page now) {
        page.set(now);
        if (following.get()) {
            first = now.first();
        }
        layoutBar();
        draw();
        setAccessibleText(
                "Output, " + Words.count(now.lineCount(), "line") + ".\n" + visibleText());
    }

    private void look() {
        int rows = visibleRows() + 1;
        reader.ifPresent(
                r -> r.look(new Wish(following.get(), first, following.get() ? rows - 1 : rows)));
    }

    private int visibleRows() {
        return (int) Math.max(1, Math.floor((getHeight() - 2 * ABOVE) / metrics.rowHeight()));
    }

    @Override
    protected void layoutChildren() {
        canvas.setWidth(getWidth());
        canvas.setHeight(getHeight());
        bar.resizeRelocate(getWidth() - 11, 2, 8, Math.max(0, getHeight() - 4));
        layoutBar();
        look();
        draw();
    }

    private void layoutBar() {
        long last = Math.max(0, page.get().lineCount() - visibleRows());
        adjusting = true;
        bar.setVisible(last > 0);
        bar.setMax((double) last);
        bar.setVisibleAmount(
                last == 0
                        ? 1
                        : Math.max(
                                last * 0.04,
                                (double) visibleRows() / page.get().lineCount() * last));
        bar.setUnitIncrement(1);
        bar.setBlockIncrement(Math.max(1, visibleRows() - 1));
        bar.setValue((double) Math.min(first, last));
        adjusting = false;
    }

    // Moving.

    private void barMoved(double value) {
        if (!adjusting) {
            scrollTo(Math.round(value));
        }
    }

    private void wheel(ScrollEvent event) {
        if (event.getDeltaX() != 0) {
            sidewaysBy(event.getDeltaX() > 0 ? -SIDEWAYS_COLUMNS : SIDEWAYS_COLUMNS);
        }
        if (event.getDeltaY() != 0) {
            scrollTo(first + (event.getDeltaY() > 0 ? -WHEEL_ROWS : WHEEL_ROWS));
        }
        event.consume();
    }

    private void key(KeyEvent event) {
        if (event.isShortcutDown()) {
            if (event.getCode() == KeyCode.C) {
                copy();
                event.consume();
            } else if (event.getCode() == KeyCode.A) {
                selectAll();
                event.consume();
            }
            return;
        }
        switch (event.getCode()) {
            case UP -> scrollTo(first - 1);
            case DOWN -> scrollTo(first + 1);
            case PAGE_UP -> scrollTo(first - visibleRows() + 1);
            case PAGE_DOWN -> scrollTo(first + visibleRows() - 1);
            case HOME -> scrollTo(0);
            case END -> following.set(true);
            case LEFT -> sidewaysBy(-SIDEWAYS_COLUMNS);
            case RIGHT -> sidewaysBy(SIDEWAYS_COLUMNS);
            default -> {
                return;
            }
        }
        event.consume();
    }

    /// Scrolling up lets go of the tail; coming back to it takes hold again.
    private void scrollTo(long line) {
        long last = Math.max(0, page.get().lineCount() - visibleRows());
        first = Math.clamp(line, 0, last);
        following.set(first == last);
        look();
        layoutBar();
        draw();
    }

    private void sidewaysBy(int columns) {
        int longest =
                page.get().lines().stream()
                        .mapToInt(line -> CharacterWidth.ofText(line.line().text()))
                        .max()
                        .orElse(0);
        sideways = Math.clamp(sideways + columns, 0, Math.max(0, longest - SIDEWAYS_COLUMNS));
        draw();
    }

    // Selecting.

    private void startSelection(MouseEvent event) {
        requestFocus();
        Place place = placeAt(event);
        selection =
                event.isShiftDown() && selection.isPresent()
                        ? Optional.of(new Selection(selection.get().anchor(), place))
                        : Optional.of(new Selection(place, place));
        if (event.getClickCount() == 3) {
            selection =
                    Optional.of(
                            new Selection(
                                    new Place(place.line(), 0), new Place(place.line() + 1, 0)));
        }
        draw();
    }

    private void extendSelection(MouseEvent event) {
        if (event.getY() < 0) {
            scrollTo(first - 1);
        } else if (event.getY() > getHeight()) {
            scrollTo(first + 1);
        }
        selection = selection.map(before -> new Selection(before.anchor(), placeAt(event)));
        draw();
    }

    private Place placeAt(MouseEvent event) {
        long row = (long) Math.floor((event.getY() - ABOVE) / metrics.rowHeight());
        long line = Math.clamp(page.get().first() + row, 0, Math.max(0, page.get().lineCount()));
        double x = event.getX() - textLeft();
        int column = (int) Math.max(0, Math.round(x / metrics.cellWidth())) + sideways;
        return new Place(line, column);
    }

    private void selectAll() {
        selection =
                Optional.of(new Selection(new Place(0, 0), new Place(page.get().lineCount(), 0)));
        draw();
    }

    private void copy() {
        if (selection.isEmpty() || selection.get().isEmpty() || reader.isEmpty()) {
            return;
        }
        Selection copied = selection.get();
        reader.get()
                .read(
                        copied.first().line(),
                        copied.last().line(),
                        lines -> feed.execute(() -> toClipboard(copied, lines)));
    }

    private static void toClipboard(Selection copied, List<RecordedLine> lines) {
        StringBuilder text = new StringBuilder();
        for (RecordedLine line : lines) {
            String whole = line.line().text();
            copied.of(line.number())
                    .ifPresent(range ->
                            text.append(
                                    whole,
                                    Columns.indexOf(whole, range.start()),
                                    range.end() == Integer.MAX_VALUE
                                            ? whole.length()
                                            : Columns.indexOf(whole, range.end())));
            if (line.number() < copied.last().line()) {
                text.append('\n');
            }
        }
        ClipboardContent content = new ClipboardContent();
        content.putString(text.toString());
        Clipboard.getSystemClipboard().setContent(content);
    }

    // Drawing.

    private double textLeft() {
        return SIDE + TIME_COLUMNS * metrics.cellWidth();
    }

    private void draw() {
        GraphicsContext pen = canvas.getGraphicsContext2D();
        pen.setFill(swatches.color(Swatches.Role.GROUND));
        pen.fillRect(0, 0, canvas.getWidth(), canvas.getHeight());
        Page now = page.get();
        double top = ABOVE;
        for (RecordedLine line : now.lines()) {
            // Pages follow a moment behind the wheel: rows above the wanted first one are skipped.
            if (line.number() < first) {
                continue;
            }
            drawLine(pen, line, top);
            top += metrics.rowHeight();
            if (top > getHeight()) {
                return;
            }
        }
    }

    private void drawLine(GraphicsContext pen, RecordedLine line, double top) {
        if (line.stream() == StreamKind.STDERR) {
            pen.setFill(swatches.color(Swatches.Role.WARNING));
            pen.fillRect(0, top, BAR, metrics.rowHeight());
        }
        double baseline = top + metrics.baseline();
        pen.setFont(metrics.regular());
        pen.setFill(swatches.color(Swatches.Role.MUTED));
        pen.fillText(Words.age(line.sinceStart()), SIDE, baseline);
        selection
                .flatMap(chosen -> chosen.of(line.number()))
                .ifPresent(range -> drawSelection(pen, range, top));
        drawText(pen, line.line(), top);
    }

    private void drawSelection(GraphicsContext pen, Selection.Range range, double top) {
        double from = x(Math.max(range.start(), sideways));
        double to = range.end() == Integer.MAX_VALUE ? getWidth() : x(range.end());
        if (to > from) {
            pen.setFill(swatches.color(Swatches.Role.SELECTION));
            pen.fillRect(from, top, to - from, metrics.rowHeight());
        }
    }

    private double x(int column) {
        return textLeft() + (column - sideways) * metrics.cellWidth();
    }

    private void drawText(GraphicsContext pen, StyledLine line, double top) {
        String text = line.text();
        int visible = sideways + (int) Math.ceil((getWidth() - textLeft()) / metrics.cellWidth());
        int column = 0;
        for (int run = 0; run < line.runs().size() && column < visible; run++) {
            StyleRun style = line.runs().get(run);
            int at = style.start();
            int end = line.endOfRun(run);
            while (at < end && column < visible) {
                int behind = endOfChunk(text, at, end, visible - column);
                int width = columns(text, at, behind);
                if (column + width > sideways) {
                    drawChunk(pen, text, at, behind, style.style(), column, width, top);
                }
                column += width;
                at = behind;
            }
        }
    }

    /// A stretch of characters that fonts leave alone, or one other character with its marks.
    private static int endOfChunk(String text, int start, int end, int most) {
        if (!isSimple(text.charAt(start))) {
            int behind = start + Character.charCount(text.codePointAt(start));
            while (behind < end && CharacterWidth.of(text.codePointAt(behind)) == 0) {
                behind += Character.charCount(text.codePointAt(behind));
            }
            return Math.min(behind, end);
        }
        int behind = start + 1;
        while (behind < end && behind - start < most && isSimple(text.charAt(behind))) {
            behind++;
        }
        // A letter that marks follow is drawn with them.
        boolean marked = behind < end && CharacterWidth.of(text.codePointAt(behind)) == 0;
        return marked && behind - start > 1
                ? behind - 1
                : marked ? endOfMarks(text, behind, end) : behind;
    }

    private static int endOfMarks(String text, int start, int end) {
        int behind = start;
        while (behind < end && CharacterWidth.of(text.codePointAt(behind)) == 0) {
            behind += Character.charCount(text.codePointAt(behind));
        }
        return behind;
    }

    private static boolean isSimple(char unit) {
        return unit < 0x180;
    }

    private static int columns(String text, int start, int end) {
        return CharacterWidth.ofText(text.substring(start, end));
    }

    private void drawChunk(
            GraphicsContext pen,
            String text,
            int start,
            int end,
            long style,
            int column,
            int width,
            double top) {
        int from = start;
        int at = column;
        if (column < sideways && end - start == width) {
            from = start + sideways - column;
            at = sideways;
        }
        double left = x(at);
        double right = left + (width - (at - column)) * metrics.cellWidth();
        colors.background(style)
                .ifPresent(color -> {
                    pen.setFill(color);
                    pen.fillRect(left, top, right - left, metrics.rowHeight());
                });
        pen.setFill(colors.foreground(style));
        pen.setFont(font(style));
        double baseline = top + metrics.baseline();
        pen.fillText(text.substring(from, end), left, baseline);
        if (Style.isUnderline(style)) {
            pen.fillRect(left, baseline + 2, right - left, 1);
        }
        if (Style.isStrike(style)) {
            pen.fillRect(left, baseline - 4, right - left, 1);
        }
    }

    private Font font(long style) {
        if (Style.isBold(style)) {
            return metrics.bold();
        }
        return Style.isItalic(style) ? metrics.italic() : metrics.regular();
    }
}
