package dev.countersign.ui.output;

import dev.countersign.ansi.TerminalScreen.Picture;
import dev.countersign.ui.MonoMetrics;
import dev.countersign.ui.output.OutputReader.Page;
import dev.countersign.ui.output.Selection.Place;
import dev.countersign.ui.output.Viewport.Top;
import dev.countersign.ui.output.Viewport.Visible;
import java.util.List;
import java.util.Optional;

/// Where the rows and columns of an output stand on the screen, and what stands at a point.
/// Confined to the FX thread.
final class RowGrid {
    /// What is kept free above the first row and below the last one.
    static final double ABOVE = 6;

    private static final double LETTERS = 12.5;
    private static final double ROW = 19;
    private static final double SIDE = RowPainter.SIDE;
    private static final double SMALLEST = 0.5;
    private static final int FIT_STEPS = 40;

    private final OutputView view;
    private final OutputPreferences preferences;
    private MonoMetrics usual = MonoMetrics.of(LETTERS, ROW);
    private MonoMetrics metrics = usual;
    private double fitted = 1;
    private double textScale = 1;

    RowGrid(OutputView view, OutputPreferences preferences) {
        this.view = view;
        this.preferences = preferences;
    }

    private Page page() {
        return view.pageProperty().get();
    }

    MonoMetrics metrics() {
        return metrics;
    }

    /// Takes the size of all text of the window; whether it is another one.
    boolean setTextScale(double scale) {
        boolean another = scale != textScale;
        textScale = scale;
        return another;
    }

    /// The person's size of outputs on top of that of all text.
    private double scale() {
        return textScale * preferences.zoomProperty().get() / 100.0;
    }

    /// Measures letters anew: sizes changed.
    void measure() {
        usual = MonoMetrics.of(LETTERS * scale(), Math.rint(ROW * scale()));
        metrics = usual;
        fitted = 1;
        fit();
    }

    /// Draws a screen that is larger than the view smaller, down to half.
    void fit() {
        double fit = Math.max(SMALLEST, page().screen().map(this::fit).orElse(1.0));
        if (fit == fitted) {
            return;
        }
        fitted = fit;
        double scale = fit * scale();
        metrics = fit == 1 ? usual : MonoMetrics.of(LETTERS * scale, Math.floor(ROW * scale));
    }

    /// How much smaller the screen has to be drawn, in steps, at most 1.
    private double fit(Picture screen) {
        double width = view.getWidth() - SIDE - OutputView.RIGHT;
        double wide = screen.columns() * usual.cellWidth() / width;
        double high = screen.rows() * usual.rowHeight() / (view.getHeight() - 2 * ABOVE);
        return Math.min(1, Math.floor(FIT_STEPS / Math.max(wide, high)) / FIT_STEPS);
    }

    /// How many rows fit on the screen.
    int rows() {
        return (int) Math.max(1, Math.floor((view.getHeight() - 2 * ABOVE) / metrics.rowHeight()));
    }

    /// How many columns a terminal of the size of the view has.
    int terminalColumns() {
        return (int) ((view.getWidth() - SIDE - OutputView.RIGHT) / usual.cellWidth());
    }

    /// How many rows a terminal of the size of the view has.
    int terminalRows() {
        return (int) ((view.getHeight() - 2 * ABOVE) / usual.rowHeight());
    }

    Viewport viewport() {
        return new Viewport(page().lines(), page().rowCount(), rows());
    }

    /// The rows on the screen, as far as they have arrived.
    List<Visible> visible() {
        return viewport().visible(top());
    }

    private Top top() {
        return view.scrolling().topProperty().get();
    }

    RowPainter.Look look() {
        boolean lines = page().screen().isEmpty();
        int digits =
                lines && preferences.lineNumbersProperty().get()
                        ? Math.max(4, Long.toString(page().rowCount()).length())
                        : 0;
        return new RowPainter.Look(
                metrics,
                lines && preferences.timesProperty().get(),
                view.at().isPresent(),
                digits,
                view.scrolling().sideways(),
                view.getWidth(),
                view.selecting().selection(),
                view.finder().currentProperty().get());
    }

    /// The link at a point of the view.
    Optional<Accent> linkAt(double x, double y) {
        RowPainter.Look look = look();
        Optional<Visible> row = rowAt(y);
        if (row.isEmpty() || x < look.textLeft() || x > view.getWidth() - OutputView.RIGHT) {
            return Optional.empty();
        }
        PageLine line = row.get().line();
        int column =
                (int) ((x - look.textLeft()) / metrics.cellWidth())
                        + look.sideways()
                        + RowPainter.columnOfPart(row.get());
        int index = Columns.indexOf(line.text(), column);
        return line.accents().stream()
                .filter(accent -> accent.start() <= index && index < accent.end())
                .filter(accent -> accent.target().isPresent())
                .findFirst();
    }

    private Optional<Visible> rowAt(double y) {
        List<Visible> rows = visible();
        int number = rowNumber(y);
        return number < 0 || number >= rows.size()
                ? Optional.empty()
                : Optional.of(rows.get(number));
    }

    private int rowNumber(double y) {
        return (int) Math.floor((y - ABOVE) / metrics.rowHeight());
    }

    /// The place between two characters that is nearest to a point of the view.
    Place placeAt(double x, double y) {
        List<Visible> rows = visible();
        int number = rowNumber(y);
        if (rows.isEmpty()) {
            return new Place(0, 0);
        }
        if (number >= rows.size()) {
            return new Place(rows.getLast().line().row() + 1, 0);
        }
        Visible row = rows.get(Math.max(0, number));
        RowPainter.Look look = look();
        long inRow = Math.round((x - look.textLeft()) / metrics.cellWidth()) + look.sideways();
        return new Place(row.line().row(), (int) Math.max(0, inRow) + RowPainter.columnOfPart(row));
    }
}
