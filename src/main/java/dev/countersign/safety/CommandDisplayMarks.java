package dev.countersign.safety;

import dev.countersign.safety.CommandDisplay.Finding;
import dev.countersign.safety.CommandDisplay.Level;
import dev.countersign.safety.CommandDisplay.Mark;
import dev.countersign.shell.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/// Finds every character that cannot be drawn as it is. Pure.
final class CommandDisplayMarks {
    /// Blanks in a row that push what follows out of sight.
    static final int BLANK_LIMIT = 40;

    /// Empty lines in a row that do.
    static final int BLANK_LINE_LIMIT = 8;

    /// Marks stacked on one letter before they may hide it.
    private static final int COMBINING_LIMIT = 2;

    private static final String[] CONTROLS = {
        "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "TAB", "LF", "VT", "FF", "CR",
        "SO", "SI", "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB",
        "ESC", "FS", "GS", "RS", "US"
    };
    private static final Map<Integer, String> DIRECTIONS =
            Map.ofEntries(
                    Map.entry(0x061C, "ALM"),
                    Map.entry(0x200E, "LRM"),
                    Map.entry(0x200F, "RLM"),
                    Map.entry(0x202A, "LRE"),
                    Map.entry(0x202B, "RLE"),
                    Map.entry(0x202C, "PDF"),
                    Map.entry(0x202D, "LRO"),
                    Map.entry(0x202E, "RLO"),
                    Map.entry(0x2066, "LRI"),
                    Map.entry(0x2067, "RLI"),
                    Map.entry(0x2068, "FSI"),
                    Map.entry(0x2069, "PDI"));
    private static final NavigableMap<Integer, Invisible> INVISIBLE = load();

    private enum Kind {
        DIRECTION(
                "hidden-direction",
                "Hidden characters change the order in which the text is shown."),
        INVISIBLE("hidden-character", "There are characters in it that draw nothing."),
        TAG("hidden-tag", "Invisible tag characters can carry hidden text."),
        SELECTOR("hidden-selector", "Invisible variation selectors can carry hidden text."),
        ESCAPE(
                "hidden-escape",
                "Control characters in it could move the cursor and paint over the text."),
        CONTROL("hidden-control", "There are control characters in it."),
        CARRIAGE_RETURN(
                "hidden-return",
                "There are carriage returns in it, which bash takes as part of the words."),
        SPACE("odd-space", "There are spaces in it that bash does not take as spaces."),
        LINE("hidden-line", "Line separators in it are no line ends for bash."),
        PRIVATE("odd-character", "There are characters in it without a fixed meaning."),
        SURROGATE(
                "broken-character",
                "There is half a character in it, which no encoding can carry."),
        COMBINING("odd-accents", "So many accents are stacked that they can hide the text."),
        BLANKS("blank-run", "A long run of blanks pushes the text after it out of sight."),
        BRACKET("", ""),
        TAB("", "");

        final String id;
        final String message;

        Kind(String id, String message) {
            this.id = id;
            this.message = message;
        }
    }

    private record Invisible(int last, String name) {}

    private CommandDisplayMarks() {}

    static List<Mark> find(String command) {
        List<Mark> marks = new ArrayList<>();
        for (int i = 0; i < command.length(); ) {
            Optional<Mark> run = blankRun(command, i);
            if (run.isPresent()) {
                marks.add(run.get());
                i = run.get().span().end();
                continue;
            }
            int c = command.codePointAt(i);
            int end = i + Character.charCount(c);
            Optional<Kind> kind = kind(command, i, c);
            if (kind.isPresent()) {
                Level level = level(command, i, c, kind.get());
                marks.add(new Mark(new Span(i, end), c, name(c, kind.get()), level));
            }
            i = end;
        }
        return marks;
    }

    /// One finding for each kind of mark, at its first place.
    static List<Finding> findings(List<Mark> marks) {
        Map<Kind, Finding> findings = new TreeMap<>();
        for (Mark mark : marks) {
            Kind kind = kindOf(mark);
            if (mark.level() == Level.NONE || kind.id.isEmpty()) {
                continue;
            }
            Finding finding = new Finding(kind.id, kind.message, mark.span(), mark.level());
            findings.merge(kind, finding, (a, b) -> b.level().compareTo(a.level()) > 0 ? b : a);
        }
        return List.copyOf(findings.values());
    }

    private static Kind kindOf(Mark mark) {
        if (mark.name().endsWith("BLANKS") || mark.name().endsWith("EMPTY LINES")) {
            return Kind.BLANKS;
        }
        return kind(mark.codePoint()).orElse(Kind.COMBINING);
    }

    private static Optional<Mark> blankRun(String command, int start) {
        char first = command.charAt(start);
        if (first == '\n') {
            return emptyLines(command, start);
        }
        if (first != ' ' && first != '\t') {
            return Optional.empty();
        }
        int end = start;
        while (end < command.length()
                && (command.charAt(end) == ' ' || command.charAt(end) == '\t')) {
            end++;
        }
        int count = end - start;
        if (count < BLANK_LIMIT) {
            return Optional.empty();
        }
        boolean nothingAfter = end == command.length() || command.charAt(end) == '\n';
        Level level = nothingAfter ? Level.NONE : Level.HIGH;
        return Optional.of(new Mark(new Span(start, end), first, count + " BLANKS", level));
    }

    /// From the first line feed to the last but one: that one stays.
    private static Optional<Mark> emptyLines(String command, int start) {
        int last = start;
        int lines = 0;
        int i = start + 1;
        while (i < command.length() && " \t\r\n".indexOf(command.charAt(i)) >= 0) {
            if (command.charAt(i) == '\n') {
                lines++;
                last = i;
            }
            i++;
        }
        if (lines < BLANK_LINE_LIMIT) {
            return Optional.empty();
        }
        Level level = i == command.length() ? Level.NONE : Level.HIGH;
        return Optional.of(new Mark(new Span(start, last), '\n', lines + " EMPTY LINES", level));
    }

    private static Optional<Kind> kind(String command, int at, int c) {
        Optional<Kind> kind = kind(c);
        return kind.isPresent() || !stacked(command, at, c) ? kind : Optional.of(Kind.COMBINING);
    }

    private static Optional<Kind> kind(int c) {
        if (c < 0x20 || (c >= 0x7F && c < 0xA0)) {
            return control(c);
        }
        if (c < 0xA0) {
            return Optional.empty();
        }
        if (DIRECTIONS.containsKey(c)) {
            return Optional.of(Kind.DIRECTION);
        }
        if (c >= 0xE0000 && c <= 0xE007F) {
            return Optional.of(Kind.TAG);
        }
        if ((c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0100 && c <= 0xE01EF)) {
            return Optional.of(Kind.SELECTOR);
        }
        if (invisible(c).isPresent()) {
            return Optional.of(Kind.INVISIBLE);
        }
        if (c == '⟦' || c == '⟧') {
            return Optional.of(Kind.BRACKET);
        }
        return switch (Character.getType(c)) {
            case Character.SURROGATE -> Optional.of(Kind.SURROGATE);
            case Character.SPACE_SEPARATOR -> Optional.of(Kind.SPACE);
            case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> Optional.of(Kind.LINE);
            case Character.PRIVATE_USE, Character.UNASSIGNED -> Optional.of(Kind.PRIVATE);
            case Character.FORMAT, Character.CONTROL -> Optional.of(Kind.INVISIBLE);
            default -> Optional.empty();
        };
    }

    private static Optional<Kind> control(int c) {
        return switch (c) {
            case '\n' -> Optional.empty();
            case '\t' -> Optional.of(Kind.TAB);
            case '\r' -> Optional.of(Kind.CARRIAGE_RETURN);
            case 0x08, 0x1B, 0x9B, 0x9D, 0x90, 0x0B, 0x0C, 0x84, 0x85, 0x8D, 0x7F ->
                    Optional.of(Kind.ESCAPE);
            default -> Optional.of(Kind.CONTROL);
        };
    }

    private static Optional<String> invisible(int c) {
        Map.Entry<Integer, Invisible> entry = INVISIBLE.floorEntry(c);
        return entry != null && entry.getValue().last() >= c
                ? Optional.of(entry.getValue().name())
                : Optional.empty();
    }

    /// An accent on nothing, a line through the letter, or one accent too many.
    private static boolean stacked(String command, int at, int c) {
        if (!combines(c)) {
            return false;
        }
        boolean overlay = (c >= 0x0334 && c <= 0x0338) || (c >= 0x20D2 && c <= 0x20E5);
        int before = at;
        int count = 0;
        while (before > 0 && count <= COMBINING_LIMIT) {
            int previous = command.codePointBefore(before);
            if (!combines(previous)) {
                break;
            }
            count++;
            before -= Character.charCount(previous);
        }
        boolean onNothing =
                before == 0
                        || (count == 0
                                && !Character.isLetterOrDigit(command.codePointBefore(before)));
        boolean onAscii = onNothing && (before == 0 || command.codePointBefore(before) < 0x80);
        return overlay || count >= COMBINING_LIMIT || onAscii;
    }

    private static boolean combines(int c) {
        int type = Character.getType(c);
        return type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK;
    }

    private static Level level(String command, int at, int c, Kind kind) {
        return switch (kind) {
            case TAB, BRACKET -> Level.NONE;
            case DIRECTION, TAG, ESCAPE, LINE, SURROGATE -> Level.CRITICAL;
            case INVISIBLE -> joinsLetters(command, at, c) ? Level.NONE : Level.CRITICAL;
            case SELECTOR -> selectsPicture(command, at, c) ? Level.NONE : Level.CRITICAL;
            case CARRIAGE_RETURN ->
                    at + 1 < command.length() && command.charAt(at + 1) == '\n'
                            ? Level.HIGH
                            : Level.CRITICAL;
            case SPACE -> c == 0x3000 && wide(command, at) ? Level.NONE : Level.HIGH;
            case CONTROL, PRIVATE, COMBINING, BLANKS -> Level.HIGH;
        };
    }

    /// Joiners belong between letters of some scripts and in composed emoji.
    private static boolean joinsLetters(String command, int at, int c) {
        boolean joiner = c == 0x200C || c == 0x200D;
        if (!joiner || at == 0 || at + 1 >= command.length()) {
            return false;
        }
        return joinable(command.codePointBefore(at)) && joinable(command.codePointAt(at + 1));
    }

    private static boolean joinable(int c) {
        return c == 0xFE0F
                || (Character.isEmoji(c) && c > 0xFF)
                || (c >= 0x0600 && c <= 0x0DFF && Character.isLetter(c))
                || (c >= 0x0900 && c <= 0x0DFF && combines(c));
    }

    private static boolean selectsPicture(String command, int at, int c) {
        if (at == 0 || (c != 0xFE0F && c != 0xFE0E)) {
            return false;
        }
        int before = command.codePointBefore(at);
        return Character.isEmoji(before) && before > 0xFF;
    }

    private static boolean wide(String command, int at) {
        return at > 0 && Character.isIdeographic(command.codePointBefore(at));
    }

    private static String name(int c, Kind kind) {
        String code = "U+%04X".formatted(c);
        return switch (kind) {
            case TAB -> "TAB";
            case BRACKET -> "BRACKET " + code;
            case DIRECTION -> DIRECTIONS.get(c) + " " + code;
            case TAG ->
                    (c > 0xE0020 && c < 0xE007F ? "TAG " + (char) (c - 0xE0000) : "TAG")
                            + " "
                            + code;
            case SELECTOR -> "VARIATION " + code;
            case INVISIBLE -> invisible(c).orElse("FORMAT") + " " + code;
            case ESCAPE, CONTROL, CARRIAGE_RETURN ->
                    (c < CONTROLS.length ? CONTROLS[c] : c == 0x7F ? "DEL" : "C1") + " " + code;
            case SPACE -> (c == 0xA0 ? "NBSP" : "SPACE") + " " + code;
            case LINE -> "LINE " + code;
            case PRIVATE -> "UNKNOWN " + code;
            case SURROGATE -> "BROKEN " + code;
            case COMBINING -> "ACCENT " + code;
            case BLANKS -> "BLANKS";
        };
    }

    private static NavigableMap<Integer, Invisible> load() {
        NavigableMap<Integer, Invisible> table = new TreeMap<>();
        for (String line : CommandDisplayLookAlikes.lines("invisible.txt")) {
            String[] fields = line.split(" ", 3);
            table.put(
                    Integer.parseInt(fields[0], 16),
                    new Invisible(Integer.parseInt(fields[1], 16), fields[2]));
        }
        return table;
    }
}
