package dev.countersign.ui.output;

import dev.countersign.ansi.CharacterWidth;
import dev.countersign.ansi.Style;
import dev.countersign.ansi.StyleRun;
import dev.countersign.ansi.StyledLine;
import dev.countersign.ansi.TerminalColor;
import dev.countersign.ui.output.PageLine.Hit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// A row of a line as it is drawn: pieces of text in one style, each at its column. Pure.
///
/// A piece is either letters that a font leaves where they are, or one other character with its
/// marks, so that no ligature, no right-to-left run and no odd width moves what follows.
final class RowPieces {
    /// How a piece is drawn.
    ///
    /// @param column from the start of the row
    /// @param style packed as in [Style]
    /// @param accent the ink of the eye's own, where the program set no colour
    /// @param hit which hit of the line this is a part of, or -1
    record Piece(
            String text,
            int column,
            int columns,
            long style,
            Optional<Accent.Kind> accent,
            boolean link,
            int hit) {}

    private static final char FIRST_ODD_CHARACTER = 0x180;

    private final StyledLine line;
    private final List<Accent> accents;
    private final List<Hit> hits;
    private final List<Piece> pieces = new ArrayList<>();

    private RowPieces(StyledLine line, List<Accent> accents, List<Hit> hits) {
        this.line = line;
        this.accents = accents;
        this.hits = hits;
    }

    /// The pieces of one row, at most as many columns as wanted.
    static List<Piece> of(PageLine line, int part, int fromColumn, int columns) {
        if (line.line().isEmpty()) {
            return List.of();
        }
        RowPieces row = new RowPieces(line.line().get().line(), line.accents(), line.hits());
        row.build(line.parts().get(part), line.endOfPart(part), fromColumn, fromColumn + columns);
        return Collections.unmodifiableList(row.pieces);
    }

    private void build(int start, int end, int fromColumn, int toColumn) {
        String text = line.text();
        int run = 0;
        int accent = 0;
        int hit = 0;
        int column = 0;
        int at = start;
        while (at < end && column < toColumn) {
            while (run < line.runs().size() && line.endOfRun(run) <= at) {
                run++;
            }
            while (accent < accents.size() && accents.get(accent).end() <= at) {
                accent++;
            }
            while (hit < hits.size() && hits.get(hit).end() <= at) {
                hit++;
            }
            int stop = Math.min(end, run < line.runs().size() ? line.endOfRun(run) : end);
            boolean inAccent = accent < accents.size() && accents.get(accent).start() <= at;
            boolean inHit = hit < hits.size() && hits.get(hit).start() <= at;
            stop = Math.min(stop, border(inAccent, accent, accents));
            stop = Math.min(stop, borderOfHit(inHit, hit));
            int behind = endOfChunk(text, at, stop, toColumn - column);
            int width = CharacterWidth.ofText(text.subSequence(at, behind));
            if (column + width > fromColumn) {
                long style = styleOf(run);
                add(
                        text.substring(at, behind),
                        column,
                        width,
                        style,
                        inAccent ? Optional.of(accents.get(accent)) : Optional.empty(),
                        inHit ? hit : -1);
            }
            column += width;
            at = behind;
        }
    }

    private long styleOf(int run) {
        List<StyleRun> runs = line.runs();
        return run < runs.size() ? runs.get(run).style() : Style.DEFAULT;
    }

    private static int border(boolean inside, int index, List<Accent> accents) {
        if (index >= accents.size()) {
            return Integer.MAX_VALUE;
        }
        return inside ? accents.get(index).end() : accents.get(index).start();
    }

    private int borderOfHit(boolean inside, int index) {
        if (index >= hits.size()) {
            return Integer.MAX_VALUE;
        }
        return inside ? hits.get(index).end() : hits.get(index).start();
    }

    private void add(
            String text, int column, int width, long style, Optional<Accent> accent, int hit) {
        boolean plain = TerminalColor.isDefault(Style.foreground(style)) && !Style.isInverse(style);
        pieces.add(
                new Piece(
                        text,
                        column,
                        width,
                        style,
                        plain ? accent.map(Accent::kind) : Optional.empty(),
                        accent.flatMap(Accent::target).isPresent(),
                        hit));
    }

    /// A stretch of characters that fonts leave alone, or one other character with its marks.
    private static int endOfChunk(String text, int start, int end, int most) {
        if (text.charAt(start) >= FIRST_ODD_CHARACTER) {
            int behind = start + Character.charCount(text.codePointAt(start));
            return endOfMarks(text, Math.min(behind, end), end);
        }
        int behind = start + 1;
        while (behind < end && behind - start < most && text.charAt(behind) < FIRST_ODD_CHARACTER) {
            behind++;
        }
        // A letter that marks follow is drawn with them.
        boolean marked = behind < end && CharacterWidth.of(text.codePointAt(behind)) == 0;
        if (!marked) {
            return behind;
        }
        return behind - start > 1 ? behind - 1 : endOfMarks(text, behind, end);
    }

    private static int endOfMarks(String text, int start, int end) {
        int behind = start;
        while (behind < end && CharacterWidth.of(text.codePointAt(behind)) == 0) {
            behind += Character.charCount(text.codePointAt(behind));
        }
        return Math.min(behind, end);
    }

    /// For golden tests: `0 plain "text" | 5 bold/ERROR "ERROR"`.
    static String describe(List<Piece> pieces) {
        StringBuilder text = new StringBuilder();
        for (Piece piece : pieces) {
            text.append(text.isEmpty() ? "" : " | ").append(piece.column()).append(' ');
            text.append(Style.describe(piece.style()).replace(' ', '+'));
            piece.accent().ifPresent(kind -> text.append('/').append(kind));
            text.append(piece.link() ? "/link" : "");
            text.append(piece.hit() >= 0 ? "/hit" + piece.hit() : "");
            text.append(" “").append(piece.text()).append('”');
        }
        return text.toString();
    }
}
