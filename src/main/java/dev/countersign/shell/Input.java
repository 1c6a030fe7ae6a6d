package dev.countersign.shell;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The text being read and how far the reader is. `offsets` maps a text that was taken out of the
/// source and unescaped (backticks, here-documents) back to the source; it is absent for the source
/// itself.
///
/// Every look at a character goes through here and is counted, which is how the tests know that the
/// cost is linear.
final class Input {
    static final int END = -1;

    final Reading reading;
    final String text;
    private final int @Nullable [] offsets;
    int position;
    int limit;
    private int reread;
    private int altered;
    private int lastHereDocument = -1;

    /// Closing brackets, quoted strings and substitutions that a scan has found already, so that
    /// nothing is read twice.
    final Map<Integer, Integer> closers = new HashMap<>();

    final Map<Integer, Integer> patternClosers = new HashMap<>();
    final Map<Integer, ReadSubstitution> substitutions = new HashMap<>();

    record ReadSubstitution(WordPart part, int end) {}

    final Map<Integer, WordPart.DoubleQuoted> quotedStrings = new HashMap<>();

    Input(Reading reading, String text, int @Nullable [] offsets) {
        this.reading = reading;
        this.text = text;
        this.offsets = offsets;
        this.limit = text.length();
    }

    /// The current character, which may begin a line continuation.
    int raw() {
        reading.count(1);
        return position < limit ? text.charAt(position) : END;
    }

    /// The current character after any line continuations, which vanish.
    int peek() {
        int c = raw();
        while (c == '\\' && position + 1 < limit && text.charAt(position + 1) == '\n') {
            position += 2;
            c = raw();
        }
        return c;
    }

    /// The character after the current one, continuations between the two left out.
    int second() {
        int i = position + 1;
        reading.count(1);
        while (i + 1 < limit && text.charAt(i) == '\\' && text.charAt(i + 1) == '\n') {
            i += 2;
            reading.count(2);
        }
        return i < limit ? text.charAt(i) : END;
    }

    /// Goes past the current character, and past the continuations after it when something follows
    /// them.
    void advance() {
        position++;
    }

    /// Goes past two characters that [#peek()] and [#second()] have shown.
    void advanceTwo() {
        position++;
        peek();
        position++;
    }

    /// Bash has put everything up to `end` back to read it again.
    void reread(int end) {
        reread = Math.max(reread, end);
    }

    boolean isReread() {
        return position <= reread;
    }

    /// Between two opening parentheses and `end` bash has looked for the closing ones before it
    /// knew what comments and here-documents are: where it changed the text in doing so, a second
    /// reading of these is not ours.
    void scanned(int start, int end) {
        for (int i = start; i + 1 < end; i++) {
            char c = text.charAt(i);
            char next = text.charAt(i + 1);
            if ((c == '\\' && next == '\n')
                    || (c == '$' && (next == '\'' || next == '"' || next == '('))) {
                altered = Math.max(altered, end);
                return;
            }
        }
    }

    boolean isAltered() {
        return position <= altered;
    }

    void announcesHereDocument() {
        lastHereDocument = position;
    }

    boolean hasHereDocumentAfter(int start) {
        return lastHereDocument >= start;
    }

    int indexOf(char wanted, int from) {
        int found = text.indexOf(wanted, from, limit);
        reading.count((found < 0 ? limit : found) - from + 1);
        return found;
    }

    Span span(int start, int end) {
        if (offsets == null) {
            return new Span(start, end);
        }
        return new Span(offsets[start], Math.max(offsets[start], offsets[end]));
    }

    int offset(int index) {
        return offsets == null ? index : offsets[index];
    }

    /// The text from `start` to `end` without its line continuations.
    String joined(int start, int end) {
        String piece = text.substring(start, end);
        reading.count(end - start);
        return piece.indexOf("\\\n") < 0 ? piece : piece.replace("\\\n", "");
    }

    Stop.Refused refused(int start, int end, String reason) {
        return new Stop.Refused(span(start, Math.max(start, end)), reason);
    }

    Stop.Refused missing(int start, String closer) {
        return refused(
                Math.min(start, limit),
                Math.min(start + 1, limit),
                "The text ends while bash still looks for the matching " + closer + ".");
    }
}
