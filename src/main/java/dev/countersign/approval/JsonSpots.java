package dev.countersign.approval;

import dev.countersign.settings.ConfigurationException;
import dev.countersign.settings.LocatedJson;
import java.util.ArrayList;
import java.util.List;

/// Finds places in a JSON text, and changes it there alone, so that the person's own formatting
/// stays. The text must be valid JSON.
final class JsonSpots {
    private final String text;
    private final List<Integer> lineStarts = new ArrayList<>();

    JsonSpots(String text) {
        this.text = text;
        lineStarts.add(0);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean pair = c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
            if (c == '\n' || (c == '\r' && !pair)) {
                lineStarts.add(i + 1);
            }
        }
    }

    /// The offset of a place.
    int offset(LocatedJson.Place place) {
        int mark = place.line() == 1 && text.startsWith("\uFEFF") ? 1 : 0;
        return lineStarts.get(place.line() - 1) + place.column() - 1 + mark;
    }

    /// Where the value that begins at an offset ends, behind its last character.
    int endOfValue(int start) {
        char first = text.charAt(start);
        if (first == '"') {
            return endOfString(start);
        }
        if (first != '{' && first != '[') {
            int end = start;
            while (end < text.length() && ",]} \t\r\n".indexOf(text.charAt(end)) < 0) {
                end++;
            }
            return end;
        }
        int depth = 0;
        int i = start;
        do {
            char c = text.charAt(i);
            if (c == '"') {
                i = endOfString(i);
                continue;
            }
            if (c == '{' || c == '[') {
                depth++;
            } else if (c == '}' || c == ']') {
                depth--;
            }
            i++;
        } while (depth > 0);
        return i;
    }

    private int endOfString(int start) {
        int i = start + 1;
        while (text.charAt(i) != '"') {
            i += text.charAt(i) == '\\' ? 2 : 1;
        }
        return i + 1;
    }

    /// Puts another value in the place of one.
    String replaceValue(LocatedJson value, String with) {
        int start = offset(value.place());
        return text.substring(0, start) + with + text.substring(endOfValue(start));
    }

    /// Adds something as the last entry of the object or list that begins at a place.
    String append(LocatedJson container, String entry) {
        int start = offset(container.place());
        int closing = endOfValue(start) - 1;
        int last = closing - 1;
        while (Character.isWhitespace(text.charAt(last))) {
            last--;
        }
        boolean empty = last == start;
        boolean lines = text.substring(start, closing).indexOf('\n') >= 0;
        String ownIndent = indentAt(start);
        if (empty) {
            return text.substring(0, start + 1)
                    + "\n"
                    + ownIndent
                    + "  "
                    + entry
                    + "\n"
                    + ownIndent
                    + text.substring(closing);
        }
        String before = lines ? "\n" + indentOfEntry(start, last) : " ";
        return text.substring(0, last + 1) + "," + before + entry + text.substring(last + 1);
    }

    /// The blanks before the last entry's line; the last line may be the end of a nested value,
    /// which is indented as its beginning is.
    private String indentOfEntry(int start, int last) {
        String indent = indentAt(last);
        return indentAt(start).equals(indent) && lineOf(start) != lineOf(last)
                ? indent + "  "
                : lineOf(start) == lineOf(last) ? indent + "  " : indent;
    }

    private int lineOf(int offset) {
        int line = 0;
        while (line + 1 < lineStarts.size() && lineStarts.get(line + 1) <= offset) {
            line++;
        }
        return line;
    }

    private String indentAt(int offset) {
        int start = lineStarts.get(lineOf(offset));
        int end = start;
        while (end < text.length() && (text.charAt(end) == ' ' || text.charAt(end) == '\t')) {
            end++;
        }
        return text.substring(start, end);
    }

    /// Takes out what stands from one place to behind a value, with the comma that it leaves over.
    String remove(LocatedJson.Place from, LocatedJson value) {
        int start = offset(from);
        int end = endOfValue(offset(value.place()));
        int next = skipBlanks(end);
        if (next < text.length() && text.charAt(next) == ',') {
            int rest = skipBlanks(next + 1);
            return text.substring(0, start) + text.substring(rest);
        }
        int before = start - 1;
        while (before >= 0 && Character.isWhitespace(text.charAt(before))) {
            before--;
        }
        boolean comma = before >= 0 && text.charAt(before) == ',';
        return text.substring(0, comma ? before : start) + text.substring(end);
    }

    private int skipBlanks(int from) {
        int i = from;
        while (i < text.length() && Character.isWhitespace(text.charAt(i))) {
            i++;
        }
        return i;
    }

    static LocatedJson.Fields root(String text) throws ConfigurationException {
        return LocatedJson.parse(text).asFields(PermissionRules.FILE_NAME);
    }
}
