package dev.countersign.ui;

import dev.countersign.ui.CommandLayout.Row;
import dev.countersign.ui.CommandLayout.Segment;
import java.util.List;
import java.util.Optional;

/// Where the characters of a command stand on the screen. Pure.
///
/// @param first the index of the topmost row that is drawn
/// @param left where text begins, in pixels
/// @param top where the topmost row begins, in pixels
record CommandGeometry(List<Row> rows, int first, MonoMetrics metrics, double left, double top) {
    /// The place between two characters that is nearest to a point, as a UTF-16 offset.
    int placeAt(double x, double y) {
        if (rows.isEmpty()) {
            return 0;
        }
        int index = rowAt(y);
        if (index < 0) {
            return 0;
        }
        Row row = rows.get(Math.min(index, rows.size() - 1));
        double at = left;
        for (Segment segment : row.segments()) {
            double width = segment.columns() * metrics.cellWidth();
            if (x < at + width) {
                if (segment.kind() == CommandLayout.Kind.PLAIN) {
                    long within = Math.round((x - at) / metrics.cellWidth());
                    return segment.start() + Math.clamp(within, 0, segment.text().length());
                }
                return x < at + width / 2 ? segment.start() : segment.end();
            }
            at += width;
        }
        return row.end();
    }

    /// The UTF-16 offset of the character under a point; of a mark, where it begins. Empty beside
    /// the text.
    Optional<Integer> offsetAt(double x, double y) {
        int index = rowAt(y);
        if (index < 0 || index >= rows.size()) {
            return Optional.empty();
        }
        double at = left;
        for (Segment segment : rows.get(index).segments()) {
            double width = segment.columns() * metrics.cellWidth();
            if (x >= at && x < at + width) {
                int within = (int) Math.floor((x - at) / metrics.cellWidth());
                return Optional.of(
                        segment.kind() == CommandLayout.Kind.PLAIN
                                ? segment.start() + within
                                : segment.start());
            }
            at += width;
        }
        return Optional.empty();
    }

    private int rowAt(double y) {
        return first + (int) Math.floor((y - top) / metrics.rowHeight());
    }
}
