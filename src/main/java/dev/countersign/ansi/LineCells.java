package dev.countersign.ansi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The columns of a line under construction, or of a row of a screen, and the place where the next
/// character goes.
///
/// A wide character fills a cell and a [#CONTINUATION]; marks that take no column are kept beside
/// the cell that they belong to. The style of a cell carries the number of its link in the bits
/// above [Style#BITS].
final class LineCells {

    private static final int CONTINUATION = -1;
    private static final int INITIAL_COLUMNS = 256;

    /// The link number has six bits; links beyond these are shown as plain text.
    private static final int MAX_LINKS = 63;

    /// Longest sequence of marks on one character, in UTF-16 units: more only hides neighbours.
    private static final int MAX_MARKS = 16;

    private static final long STYLE_MASK = (1L << Style.BITS) - 1;

    private int[] cells;
    private long[] styles;

    /// Marks by column; only there once a mark came.
    private @Nullable String @Nullable [] marks;

    private final List<String> links = new ArrayList<>();
    private int linkNumber;

    /// Whether every cell is one `char`: no wide character, mark or surrogate pair.
    private boolean simple = true;

    private int length;
    private long column;
    private long widest;

    LineCells() {
        this(INITIAL_COLUMNS);
    }

    /// @param columns how many it has room for at first
    LineCells(int columns) {
        cells = new int[columns];
        styles = new long[columns];
    }

    /// Another one with the same content.
    LineCells(LineCells other) {
        cells = Arrays.copyOf(other.cells, other.cells.length);
        styles = Arrays.copyOf(other.styles, other.styles.length);
        marks = other.marks == null ? null : Arrays.copyOf(other.marks, other.marks.length);
        links.addAll(other.links);
        linkNumber = other.linkNumber;
        simple = other.simple;
        length = other.length;
        column = other.column;
        widest = other.widest;
    }

    void clear() {
        length = 0;
        column = 0;
        widest = 0;
        simple = true;
        marks = null;
        links.clear();
        linkNumber = 0;
    }

    /// Whether nothing was written since it was cleared, and the next character goes to the start.
    boolean isUntouched() {
        return length == 0 && column == 0 && widest == 0;
    }

    void putAscii(byte[] bytes, int from, int to, long style, String link) {
        if (!simple) {
            for (int index = from; index < to; index++) {
                putCell(bytes[index], 1, style, link);
            }
            return;
        }
        int count = Math.clamp(StyledLineParser.MAX_COLUMNS - column, 0, to - from);
        if (count > 0) {
            int start = (int) column;
            reserve(start, start + count);
            for (int index = 0; index < count; index++) {
                cells[start + index] = bytes[from + index];
            }
            Arrays.fill(styles, start, start + count, withLink(style, link));
            length = Math.max(length, start + count);
        }
        advance(to - from);
    }

    void put(int codePoint, long style, String link) {
        int width = CharacterWidth.of(codePoint);
        if (width == 0) {
            putMark(codePoint);
            return;
        }
        simple &= width == 1 && Character.isBmpCodePoint(codePoint);
        putCell(codePoint, width, style, link);
    }

    private void putCell(int codePoint, int width, long style, String link) {
        if (column + width <= StyledLineParser.MAX_COLUMNS) {
            int start = (int) column;
            int end = start + width;
            reserve(start, end);
            separateWide(start);
            separateWide(end);
            forgetMarks(start, end);
            long linked = withLink(style, link);
            Arrays.fill(cells, start, end, CONTINUATION);
            Arrays.fill(styles, start, end, linked);
            cells[start] = codePoint;
            length = Math.max(length, end);
        }
        advance(width);
    }

    private void putMark(int codePoint) {
        if (column == 0 || column > length) {
            return;
        }
        int owner = (int) column - 1;
        if (cells[owner] == CONTINUATION) {
            owner--;
        }
        @Nullable String[] kept = marks;
        if (kept == null || kept.length <= owner) {
            kept = kept == null ? new String[cells.length] : Arrays.copyOf(kept, cells.length);
            marks = kept;
        }
        simple = false;
        String before = kept[owner];
        String joined = (before == null ? "" : before) + Character.toString(codePoint);
        if (joined.length() <= MAX_MARKS) {
            kept[owner] = joined;
        }
    }

    void moveToStart() {
        column = 0;
    }

    void moveBack() {
        column = Math.max(0, column - 1);
    }

    void moveToTab(int width) {
        long target = (column / width + 1) * width;
        int padded = (int) Math.min(target, StyledLineParser.MAX_COLUMNS);
        if (padded > length) {
            reserve(padded, padded);
            length = padded;
        }
        advance((int) (target - column));
    }

    void eraseToEnd() {
        if (column < length) {
            int end = (int) column;
            separateWide(end);
            forgetMarks(end, length);
            length = end;
        }
        widest = Math.min(widest, column);
    }

    void eraseToCursor() {
        int end = (int) Math.min(column + 1, length);
        separateWide(end);
        forgetMarks(0, end);
        Arrays.fill(cells, 0, end, ' ');
        Arrays.fill(styles, 0, end, Style.DEFAULT);
    }

    void eraseAll() {
        forgetMarks(0, length);
        length = 0;
        widest = 0;
    }

    StyledLine toLine() {
        long omitted = Math.max(0, widest - StyledLineParser.MAX_COLUMNS);
        if (length == 0) {
            return omitted == 0
                    ? StyledLine.EMPTY
                    : new StyledLine("", List.of(), List.of(), omitted);
        }
        return new LineBuilder().build(omitted);
    }

    // What only a row of a screen needs.

    void moveTo(int target) {
        column = target;
    }

    /// Blanks columns; those at the end vanish where nothing of them is to be seen.
    void erase(int from, int to, long style) {
        if (to >= length && style == Style.DEFAULT) {
            cut(from);
            return;
        }
        separateWide(from);
        separateWide(to);
        reserve(from, to);
        forgetMarks(from, to);
        Arrays.fill(cells, from, to, ' ');
        Arrays.fill(styles, from, to, style);
        length = Math.max(length, to);
    }

    /// Forgets what lies behind a column.
    void cut(int columns) {
        if (columns < length) {
            separateWide(columns);
            forgetMarks(columns, length);
            length = columns;
        }
        widest = Math.min(widest, columns);
    }

    /// Moves what stands from a column on to the right and leaves blanks; what leaves the row at
    /// `limit` is gone.
    void insert(int at, int count, int limit, long style) {
        int moved = Math.min(count, limit - at);
        if (at < length) {
            separateWide(at);
            int kept = Math.min(length, limit - moved) - at;
            reserve(length, Math.min(limit, length + moved));
            int newLength = Math.min(limit, length + moved);
            if (kept > 0) {
                separateWide(at + kept);
                shift(at, at + moved, kept);
            }
            length = newLength;
        }
        erase(at, Math.min(at + moved, limit), style);
    }

    /// Takes columns out; blanks come in at `limit`.
    void delete(int at, int count, int limit, long style) {
        int gone = Math.min(count, limit - at);
        if (at < length) {
            separateWide(at);
            separateWide(at + gone);
            int kept = Math.max(0, length - at - gone);
            if (kept > 0) {
                shift(at + gone, at, kept);
            }
            forgetMarks(at + kept, length);
            length = at + kept;
        }
        if (style != Style.DEFAULT) {
            erase(limit - gone, limit, style);
        }
    }

    private void shift(int from, int to, int count) {
        System.arraycopy(cells, from, cells, to, count);
        System.arraycopy(styles, from, styles, to, count);
        if (marks != null) {
            @Nullable String[] kept = Arrays.copyOf(marks, cells.length);
            System.arraycopy(kept, from, kept, to, count);
            marks = kept;
        }
    }

    private void advance(int width) {
        column += width;
        widest = Math.max(widest, column);
    }

    /// Makes room up to `end` and fills what lies between the text and `start` with spaces.
    private void reserve(int start, int end) {
        if (end > cells.length) {
            int capacity =
                    Math.clamp(Math.max(end, 2L * cells.length), end, StyledLineParser.MAX_COLUMNS);
            cells = Arrays.copyOf(cells, capacity);
            styles = Arrays.copyOf(styles, capacity);
        }
        if (start > length) {
            Arrays.fill(cells, length, start, ' ');
            Arrays.fill(styles, length, start, Style.DEFAULT);
            length = start;
        }
    }

    /// Replaces a wide character by spaces when only one half of it is about to go.
    private void separateWide(int boundary) {
        if (boundary > 0 && boundary < length && cells[boundary] == CONTINUATION) {
            cells[boundary - 1] = ' ';
            cells[boundary] = ' ';
            forgetMarks(boundary - 1, boundary + 1);
        }
    }

    private void forgetMarks(int from, int to) {
        @Nullable String[] kept = marks;
        if (kept != null && from < kept.length) {
            Arrays.fill(kept, from, Math.min(to, kept.length), null);
        }
    }

    private long withLink(long style, String link) {
        if (link.isEmpty()) {
            return style;
        }
        if (linkNumber == 0 || !links.get(linkNumber - 1).equals(link)) {
            int known = links.indexOf(link);
            if (known < 0 && links.size() == MAX_LINKS) {
                return style;
            }
            if (known < 0) {
                links.add(link);
                known = links.size() - 1;
            }
            linkNumber = known + 1;
        }
        return style | ((long) linkNumber << Style.BITS);
    }

    /// Turns cells into text, runs and links.
    private final class LineBuilder {

        private final StringBuilder text = new StringBuilder(length);
        private final List<StyleRun> runs = new ArrayList<>();
        private final List<Hyperlink> found = new ArrayList<>();
        private int openLink;
        private int openLinkStart;

        StyledLine build(long omitted) {
            int next = 0;
            while (next < length) {
                change(styles[next]);
                int end = endOfStyle(next);
                appendCells(next, end);
                next = end;
            }
            closeLink();
            boolean plain = omitted == 0 && found.isEmpty() && runs.size() == 1;
            if (plain && runs.getFirst().style() == Style.DEFAULT) {
                return StyledLine.plain(text.toString());
            }
            return new StyledLine(text.toString(), runs, found, omitted);
        }

        private int endOfStyle(int start) {
            long style = styles[start];
            int end = start + 1;
            while (end < length && styles[end] == style) {
                end++;
            }
            return end;
        }

        private void appendCells(int start, int end) {
            for (int index = start; index < end; index++) {
                if (simple) {
                    text.append((char) cells[index]);
                } else if (cells[index] != CONTINUATION) {
                    appendCell(index);
                }
            }
        }

        private void appendCell(int index) {
            text.appendCodePoint(cells[index]);
            @Nullable String[] kept = marks;
            if (kept == null || index >= kept.length) {
                return;
            }
            String mark = kept[index];
            if (mark != null) {
                text.append(mark);
            }
        }

        private void change(long style) {
            long shown = style & STYLE_MASK;
            if (runs.isEmpty() || runs.getLast().style() != shown) {
                runs.add(new StyleRun(text.length(), shown));
            }
            int link = (int) (style >>> Style.BITS);
            if (link != openLink) {
                closeLink();
                openLink = link;
                openLinkStart = text.length();
            }
        }

        private void closeLink() {
            if (openLink != 0) {
                found.add(new Hyperlink(openLinkStart, text.length(), links.get(openLink - 1)));
            }
            openLink = 0;
        }
    }
}
