package dev.countersign.ui.output;

import dev.countersign.recording.RecordedLine;
import java.util.List;
import java.util.Optional;

/// A line that is ready to be drawn.
///
/// @param row its number in the view, from 0; that of the line but where two runs stand side by
///   side
/// @param line empty where the other run has a line and this one has none
/// @param parts where its rows begin when it is wrapped; 0 alone when it is not
record PageLine(
        long row,
        Optional<RecordedLine> line,
        List<Accent> accents,
        List<Hit> hits,
        List<Integer> parts,
        Difference difference) {

    /// Something that was searched for: UTF-16 indexes into the text, `end` exclusive.
    record Hit(int start, int end) {}

    /// How a row stands to its neighbour in the other run.
    enum Difference {
        SAME,
        CHANGED,
        MISSING
    }

    PageLine {
        accents = List.copyOf(accents);
        hits = List.copyOf(hits);
        parts = List.copyOf(parts);
    }

    String text() {
        return line.map(each -> each.line().text()).orElse("");
    }

    /// Where a row of the line ends in its text.
    int endOfPart(int part) {
        return part + 1 < parts.size() ? parts.get(part + 1) : text().length();
    }
}
