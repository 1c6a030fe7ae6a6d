package dev.countersign.ui;

import dev.countersign.ansi.CharacterWidth;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Breaks a command into rows of a fixed number of columns, losing nothing and hiding nothing.
///
/// Plain text stays in runs; a character that fonts may shape or reorder stands by itself, because
/// a text run with such a character in it gets ligatures (`!=` becomes one sign); what cannot be
/// seen becomes a mark. Pure; linear in the length of the command.
///
/// For example `ab\u200Bc\nd` in 80 columns: row 1 `ab` `[ZWSP]` `c`, row 2 `d`.
public final class CommandLayout {
    /// What a segment is.
    public enum Kind {
        /// Characters that are drawn as they are, one column each.
        PLAIN,
        /// One character that is drawn by itself.
        SINGLE,
        /// A tab.
        TAB,
        /// A label for what cannot be seen.
        MARK
    }

    /// A stretch of a row.
    ///
    /// @param text what is drawn
    /// @param start UTF-16 offset into the command
    /// @param end UTF-16 offset behind it
    public record Segment(Kind kind, String text, int start, int end, int columns) {}

    /// One row of the screen.
    ///
    /// @param line the number of the command's line that begins here, from 1; 0 where a line goes
    ///   on
    /// @param start UTF-16 offset into the command
    /// @param end UTF-16 offset behind it, without the newline
    public record Row(int line, int start, int end, List<Segment> segments) {
        public Row {
            segments = List.copyOf(segments);
        }
    }

    private static final int TAB_COLUMNS = 4;
    private static final int FEWEST_COLUMNS = 8;

    /// How far a word is searched for Latin letters; keeps the whole linear.
    private static final int NEIGHBOURHOOD = 64;

    private final String command;
    private final int columns;
    private final List<Row> rows = new ArrayList<>();

    private CommandLayout(String command, int columns) {
        this.command = command;
        this.columns = Math.max(FEWEST_COLUMNS, columns);
    }

    /// The rows of a command. At least one.
    public static List<Row> rows(String command, int columns) {
        CommandLayout layout = new CommandLayout(command, columns);
        int line = 1;
        int start = 0;
        for (int newline = command.indexOf('\n');
                newline >= 0;
                newline = command.indexOf('\n', start)) {
            layout.breakLine(line++, start, newline);
            start = newline + 1;
        }
        layout.breakLine(line, start, command.length());
        return List.copyOf(layout.rows);
    }

    /// How many characters are drawn as marks.
    public static int marks(List<Row> rows) {
        return (int)
                rows.stream()
                        .flatMap(row -> row.segments().stream())
                        .filter(segment -> segment.kind() == Kind.MARK)
                        .count();
    }

    private void breakLine(int line, int start, int end) {
        List<Segment> atoms = atoms(start, end);
        int from = 0;
        int number = line;
        do {
            int to = endOfRow(atoms, from);
            int rowStart = from < atoms.size() ? atoms.get(from).start() : start;
            int rowEnd = to > from ? atoms.get(to - 1).end() : rowStart;
            rows.add(new Row(number, rowStart, rowEnd, merged(atoms.subList(from, to))));
            number = 0;
            from = to;
        } while (from < atoms.size());
    }

    /// Behind the last atom that fits, or behind the last blank if that is not too far back.
    private int endOfRow(List<Segment> atoms, int from) {
        int width = 0;
        int behindBlank = from;
        int to = from;
        while (to < atoms.size() && width + atoms.get(to).columns() <= columns) {
            width += atoms.get(to).columns();
            to++;
            if (isBlank(atoms.get(to - 1))) {
                behindBlank = to;
            }
        }
        if (to == atoms.size()) {
            return to;
        }
        if (to == from) {
            return from + 1;
        }
        return behindBlank - from > columns / 2 ? behindBlank : to;
    }

    private static boolean isBlank(Segment atom) {
        return atom.kind() == Kind.PLAIN && atom.text().equals(" ");
    }

    private List<Segment> atoms(int start, int end) {
        List<Segment> atoms = new ArrayList<>(end - start);
        int at = start;
        while (at < end) {
            int blanks = blankRun(at, start, end);
            if (blanks >= HiddenCharacters.LONG_BLANK_RUN) {
                String label = blanks + " spaces";
                atoms.add(new Segment(Kind.MARK, label, at, at + blanks, label.length() + 1));
                at += blanks;
                continue;
            }
            int codePoint = command.codePointAt(at);
            int next = at + Character.charCount(codePoint);
            atoms.add(atom(codePoint, at, next));
            at = next;
        }
        return atoms;
    }

    /// Indentation is not counted: it cannot push anything out of sight that is not wrapped.
    private int blankRun(int at, int start, int end) {
        if (at == start || command.charAt(at) != ' ' || command.charAt(at - 1) == ' ') {
            return 0;
        }
        int behind = at;
        while (behind < end && command.charAt(behind) == ' ') {
            behind++;
        }
        return behind - at;
    }

    private Segment atom(int codePoint, int start, int end) {
        if (codePoint == '\t') {
            return new Segment(Kind.TAB, "→", start, end, TAB_COLUMNS);
        }
        Optional<String> label =
                HiddenCharacters.label(codePoint)
                        .or(() ->
                                HiddenCharacters.lookAlike(
                                        codePoint, standsBesideLatin(start, end)));
        if (label.isPresent()) {
            return new Segment(Kind.MARK, label.get(), start, end, label.get().length() + 1);
        }
        String text = command.substring(start, end);
        if (isPlain(codePoint)) {
            return new Segment(Kind.PLAIN, text, start, end, 1);
        }
        return new Segment(
                Kind.SINGLE, text, start, end, Math.max(1, CharacterWidth.of(codePoint)));
    }

    /// Whether fonts draw it as one glyph of one column whatever stands beside it.
    private static boolean isPlain(int codePoint) {
        return codePoint < 0x7F || (codePoint > 0xA0 && codePoint < 0x180);
    }

    /// Whether the word around has an ASCII letter.
    private boolean standsBesideLatin(int start, int end) {
        if (command.codePointAt(start) < 0x250) {
            return false;
        }
        int first = Math.max(0, start - NEIGHBOURHOOD);
        for (int at = start - 1; at >= first && isWordUnit(command.charAt(at)); at--) {
            if (isAsciiLetter(command.charAt(at))) {
                return true;
            }
        }
        int last = Math.min(command.length(), end + NEIGHBOURHOOD);
        for (int at = end; at < last && isWordUnit(command.charAt(at)); at++) {
            if (isAsciiLetter(command.charAt(at))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWordUnit(char unit) {
        return isAsciiLetter(unit) || unit >= 0x250 || unit == '.' || unit == '-';
    }

    private static boolean isAsciiLetter(char unit) {
        return (unit >= 'a' && unit <= 'z') || (unit >= 'A' && unit <= 'Z');
    }

    private List<Segment> merged(List<Segment> atoms) {
        List<Segment> segments = new ArrayList<>();
        int at = 0;
        while (at < atoms.size()) {
            Segment atom = atoms.get(at);
            int behind = at + 1;
            while (atom.kind() == Kind.PLAIN
                    && behind < atoms.size()
                    && atoms.get(behind).kind() == Kind.PLAIN) {
                behind++;
            }
            Segment last = atoms.get(behind - 1);
            segments.add(
                    behind == at + 1
                            ? atom
                            : new Segment(
                                    Kind.PLAIN,
                                    command.substring(atom.start(), last.end()),
                                    atom.start(),
                                    last.end(),
                                    last.end() - atom.start()));
            at = behind;
        }
        return segments;
    }
}
