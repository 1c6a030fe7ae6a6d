package dev.countersign.ui.output;

import dev.countersign.ansi.TerminalScreen.Picture;
import dev.countersign.ui.Swatches;
import dev.countersign.ui.Swatches.Role;
import dev.countersign.ui.output.OutputReader.Page;
import dev.countersign.ui.output.ReaderTasks.Progress;
import dev.countersign.ui.output.Viewport.Visible;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;

/// The canvas that visible rows are drawn on. It knows what stands on it, so that only rows that
/// changed are drawn again: rasterising is what costs. Confined to the FX thread.
final class RowCanvas {
    private static final double CURSOR_INK = 0.45;

    private final Swatches swatches;
    private final RowPainter painter;
    private final Canvas canvas = new Canvas();
    private Optional<Drawn> drawn = Optional.empty();

    RowCanvas(Swatches swatches) {
        this.swatches = swatches;
        painter = new RowPainter(swatches);
    }

    Canvas node() {
        return canvas;
    }

    RowPainter painter() {
        return painter;
    }

    /// The theme changed: nothing of what stands on it is right.
    void forget() {
        painter.forgetColours();
        drawn = Optional.empty();
    }

    /// What is to stand on it.
    ///
    /// @param height of the view
    /// @param marks where hits are marked beside the scroll bar; empty where they are not
    record Scene(
            RowPainter.Look look,
            double height,
            List<Visible> rows,
            Page page,
            Optional<Progress> marks) {
        /// The column of the terminal's cursor in a row, or -1.
        private int cursorIn(Visible row) {
            return page.screen()
                    .filter(Picture::cursorShown)
                    .filter(screen -> screen.cursorRow() == row.line().row())
                    .map(Picture::cursorColumn)
                    .orElse(-1);
        }
    }

    /// What stands on the canvas; a slot for each row that fits.
    private record Drawn(
            RowPainter.Look look,
            double height,
            Optional<Progress> marks,
            long rowCount,
            List<Slot> slots) {
        boolean isLike(Drawn other) {
            return look.equals(other.look)
                    && height == other.height
                    && marks.equals(other.marks)
                    && (marks.isEmpty() || rowCount == other.rowCount);
        }
    }

    /// @param cursor the column of the terminal's cursor, or -1
    private record Slot(Visible row, int cursor) {}

    /// Draws what is not on the canvas already.
    void draw(Scene scene) {
        List<Slot> slots = new ArrayList<>();
        for (Visible row : scene.rows()) {
            slots.add(new Slot(row, scene.cursorIn(row)));
        }
        Drawn now =
                new Drawn(
                        scene.look(),
                        scene.height(),
                        scene.marks(),
                        scene.page().rowCount(),
                        List.copyOf(slots));
        GraphicsContext pen = canvas.getGraphicsContext2D();
        boolean all = drawn.isEmpty() || !drawn.get().isLike(now);
        List<Slot> before = all ? List.of() : drawn.orElseThrow().slots();
        if (all) {
            pen.setFill(swatches.color(Role.GROUND));
            pen.fillRect(0, 0, canvas.getWidth(), canvas.getHeight());
        }
        for (int slot = 0; slot < Math.max(slots.size(), before.size()); slot++) {
            drawSlot(pen, slot, slots, before, scene.look());
        }
        drawMarks(pen, scene);
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
        double height = look.metrics().rowHeight();
        double top = RowGrid.ABOVE + slot * height;
        if (wasThere) {
            pen.setFill(swatches.color(Role.GROUND));
            pen.fillRect(0, top, canvas.getWidth(), height);
        }
        if (isThere) {
            painter.paint(pen, slots.get(slot).row(), look, top);
            drawCursor(pen, slots.get(slot).cursor(), look, top);
        }
    }

    /// Where the terminal's next character goes.
    private void drawCursor(GraphicsContext pen, int column, RowPainter.Look look, double top) {
        if (column < look.sideways()) {
            return;
        }
        double width = look.metrics().cellWidth();
        double left = look.textLeft() + (column - look.sideways()) * width;
        pen.setGlobalAlpha(CURSOR_INK);
        pen.setFill(swatches.color(Role.ACCENT));
        pen.fillRect(left, top, width, look.metrics().rowHeight());
        pen.setGlobalAlpha(1);
    }

    /// Where hits are, beside the scroll bar.
    private void drawMarks(GraphicsContext pen, Scene scene) {
        if (scene.marks().isEmpty()) {
            return;
        }
        int height = (int) Math.max(0, (scene.height() - 4) / 2);
        boolean[] marks = scene.marks().get().hits().marks(height, scene.page().rowCount());
        pen.setFill(swatches.color(Role.HIT_CURRENT));
        for (int place = 0; place < marks.length; place++) {
            if (marks[place]) {
                pen.fillRect(scene.look().width() - 16, 2 + 2.0 * place, 4, 2);
            }
        }
    }
}
