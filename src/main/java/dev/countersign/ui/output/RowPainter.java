package dev.countersign.ui.output;

import dev.countersign.ansi.Style;
import dev.countersign.recording.RecordedLine;
import dev.countersign.recording.StreamKind;
import dev.countersign.ui.MonoMetrics;
import dev.countersign.ui.Swatches;
import dev.countersign.ui.Swatches.Role;
import dev.countersign.ui.Words;
import dev.countersign.ui.output.PageLine.Difference;
import dev.countersign.ui.output.RowPieces.Piece;
import dev.countersign.ui.output.SearchHits.Place;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;

/// Draws rows of an output. Confined to the FX thread.
final class RowPainter {
    static final double SIDE = 16;
    private static final double BAR = 3;
    private static final int TIME_COLUMNS = 7;

    /// How rows are to look now.
    ///
    /// @param tenths whether times show tenths of a second
    /// @param numberColumns how many digits line numbers have; 0 shows none
    record Look(
            MonoMetrics metrics,
            boolean times,
            boolean tenths,
            int numberColumns,
            int sideways,
            double width,
            Optional<Selection> selection,
            Optional<Place> current) {
        /// Where the text begins, from the left edge.
        double textLeft() {
            int columns = times ? TIME_COLUMNS + (tenths ? 1 : 0) + 1 : 0;
            columns += numberColumns > 0 ? numberColumns + 2 : 0;
            return SIDE + columns * metrics.cellWidth();
        }

        /// How many columns of text fit.
        int textColumns() {
            return Math.max(
                    1, (int) ((width - textLeft() - OutputView.RIGHT) / metrics.cellWidth()));
        }
    }

    private final Swatches swatches;
    private final TerminalColors colors;

    RowPainter(Swatches swatches) {
        this.swatches = swatches;
        colors = new TerminalColors(swatches);
    }

    /// The theme changed.
    void forgetColours() {
        colors.forget();
    }

    void paint(GraphicsContext pen, Viewport.Visible row, Look look, double top) {
        paintGround(pen, row, look, top);
        Optional<RecordedLine> line = row.line().line();
        if (line.isEmpty()) {
            return;
        }
        if (line.get().stream() == StreamKind.STDERR) {
            pen.setFill(swatches.color(Role.WARNING));
            pen.fillRect(0, top, BAR, look.metrics().rowHeight());
        }
        if (row.part() == 0) {
            paintGutter(pen, line.get(), look, top);
        }
        paintSelection(pen, row, look, top);
        int columns = look.textColumns() + 1;
        int offset = look.sideways();
        for (Piece piece : RowPieces.of(row.line(), row.part(), offset, columns)) {
            paintPiece(pen, piece, row, look, top);
        }
        paintOmitted(pen, row, look, top);
    }

    private void paintGround(GraphicsContext pen, Viewport.Visible row, Look look, double top) {
        Difference difference = row.line().difference();
        if (difference == Difference.SAME) {
            return;
        }
        boolean missing = difference == Difference.MISSING || row.line().line().isEmpty();
        pen.setFill(swatches.color(missing ? Role.FREE_GROUND : Role.REMOVED_GROUND));
        if (!missing && difference == Difference.CHANGED) {
            pen.setFill(swatches.color(Role.HIGHLIGHT));
        }
        pen.fillRect(0, top, look.width(), look.metrics().rowHeight());
    }

    private void paintGutter(GraphicsContext pen, RecordedLine line, Look look, double top) {
        pen.setFont(look.metrics().regular());
        pen.setFill(swatches.color(Role.MUTED));
        double baseline = top + look.metrics().baseline();
        double left = SIDE;
        if (look.numberColumns() > 0) {
            String number = Long.toString(line.number() + 1);
            double width = number.length() * look.metrics().cellWidth();
            left += look.numberColumns() * look.metrics().cellWidth();
            pen.fillText(number, left - width, baseline);
            left += 2 * look.metrics().cellWidth();
        }
        if (look.times()) {
            pen.fillText(time(line.sinceStart(), look.tenths()), left, baseline);
        }
    }

    /// `11:40`, in a replay `1:03.4`.
    static String time(Duration time, boolean tenths) {
        if (!tenths) {
            return Words.age(time);
        }
        return Words.age(time) + String.format(Locale.ROOT, ".%d", time.toMillisPart() / 100);
    }

    private void paintSelection(GraphicsContext pen, Viewport.Visible row, Look look, double top) {
        Optional<Selection.Range> range =
                look.selection().flatMap(chosen -> chosen.of(row.line().row()));
        if (range.isEmpty()) {
            return;
        }
        int before = columnOfPart(row);
        boolean last = row.part() == row.line().parts().size() - 1;
        int from = Math.max(range.get().start() - before, look.sideways());
        int width = last ? Integer.MAX_VALUE : columnsOf(row);
        long to = Math.min((long) range.get().end() - before, width);
        double left = x(look, from);
        double right =
                range.get().end() == Integer.MAX_VALUE && last
                        ? look.width() - OutputView.RIGHT
                        : x(look, (int) Math.min(to, 100_000));
        if (right > left) {
            pen.setFill(swatches.color(Role.SELECTION));
            pen.fillRect(left, top, right - left, look.metrics().rowHeight());
        }
    }

    /// The column of the line at which the row begins.
    static int columnOfPart(Viewport.Visible row) {
        return Columns.ofIndex(row.line().text(), row.line().parts().get(row.part()));
    }

    private static int columnsOf(Viewport.Visible row) {
        return Columns.ofIndex(row.line().text(), row.line().endOfPart(row.part()))
                - columnOfPart(row);
    }

    private static double x(Look look, int column) {
        return look.textLeft() + (column - look.sideways()) * look.metrics().cellWidth();
    }

    private void paintPiece(
            GraphicsContext pen, Piece piece, Viewport.Visible row, Look look, double top) {
        int cut = Math.max(0, look.sideways() - piece.column());
        // Of a piece of single columns the part that was scrolled away is left out.
        boolean simple = piece.text().length() == piece.columns();
        if (cut > 0 && !simple) {
            return;
        }
        String text = simple ? piece.text().substring(cut) : piece.text();
        double left = x(look, piece.column() + cut);
        double width = (piece.columns() - cut) * look.metrics().cellWidth();
        Optional<Color> ground = ground(piece, row, look);
        if (ground.isPresent()) {
            pen.setFill(ground.get());
            pen.fillRect(left, top, width, look.metrics().rowHeight());
        }
        pen.setFill(letters(piece, row, look));
        pen.setFont(font(piece, look.metrics()));
        double baseline = top + look.metrics().baseline();
        pen.fillText(text, left, baseline);
        if (Style.isUnderline(piece.style()) || piece.link()) {
            pen.fillRect(left, baseline + 2, width, 1);
        }
        if (Style.isStrike(piece.style())) {
            pen.fillRect(left, baseline - Math.round(look.metrics().rowHeight() * 0.22), width, 1);
        }
    }

    private static boolean isCurrent(Piece piece, Viewport.Visible row, Look look) {
        Place here = new Place(row.line().row(), piece.hit());
        return piece.hit() >= 0 && look.current().equals(Optional.of(here));
    }

    private Optional<Color> ground(Piece piece, Viewport.Visible row, Look look) {
        if (isCurrent(piece, row, look)) {
            return Optional.of(swatches.color(Role.HIT_CURRENT));
        }
        if (piece.hit() >= 0) {
            return Optional.of(swatches.color(Role.HIT));
        }
        return colors.background(piece.style());
    }

    private Color letters(Piece piece, Viewport.Visible row, Look look) {
        if (isCurrent(piece, row, look)) {
            return swatches.color(Role.HIT_TEXT);
        }
        if (piece.hit() >= 0) {
            return swatches.color(Role.STRONG);
        }
        if (row.line().line().filter(line -> line.stream() == StreamKind.CONSOLE).isPresent()) {
            return swatches.color(Role.MUTED);
        }
        return piece.accent()
                .map(kind -> swatches.color(role(kind)))
                .orElseGet(() -> colors.foreground(piece.style()));
    }

    private static Role role(Accent.Kind kind) {
        return switch (kind) {
            case ERROR, FAILED, REMOVED -> Role.DANGER;
            case WARNING -> Role.WARNING_TEXT;
            case LINK, HUNK -> Role.ACCENT;
            case PASSED, ADDED -> Role.SUCCESS;
            case QUIET -> Role.MUTED;
        };
    }

    private static Font font(Piece piece, MonoMetrics metrics) {
        boolean bold =
                piece.accent()
                        .filter(kind ->
                                kind == Accent.Kind.ERROR
                                        || kind == Accent.Kind.WARNING
                                        || kind == Accent.Kind.FAILED)
                        .isPresent();
        if (bold || Style.isBold(piece.style())) {
            return metrics.bold();
        }
        return Style.isItalic(piece.style()) ? metrics.italic() : metrics.regular();
    }

    /// What a line is too long for is counted behind it.
    private void paintOmitted(GraphicsContext pen, Viewport.Visible row, Look look, double top) {
        boolean last = row.part() == row.line().parts().size() - 1;
        long omitted = row.line().line().map(line -> line.line().omittedColumns()).orElse(0L);
        if (!last || omitted == 0) {
            return;
        }
        int column = columnsOf(row) + 1;
        if (column - look.sideways() > look.textColumns()) {
            return;
        }
        pen.setFont(look.metrics().italic());
        pen.setFill(swatches.color(Role.MUTED));
        pen.fillText(
                "… and " + Words.count(omitted, "column") + " more, in the recorded file",
                x(look, column),
                top + look.metrics().baseline());
    }

    /// The colour of a palette entry of the theme, `#rrggbb`.
    String paletteColor(int index) {
        Color color = swatches.ansi(index);
        return "#%02x%02x%02x"
                .formatted(
                        Math.round(color.getRed() * 255),
                        Math.round(color.getGreen() * 255),
                        Math.round(color.getBlue() * 255));
    }
}
