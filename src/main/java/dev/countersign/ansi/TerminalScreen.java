package dev.countersign.ansi;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Objects;

/// Bytes of a pseudo-terminal to the screen that a terminal would show: cursor addressing, scroll
/// regions, inserting and deleting, the alternate screen, and what scrolled off above.
///
/// It only draws. What would ask, answer, beep, set a title or a clipboard is dropped; there is no
/// way back to the program. As elsewhere every sequence ends at a newline. The control functions
/// are those of ECMA-48 and the VT420 that programs use for `TERM=xterm-256color`.
///
/// Memory is bounded by [#MAX_COLUMNS], [#MAX_ROWS] and [#MAX_HISTORY]. Confined to its caller.
public final class TerminalScreen {
    public static final int MAX_COLUMNS = 1_000;
    public static final int MAX_ROWS = 400;

    /// Rows that scrolled off above are kept, up to this many.
    public static final int MAX_HISTORY = 1_000;

    private static final int TAB = 8;

    /// From `_` on, the line drawing characters of the VT100 (`ESC ( 0`).
    private static final String LINE_DRAWING = " ◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·";

    /// Where the next character goes, and how; what `ESC 7` keeps.
    private record Cursor(
            int column,
            int row,
            boolean wraps,
            long style,
            boolean origin,
            boolean drawing0,
            boolean drawing1,
            boolean shifted) {
        static final Cursor HOME =
                new Cursor(0, 0, false, Style.DEFAULT, false, false, false, false);

        Cursor movedUp(int by) {
            return new Cursor(
                    column,
                    Math.max(0, row - by),
                    wraps,
                    style,
                    origin,
                    drawing0,
                    drawing1,
                    shifted);
        }
    }

    private final TerminalDecoder decoder = new TerminalDecoder(new ScreenSink());
    private final Deque<StyledLine> history = new ArrayDeque<>();
    private final BitSet tabs = new BitSet();
    private int columns;
    private int rows;
    private ScreenGrid grid;
    private ScreenGrid other;
    private boolean alternate;
    private Cursor saved = Cursor.HOME;
    private Cursor otherSaved = Cursor.HOME;
    private int column;
    private int row;

    /// The last column was written; the next character goes to the next row.
    private boolean wraps;

    private long style = Style.DEFAULT;
    private String link = "";
    private int top;
    private int bottom;
    private boolean origin;
    private boolean autoWrap = true;
    private boolean inserting;
    private boolean newlineReturns;
    private boolean cursorShown = true;
    private boolean applicationKeys;
    private boolean bracketedPaste;
    private boolean drawing0;
    private boolean drawing1;
    private boolean shifted;

    /// What repeating repeats: the character just before it; 0 where there is none.
    private int lastCharacter;

    private boolean addressed;

    /// An empty screen. A size that is out of bounds is brought into them.
    public TerminalScreen(int columns, int rows) {
        this.columns = Math.clamp(columns, 2, MAX_COLUMNS);
        this.rows = Math.clamp(rows, 2, MAX_ROWS);
        grid = new ScreenGrid(this.columns, this.rows);
        other = new ScreenGrid(this.columns, this.rows);
        bottom = this.rows;
        setTabs(0);
    }

    /// The same screen, to go on by itself; only between two chunks that end no character or
    /// sequence half way, see [#isIdle].
    public TerminalScreen copy() {
        if (!isIdle()) {
            throw new IllegalStateException("in the middle of a sequence");
        }
        TerminalScreen copy = new TerminalScreen(columns, rows);
        copy.history.addAll(history);
        copy.tabs.clear();
        copy.tabs.or(tabs);
        copy.grid = new ScreenGrid(grid);
        copy.other = new ScreenGrid(other);
        copy.alternate = alternate;
        copy.saved = saved;
        copy.otherSaved = otherSaved;
        copy.restore(cursor());
        copy.link = link;
        copy.top = top;
        copy.bottom = bottom;
        copy.autoWrap = autoWrap;
        copy.inserting = inserting;
        copy.newlineReturns = newlineReturns;
        copy.cursorShown = cursorShown;
        copy.applicationKeys = applicationKeys;
        copy.bracketedPaste = bracketedPaste;
        copy.lastCharacter = lastCharacter;
        copy.addressed = addressed;
        return copy;
    }

    public void accept(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        decoder.accept(bytes, offset, offset + length);
    }

    /// Whether the next byte starts a character outside of any sequence.
    public boolean isIdle() {
        return decoder.isIdle();
    }

    /// Whether anything was ever put elsewhere than at the end, so that lines alone do not show
    /// what the program drew.
    public boolean isAddressed() {
        return addressed;
    }

    public int columns() {
        return columns;
    }

    public int rows() {
        return rows;
    }

    /// How much it holds, for those who keep several: a cell is some 12 bytes.
    public long cells() {
        return 2L * columns * rows;
    }

    public Modes modes() {
        return new Modes(applicationKeys, bracketedPaste);
    }

    /// What the program wants of what is typed.
    ///
    /// @param applicationKeys whether arrow keys are to send what they send in application mode
    /// @param bracketedPaste whether it is to be told what is pasted
    public record Modes(boolean applicationKeys, boolean bracketedPaste) {
        public static final Modes USUAL = new Modes(false, false);
    }

    /// What a person sees.
    ///
    /// @param lines what scrolled off above, then the rows of the screen
    /// @param history how many of the lines scrolled off; none of the alternate screen
    /// @param cursorRow as an index into the lines
    public record Picture(
            int columns,
            int rows,
            List<StyledLine> lines,
            int history,
            int cursorColumn,
            int cursorRow,
            boolean cursorShown) {
        public Picture {
            lines = List.copyOf(lines);
        }
    }

    public Picture picture() {
        List<StyledLine> lines = new ArrayList<>();
        if (!alternate) {
            lines.addAll(history);
        }
        int scrolled = lines.size();
        for (int number = 0; number < rows; number++) {
            lines.add(grid.row(number).toLine());
        }
        return new Picture(columns, rows, lines, scrolled, column, scrolled + row, cursorShown);
    }

    /// Takes another size, as when the person's window did. Nothing is wrapped anew.
    public void resize(int newColumns, int newRows) {
        int wide = Math.clamp(newColumns, 2, MAX_COLUMNS);
        int high = Math.clamp(newRows, 2, MAX_ROWS);
        if (wide == columns && high == rows) {
            return;
        }
        int above = grid.resize(wide, high, row, alternate ? _ -> {} : this::keep);
        int otherRow = alternate ? otherSaved.row() : 0;
        int otherAbove = other.resize(wide, high, otherRow, alternate ? this::keep : _ -> {});
        otherSaved = otherSaved.movedUp(otherAbove);
        if (wide > columns) {
            setTabs(columns);
        }
        columns = wide;
        rows = high;
        row = Math.clamp(row - (long) above, 0, rows - 1);
        column = Math.min(column, columns - 1);
        wraps = false;
        top = 0;
        bottom = rows;
    }

    private void setTabs(int from) {
        for (int at = (from + TAB - 1) / TAB * TAB; at < MAX_COLUMNS; at += TAB) {
            tabs.set(at);
        }
    }

    private void keep(LineCells line) {
        if (history.size() == MAX_HISTORY) {
            history.removeFirst();
        }
        history.addLast(line.toLine());
    }

    private Cursor cursor() {
        return new Cursor(column, row, wraps, style, origin, drawing0, drawing1, shifted);
    }

    private void restore(Cursor kept) {
        column = Math.min(kept.column(), columns - 1);
        row = Math.min(kept.row(), rows - 1);
        wraps = kept.wraps();
        style = kept.style();
        origin = kept.origin();
        drawing0 = kept.drawing0();
        drawing1 = kept.drawing1();
        shifted = kept.shifted();
    }

    /// What an erased cell looks like: its background stays that of the program.
    private long blank() {
        return Style.withBackground(Style.DEFAULT, Style.background(style));
    }

    private void moveTo(int toColumn, int toRow) {
        column = Math.clamp(toColumn, 0, columns - 1);
        row = Math.clamp(toRow, 0, rows - 1);
        wraps = false;
    }

    /// Up and down stay in the scroll region when they began in it.
    private void moveBy(int rowsDown) {
        int from = row >= top ? top : 0;
        int to = row < bottom ? bottom : rows;
        moveTo(column, Math.clamp(row + (long) rowsDown, from, to - 1));
    }

    private void address(int toColumn, int toRow) {
        int first = origin ? top : 0;
        int last = origin ? bottom : rows;
        moveTo(toColumn, Math.clamp((long) first + toRow, first, last - 1));
    }

    private void lineFeed() {
        if (row == bottom - 1) {
            scrollUp(1);
        } else if (row < rows - 1) {
            row++;
        }
        wraps = false;
    }

    private void scrollUp(int count) {
        boolean keeps = top == 0 && !alternate;
        grid.up(top, bottom, count, blank(), keeps ? this::keep : _ -> {});
    }

    private void reverseLineFeed() {
        if (row == top) {
            grid.down(top, bottom, 1, blank());
        } else if (row > 0) {
            row--;
        }
        wraps = false;
    }

    private void wrapIfDue() {
        if (wraps) {
            wraps = false;
            column = 0;
            lineFeed();
        }
    }

    private void put(int character) {
        int width = CharacterWidth.of(character);
        LineCells cells = grid.row(row);
        if (width == 0) {
            cells.moveTo(wraps ? columns : column);
            cells.put(character, style, link);
            return;
        }
        wrapIfDue();
        if (column + width > columns) {
            if (!autoWrap) {
                column = columns - width;
            } else {
                column = 0;
                lineFeed();
            }
        }
        cells = grid.row(row);
        if (inserting) {
            cells.insert(column, width, columns, blank());
        }
        cells.moveTo(column);
        cells.put(character, style, link);
        lastCharacter = character;
        advance(width);
    }

    private void advance(int width) {
        column += width;
        if (column >= columns) {
            column = columns - 1;
            wraps = autoWrap;
        }
    }

    private void switchScreen(boolean toAlternate) {
        if (alternate == toAlternate) {
            return;
        }
        ScreenGrid shown = grid;
        grid = other;
        other = shown;
        Cursor kept = saved;
        saved = otherSaved;
        otherSaved = kept;
        alternate = toAlternate;
        top = 0;
        bottom = rows;
        wraps = false;
    }

    private void reset() {
        switchScreen(false);
        grid.erase(0, rows, Style.DEFAULT);
        other.erase(0, rows, Style.DEFAULT);
        saved = Cursor.HOME;
        otherSaved = Cursor.HOME;
        tabs.clear();
        setTabs(0);
        softReset();
        restore(Cursor.HOME);
        applicationKeys = false;
        bracketedPaste = false;
        newlineReturns = false;
        link = "";
    }

    private void softReset() {
        top = 0;
        bottom = rows;
        origin = false;
        autoWrap = true;
        inserting = false;
        cursorShown = true;
        style = Style.DEFAULT;
        drawing0 = false;
        drawing1 = false;
        shifted = false;
        saved = Cursor.HOME;
    }

    /// Draws what the decoder names.
    private final class ScreenSink implements TerminalDecoder.Sink {
        @Override
        public void ascii(byte[] bytes, int from, int to) {
            boolean drawing = shifted ? drawing1 : drawing0;
            if (inserting || drawing || !autoWrap) {
                for (int index = from; index < to; index++) {
                    put(drawing ? drawn(bytes[index]) : bytes[index]);
                }
                return;
            }
            int next = from;
            while (next < to) {
                wrapIfDue();
                int count = Math.min(columns - column, to - next);
                LineCells cells = grid.row(row);
                cells.moveTo(column);
                cells.putAscii(bytes, next, next + count, style, link);
                next += count;
                advance(count);
            }
            lastCharacter = bytes[to - 1];
        }

        private static int drawn(int character) {
            return character >= 0x5F && character < 0x7F
                    ? LINE_DRAWING.charAt(character - 0x5F)
                    : character;
        }

        @Override
        public void character(int codePoint) {
            put(codePoint);
        }

        @Override
        public void control(int control) {
            lastCharacter = 0;
            switch (control) {
                case '\n', 0x0B, 0x0C -> {
                    lineFeed();
                    column = newlineReturns ? 0 : column;
                }
                case '\r' -> moveTo(0, row);
                case '\b' -> moveTo(column - 1, row);
                case '\t' -> tab(1);
                case 0x0E -> shifted = true;
                case 0x0F -> shifted = false;
                default -> {}
            }
        }

        private void tab(int count) {
            for (int left = Math.min(count, columns); left > 0; left--) {
                int next = tabs.nextSetBit(column + 1);
                column = next < 0 || next >= columns ? columns - 1 : next;
            }
            wraps = false;
        }

        private void tabBack(int count) {
            for (int left = Math.min(count, columns); left > 0 && column > 0; left--) {
                column = Math.max(0, tabs.previousSetBit(column - 1));
            }
            wraps = false;
        }

        @Override
        public void escape(char intermediate, char finalByte) {
            lastCharacter = 0;
            switch (intermediate) {
                case TerminalDecoder.NO_INTERMEDIATE -> escape(finalByte);
                case '(' -> drawing0 = finalByte == '0';
                case ')' -> drawing1 = finalByte == '0';
                default -> {}
            }
        }

        private void escape(char finalByte) {
            switch (finalByte) {
                case '7' -> saved = cursor();
                case '8' -> restoreSaved();
                case 'D' -> lineFeed();
                case 'E' -> {
                    lineFeed();
                    column = 0;
                }
                case 'H' -> tabs.set(column);
                case 'M' -> {
                    addressed = true;
                    reverseLineFeed();
                }
                case 'c' -> reset();
                default -> {}
            }
        }

        private void restoreSaved() {
            addressed = true;
            restore(saved);
        }

        @Override
        public void controlSequence(char finalByte, SequenceParameters parameters) {
            if (finalByte != 'b') {
                lastCharacter = 0;
            }
            switch (finalByte) {
                case 'm' -> style = GraphicRendition.apply(style, parameters);
                case 'h', 'l' -> mode(parameters, finalByte == 'h');
                case 'K' -> eraseInLine(parameters.value(0, 0));
                case 'g' -> clearTabs(parameters.value(0, 0));
                case 'I' -> tab(count(parameters));
                case 'Z' -> tabBack(count(parameters));
                case 'b' -> repeat(count(parameters));
                case 'X' -> {
                    int to = Math.min(columns, column + count(parameters));
                    grid.row(row).erase(column, to, blank());
                }
                default -> {
                    boolean known = move(finalByte, parameters) || change(finalByte, parameters);
                    addressed |= known;
                }
            }
        }

        /// Moves the cursor; whether it was one of these.
        private boolean move(char finalByte, SequenceParameters parameters) {
            int count = count(parameters);
            switch (finalByte) {
                case 'A' -> moveBy(-count);
                case 'B', 'e' -> moveBy(count);
                case 'C', 'a' -> moveTo(column + count, row);
                case 'D' -> moveTo(column - count, row);
                case 'E' -> {
                    moveBy(count);
                    column = 0;
                }
                case 'F' -> {
                    moveBy(-count);
                    column = 0;
                }
                case 'G', '`' -> moveTo(count - 1, row);
                case 'H', 'f' -> address(number(parameters, 1) - 1, count - 1);
                case 'd' -> address(column, count - 1);
                case 's' -> saved = cursor();
                case 'u' -> restore(saved);
                default -> {
                    return false;
                }
            }
            return true;
        }

        /// Changes what is on the screen; whether it was one of these.
        private boolean change(char finalByte, SequenceParameters parameters) {
            int count = count(parameters);
            boolean inside = row >= top && row < bottom;
            switch (finalByte) {
                case 'J' -> eraseInScreen(parameters.value(0, 0));
                case '@' -> grid.row(row).insert(column, count, columns, blank());
                case 'P' -> grid.row(row).delete(column, count, columns, blank());
                case 'L' -> {
                    if (inside) {
                        grid.down(row, bottom, count, blank());
                        column = 0;
                    }
                }
                case 'M' -> {
                    if (inside) {
                        grid.up(row, bottom, count, blank(), _ -> {});
                        column = 0;
                    }
                }
                case 'S' -> scrollUp(count);
                case 'T' -> grid.down(top, bottom, count, blank());
                case 'r' -> region(number(parameters, 0), parameters.value(1, 0));
                default -> {
                    return false;
                }
            }
            wraps = false;
            return true;
        }

        private void region(int first, int last) {
            int to = last == 0 ? rows : Math.min(last, rows);
            if (first < to) {
                top = first - 1;
                bottom = to;
                address(0, 0);
            }
        }

        private static int count(SequenceParameters parameters) {
            return number(parameters, 0);
        }

        /// Zero and nothing both mean one.
        private static int number(SequenceParameters parameters, int index) {
            return Math.max(1, parameters.value(index, 1));
        }

        private void repeat(int count) {
            // No more than fills the screen: all else would be gone again.
            int most = lastCharacter == 0 ? 0 : columns * rows;
            for (int left = Math.min(count, most); left > 0; left--) {
                put(lastCharacter);
            }
        }

        private void eraseInLine(int mode) {
            LineCells cells = grid.row(row);
            switch (mode) {
                case 0 -> cells.erase(column, columns, blank());
                case 1 -> cells.erase(0, column + 1, blank());
                case 2 -> cells.erase(0, columns, blank());
                default -> {}
            }
            wraps = false;
        }

        private void eraseInScreen(int mode) {
            switch (mode) {
                case 0 -> {
                    grid.row(row).erase(column, columns, blank());
                    grid.erase(row + 1, rows, blank());
                }
                case 1 -> {
                    grid.erase(0, row, blank());
                    grid.row(row).erase(0, column + 1, blank());
                }
                case 2 -> grid.erase(0, rows, blank());
                default -> {
                    // What scrolled off above is the person's: mode 3 erases none of it.
                }
            }
        }

        private void clearTabs(int mode) {
            switch (mode) {
                case 0 -> tabs.clear(column);
                case 3 -> tabs.clear();
                default -> {}
            }
        }

        private void mode(SequenceParameters parameters, boolean on) {
            for (int index = 0; index < parameters.count(); index++) {
                switch (parameters.value(index, 0)) {
                    case 4 -> inserting = on;
                    case 20 -> newlineReturns = on;
                    default -> {}
                }
            }
        }

        @Override
        public void privateSequence(char mark, char finalByte, SequenceParameters parameters) {
            if (mark == '!' && finalByte == 'p') {
                softReset();
            }
            if (mark != '?') {
                return;
            }
            switch (finalByte) {
                case 'h', 'l' -> {
                    for (int index = 0; index < parameters.count(); index++) {
                        privateMode(parameters.value(index, 0), finalByte == 'h');
                    }
                }
                case 'J' -> eraseInScreen(parameters.value(0, 0));
                case 'K' -> eraseInLine(parameters.value(0, 0));
                default -> {}
            }
        }

        private void privateMode(int mode, boolean on) {
            switch (mode) {
                case 1 -> applicationKeys = on;
                case 6 -> {
                    origin = on;
                    address(0, 0);
                }
                case 7 -> {
                    autoWrap = on;
                    wraps &= on;
                }
                case 25 -> cursorShown = on;
                case 47, 1047, 1049 -> alternateScreen(mode, on);
                case 1048 -> {
                    if (on) {
                        saved = cursor();
                    } else {
                        restoreSaved();
                    }
                }
                case 2004 -> bracketedPaste = on;
                default -> {}
            }
        }

        private void alternateScreen(int mode, boolean on) {
            addressed = true;
            if (mode == 1049 && on) {
                saved = cursor();
            }
            if (on && !alternate) {
                switchScreen(true);
                grid.erase(0, rows, blank());
            } else {
                switchScreen(on);
            }
            if (mode == 1049 && !on) {
                restore(saved);
            }
        }

        @Override
        public void systemCommand(String payload) {
            if (Hyperlink.isHyperlink(payload)) {
                link = Hyperlink.targetOf(payload);
            }
        }
    }
}
