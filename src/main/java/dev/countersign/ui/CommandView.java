package dev.countersign.ui;

import dev.countersign.ui.CommandLayout.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.geometry.Orientation;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.Tooltip;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;
import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;

/// A whole command, exact: wrapped, numbered, coloured, with marks where something could hide.
///
/// Only visible rows are drawn, so the longest command costs as much as a short one. Confined to
/// the FX thread.
public final class CommandView extends Region {
    /// The colour of a stretch of the command.
    ///
    /// @param start UTF-16 offset into the command
    /// @param end UTF-16 offset behind it
    public record Tint(int start, int end, Kind kind) {
        /// What it is.
        public enum Kind {
            COMMAND,
            KEYWORD,
            STRING,
            VARIABLE,
            OPERATOR,
            COMMENT,
            UNREADABLE
        }
    }

    /// A line under a stretch of the command.
    ///
    /// @param message what is told of it when the pointer rests there
    public record Underline(int start, int end, Weight weight, String message) {
        /// From the least to the most serious; the more serious is drawn above.
        public enum Weight {
            ALLOWED,
            ASKS,
            DANGER,
            /// A person put it in.
            ADDED,
            /// A person took it out.
            REMOVED
        }
    }

    /// A number at the left edge, beside the row where a part of the command begins.
    ///
    /// @param offset UTF-16 offset into the command
    public record Badge(int offset, int number, Underline.Weight weight) {}

    private static final double SIDE = 16;
    private static final double ABOVE = 10;
    private static final double BADGE = 30;

    private final Canvas canvas = new Canvas();
    private final ScrollBar bar = new ScrollBar();
    private final Swatches swatches = new Swatches(this::rescale);
    private final Tooltip tooltip = new Tooltip();
    private double scale = 1;
    private MonoMetrics roomy = MonoMetrics.of(15, 25);
    private MonoMetrics tight = MonoMetrics.of(14, 24);
    private Font badgeFont = Font.font(Fonts.MONO, FontWeight.BOLD, 11);
    private final ReadOnlyBooleanWrapper endSeen = new ReadOnlyBooleanWrapper();
    private final ReadOnlyIntegerWrapper rowsBelow = new ReadOnlyIntegerWrapper();

    private String command = "";
    private List<Tint> tints = List.of();
    private List<Underline> underlines = List.of();
    private Optional<Underline> pointedOut = Optional.empty();
    private List<Badge> badges = List.of();
    private List<Row> rows = List.of();
    private int rowsForColumns = -1;
    private int lines = 1;
    private int marks;
    private TextSelection selection = TextSelection.NONE;
    private int first;
    private int mostRows = 12;

    public CommandView() {
        getStyleClass().add("command-view");
        bar.setOrientation(Orientation.VERTICAL);
        bar.setAccessibleText("Scroll the command");
        bar.setFocusTraversable(false);
        getChildren().addAll(swatches, canvas, bar);
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.TEXT_AREA);
        setOnScroll(event -> scrollBy(event.getDeltaY() > 0 ? -3 : 3));
        setOnKeyPressed(this::scrollByKey);
        setOnMousePressed(this::beginSelection);
        setOnMouseDragged(this::dragSelection);
        setOnMouseMoved(this::tellWhatIsThere);
        bar.valueProperty().addListener((_, _, value) -> scrollTo(value.intValue()));
        Tooltip.install(this, tooltip);
    }

    /// Shows a command from its beginning. Its end counts as not seen until it was drawn.
    public void show(String command, List<Tint> tints, List<Underline> underlines) {
        this.command = command;
        // The rows of the command before would be drawn with the text of this one.
        rows = List.of();
        rowsForColumns = -1;
        lines = (int) command.chars().filter(unit -> unit == '\n').count() + 1;
        marks = CommandLayout.marks(CommandLayout.rows(command, Integer.MAX_VALUE));
        first = 0;
        selection = TextSelection.NONE;
        badges = List.of();
        pointedOut = Optional.empty();
        endSeen.set(false);
        restyle(tints, underlines);
        setAccessibleText("Command: " + HiddenCharacters.spelledOut(command));
        requestLayout();
    }

    /// Changes colours and lines of the command that is shown; its place and its end stay as they
    /// are.
    public void restyle(List<Tint> newTints, List<Underline> newUnderlines) {
        tints = newTints.stream().sorted(Comparator.comparingInt(Tint::start)).toList();
        underlines =
                newUnderlines.stream().sorted(Comparator.comparing(Underline::weight)).toList();
        setAccessibleHelp(
                underlines.reversed().stream()
                        .map(Underline::message)
                        .filter(message -> !message.isEmpty())
                        .distinct()
                        .collect(Collectors.joining(" ")));
        draw();
    }

    /// Puts numbers beside the rows where parts begin.
    public void setBadges(List<Badge> newBadges) {
        badges = newBadges.stream().sorted(Comparator.comparingInt(Badge::offset)).toList();
        requestLayout();
    }

    /// How many rows are shown at most before it scrolls.
    public void setMostRows(int mostRows) {
        if (this.mostRows != mostRows) {
            this.mostRows = Math.max(3, mostRows);
            requestLayout();
        }
    }

    /// Whether the last row has been on the screen since the command is shown.
    public ReadOnlyBooleanProperty endSeenProperty() {
        return endSeen.getReadOnlyProperty();
    }

    /// How many rows lie below the visible ones.
    public ReadOnlyIntegerProperty rowsBelowProperty() {
        return rowsBelow.getReadOnlyProperty();
    }

    /// How many characters are drawn as marks.
    public int marks() {
        return marks;
    }

    /// How many lines the command itself has.
    public int lines() {
        return lines;
    }

    /// What is selected, exactly; empty when nothing is.
    public String selectedText() {
        return selection.of(command);
    }

    /// Selects the whole command.
    public void selectAll() {
        selection = new TextSelection(0, command.length());
        draw();
    }

    /// Lays a ground under a stretch, to tie a part of a list to its place in the text.
    public void pointOut(Optional<Underline> stretch) {
        pointedOut = stretch;
        draw();
    }

    /// Moves on by what fits, less one row.
    public void nextPage() {
        scrollBy(Math.max(1, visibleRows() - 1));
    }

    /// Moves back by what fits, less one row.
    public void previousPage() {
        scrollBy(Math.min(-1, 1 - visibleRows()));
    }

    @Override
    public Orientation getContentBias() {
        return Orientation.HORIZONTAL;
    }

    @Override
    protected double computePrefHeight(double width) {
        List<Row> needed = rowsFor(width > 0 ? width : 600);
        return Math.min(needed.size(), mostRows) * metrics().rowHeight() + 2 * ABOVE;
    }

    @Override
    protected double computeMinHeight(double width) {
        return computePrefHeight(width);
    }

    @Override
    protected double computePrefWidth(double height) {
        return 600;
    }

    @Override
    protected double computeMinWidth(double height) {
        return 120;
    }

    @Override
    protected void layoutChildren() {
        canvas.setWidth(getWidth());
        canvas.setHeight(getHeight());
        rows = rowsFor(getWidth());
        int visible = visibleRows();
        int last = Math.max(0, rows.size() - visible);
        first = Math.min(first, last);
        bar.setVisible(last > 0);
        bar.setMax(last);
        bar.setVisibleAmount(last == 0 ? 1 : (double) visible / rows.size() * last);
        bar.setUnitIncrement(1);
        bar.setBlockIncrement(Math.max(1, visible - 1));
        bar.setValue(first);
        bar.resizeRelocate(getWidth() - 12, 4, 8, Math.max(0, getHeight() - 8));
        draw();
    }

    /// How large text is here: 1 as usual.
    public double textScale() {
        return scale;
    }

    private void rescale() {
        double now = swatches.textScale(2);
        if (now != scale) {
            scale = now;
            roomy = MonoMetrics.of(15 * now, Math.rint(25 * now));
            tight = MonoMetrics.of(14 * now, Math.rint(24 * now));
            // Badges stand in the gutter, which has room for so much.
            badgeFont = Font.font(Fonts.MONO, FontWeight.BOLD, 11 * Math.min(now, 1.2));
            rows = List.of();
            rowsForColumns = -1;
        }
        requestLayout();
    }

    private MonoMetrics metrics() {
        return command.length() > 400 || command.indexOf('\n') >= 0 ? tight : roomy;
    }

    private List<Row> rowsFor(double width) {
        double room = width - 2 * SIDE - gutter();
        int columns = (int) Math.max(8, Math.floor(room / metrics().cellWidth()));
        if (columns != rowsForColumns) {
            rows = CommandLayout.rows(command, columns);
            rowsForColumns = columns;
        }
        return rows;
    }

    private double gutter() {
        double numbers = (Integer.toString(lines).length() + 1.2) * metrics().cellWidth();
        return badges.isEmpty() ? numbers : numbers + BADGE;
    }

    private int visibleRows() {
        return (int)
                Math.max(1, Math.floor((getHeight() - 2 * ABOVE) / metrics().rowHeight() + 0.01));
    }

    private void scrollByKey(KeyEvent event) {
        if (event.isShortcutDown()) {
            selectOrCopy(event);
            return;
        }
        switch (event.getCode()) {
            case PAGE_DOWN -> nextPage();
            case PAGE_UP -> previousPage();
            case END -> scrollTo(rows.size());
            case HOME -> scrollTo(0);
            default -> {
                return;
            }
        }
        event.consume();
    }

    private void selectOrCopy(KeyEvent event) {
        switch (event.getCode()) {
            case A -> selectAll();
            case C -> {
                ClipboardContent content = new ClipboardContent();
                String selected = selectedText();
                content.putString(selected.isEmpty() ? command : selected);
                Clipboard.getSystemClipboard().setContent(content);
            }
            default -> {
                return;
            }
        }
        event.consume();
    }

    private void beginSelection(MouseEvent event) {
        requestFocus();
        int place = geometry().placeAt(event.getX(), event.getY());
        selection =
                event.getClickCount() == 2
                        ? TextSelection.ofWord(command, place)
                        : new TextSelection(place, place);
        draw();
        // The pane around would take the focus.
        event.consume();
    }

    private void dragSelection(MouseEvent event) {
        if (event.getY() < 0) {
            scrollBy(-1);
        } else if (event.getY() > getHeight()) {
            scrollBy(1);
        }
        int place = geometry().placeAt(event.getX(), event.getY());
        selection = new TextSelection(selection.anchor(), place);
        draw();
    }

    private CommandGeometry geometry() {
        return new CommandGeometry(rows, first, metrics(), SIDE + gutter(), ABOVE);
    }

    private void scrollBy(int rowCount) {
        scrollTo(first + rowCount);
    }

    private void scrollTo(int row) {
        int target = Math.clamp(row, 0, Math.max(0, rows.size() - visibleRows()));
        if (target != first) {
            first = target;
            bar.setValue(first);
            draw();
        }
    }

    private void draw() {
        GraphicsContext pen = canvas.getGraphicsContext2D();
        pen.clearRect(0, 0, canvas.getWidth(), canvas.getHeight());
        if (rows.isEmpty() || getHeight() <= 0) {
            return;
        }
        CommandPainter painter = new CommandPainter(swatches, look());
        int behind = Math.min(rows.size(), first + visibleRows());
        for (int row = first; row < behind; row++) {
            painter.drawRow(pen, rows.get(row), ABOVE + (row - first) * metrics().rowHeight());
        }
        rowsBelow.set(rows.size() - behind);
        if (behind == rows.size() && getScene() != null) {
            endSeen.set(true);
        }
    }

    private CommandPainter.Look look() {
        return new CommandPainter.Look(
                command,
                tints,
                underlines,
                pointedOut,
                badges,
                selection.start(),
                selection.behind(),
                metrics(),
                badgeFont,
                SIDE + gutter());
    }

    private void tellWhatIsThere(MouseEvent event) {
        String message =
                geometry().offsetAt(event.getX(), event.getY()).map(this::messageAt).orElse("");
        tooltip.setText(message.isEmpty() ? "The command, exactly as it would run" : message);
    }

    private String messageAt(int offset) {
        List<String> messages = new ArrayList<>();
        for (Underline underline : underlines.reversed()) {
            if (underline.start() <= offset
                    && offset < underline.end()
                    && !underline.message().isEmpty()) {
                messages.add(underline.message());
            }
        }
        return String.join("\n", messages);
    }
}
