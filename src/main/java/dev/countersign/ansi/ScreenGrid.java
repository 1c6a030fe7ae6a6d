package dev.countersign.ansi;

import java.util.function.Consumer;

/// The rows of a screen. Confined to its caller.
final class ScreenGrid {
    private int columns;
    private LineCells[] rows;

    ScreenGrid(int columns, int rows) {
        this.columns = columns;
        this.rows = new LineCells[rows];
        for (int row = 0; row < rows; row++) {
            this.rows[row] = new LineCells(columns);
        }
    }

    ScreenGrid(ScreenGrid other) {
        columns = other.columns;
        rows = new LineCells[other.rows.length];
        for (int row = 0; row < rows.length; row++) {
            rows[row] = new LineCells(other.rows[row]);
        }
    }

    LineCells row(int number) {
        return rows[number];
    }

    void erase(int fromRow, int toRow, long style) {
        for (int row = fromRow; row < toRow; row++) {
            rows[row].clear();
            rows[row].erase(0, columns, style);
        }
    }

    /// Moves the rows of a region up; blank ones come in below.
    ///
    /// @param bottom exclusive
    /// @param gone hears each row that leaves above
    void up(int top, int bottom, int count, long style, Consumer<LineCells> gone) {
        for (int left = Math.min(count, bottom - top); left > 0; left--) {
            LineCells first = rows[top];
            gone.accept(first);
            System.arraycopy(rows, top + 1, rows, top, bottom - top - 1);
            rows[bottom - 1] = first;
            erase(bottom - 1, bottom, style);
        }
    }

    /// Moves the rows of a region down; blank ones come in above.
    void down(int top, int bottom, int count, long style) {
        for (int left = Math.min(count, bottom - top); left > 0; left--) {
            LineCells last = rows[bottom - 1];
            System.arraycopy(rows, top, rows, top + 1, bottom - top - 1);
            rows[top] = last;
            erase(top, top + 1, style);
        }
    }

    /// Takes another size. Rows that do not fit any more leave above, as far as they lie above the
    /// cursor; then below.
    ///
    /// @param gone hears each row that leaves above
    /// @return how many left above
    int resize(int newColumns, int newRows, int cursorRow, Consumer<LineCells> gone) {
        int above = Math.max(0, cursorRow + 1 - newRows);
        for (int row = 0; row < above; row++) {
            gone.accept(rows[row]);
        }
        LineCells[] resized = new LineCells[newRows];
        for (int row = 0; row < newRows; row++) {
            int from = row + above;
            resized[row] = from < rows.length ? rows[from] : new LineCells(newColumns);
            resized[row].cut(newColumns);
        }
        rows = resized;
        columns = newColumns;
        return above;
    }
}
