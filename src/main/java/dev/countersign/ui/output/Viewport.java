package dev.countersign.ui.output;

import java.util.ArrayList;
import java.util.List;

/// Which rows of a page are on the screen, and where scrolling leads. A line that is wrapped has
/// several rows. Immutable and pure.
///
/// @param lines ascending, without gaps
/// @param rows how many fit on the screen
record Viewport(List<PageLine> lines, long rowCount, int rows) {
    /// The first row on the screen.
    ///
    /// @param row the number of a [PageLine]
    /// @param part which of its rows
    record Top(long row, int part) implements Comparable<Top> {
        static final Top START = new Top(0, 0);

        @Override
        public int compareTo(Top other) {
            int byRow = Long.compare(row, other.row);
            return byRow != 0 ? byRow : Integer.compare(part, other.part);
        }
    }

    /// A row on the screen.
    record Visible(PageLine line, int part) {}

    /// The rows from the top on, as far as the page has them.
    List<Visible> visible(Top top) {
        List<Visible> visible = new ArrayList<>();
        for (int index = indexOf(top.row()); index >= 0 && index < lines.size(); index++) {
            PageLine line = lines.get(index);
            int first = line.row() == top.row() ? Math.min(top.part(), last(line)) : 0;
            for (int part = first; part < line.parts().size(); part++) {
                if (visible.size() > rows) {
                    return visible;
                }
                visible.add(new Visible(line, part));
            }
        }
        return visible;
    }

    /// The top at which the last row stands at the bottom.
    Top bottom() {
        if (lines.isEmpty() || lines.getLast().row() != rowCount - 1) {
            return new Top(Math.max(0, rowCount - rows), 0);
        }
        PageLine line = lines.getLast();
        return moved(new Top(line.row(), last(line)), 1 - rows);
    }

    /// The top after so many rows more; not above the first row.
    Top moved(Top top, long by) {
        int index = indexOf(top.row());
        if (index < 0) {
            return new Top(Math.clamp(top.row() + by, 0, Math.max(0, rowCount - 1)), 0);
        }
        long left = by;
        long part = Math.min(top.part(), last(lines.get(index)));
        while (true) {
            PageLine line = lines.get(index);
            part += left;
            left = 0;
            if (part >= 0 && part <= last(line)) {
                return new Top(line.row(), (int) part);
            }
            if (part < 0) {
                if (index == 0) {
                    return new Top(Math.max(0, line.row() + part), 0);
                }
                left = part + 1;
                index--;
                part = last(lines.get(index));
            } else {
                if (index == lines.size() - 1) {
                    long beyond = part - last(line);
                    return new Top(
                            Math.clamp(line.row() + beyond, 0, Math.max(0, rowCount - 1)), 0);
                }
                left = part - last(line) - 1;
                index++;
                part = 0;
            }
        }
    }

    /// As [#moved], but the last row stays at the bottom.
    Top scrolled(Top top, long by) {
        Top moved = moved(top, by);
        Top bottom = bottom();
        return by > 0 && moved.compareTo(bottom) > 0 ? bottom : moved;
    }

    private int indexOf(long row) {
        if (lines.isEmpty()) {
            return -1;
        }
        long index = row - lines.getFirst().row();
        return index < 0 || index >= lines.size() ? -1 : (int) index;
    }

    private static int last(PageLine line) {
        return line.parts().size() - 1;
    }
}
