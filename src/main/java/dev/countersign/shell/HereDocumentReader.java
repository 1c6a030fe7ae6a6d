package dev.countersign.shell;

import java.util.List;

/// Reads the lines of a here-document when the line that announced it has ended. Confined to one
/// call of [ShellParser].
final class HereDocumentReader {
    private final Input input;
    private final HereDocument document;
    private final StringBuilder body = new StringBuilder();
    private int[] offsets = new int[64];

    private HereDocumentReader(Input input, HereDocument document) {
        this.input = input;
        this.document = document;
    }

    /// A here-document whose body is still to come, and where it was announced.
    record Pending(HereDocument document, Span at) {}

    /// Stands at the beginning of the first line.
    static void read(Input input, Pending pending, boolean substitution) {
        new HereDocumentReader(input, pending.document()).run(substitution);
    }

    private void run(boolean substitution) {
        int start = input.position;
        while (input.position < input.limit) {
            int lineStart = input.position;
            int length = body.length();
            line();
            String line = body.substring(length);
            String stripped = document.stripsTabs() ? withoutTabs(line) : line;
            if (ends(line) || ends(stripped)) {
                body.setLength(length);
                finish(start, lineStart);
                return;
            }
            if (substitution
                    && stripped.startsWith(document.delimiter())
                    && stripped.indexOf(')', document.delimiter().length()) >= 0) {
                closedByParenthesis(start, lineStart, length, stripped);
                return;
            }
            body.setLength(length);
            int tabs = line.length() - stripped.length();
            for (int i = tabs; i < line.length(); i++) {
                append(line.charAt(i), offsets[length + i], length + i - tabs);
            }
        }
        finish(start, input.position);
    }

    /// Bash before 5.3 also ends the document at `EOF)` in a substitution, and at `EOFxyz)`, which
    /// we leave alone.
    private void closedByParenthesis(int start, int lineStart, int length, String stripped) {
        body.setLength(length);
        String rest = stripped.substring(document.delimiter().length());
        if (!rest.startsWith(")")) {
            input.reading.unparsed(
                    input.span(lineStart, input.position),
                    "A line of a here-document that begins with its delimiter and closes the"
                            + " substitution around it.");
        }
        int next = input.position;
        int from = input.text.indexOf(document.delimiter() + ")", lineStart);
        finish(start, lineStart);
        boolean found = from >= 0 && from < next;
        input.position = found ? from + document.delimiter().length() : next;
    }

    private boolean ends(String line) {
        String delimiter = document.delimiter();
        return line.startsWith(delimiter)
                && (line.length() == delimiter.length()
                        || (line.length() == delimiter.length() + 1 && line.endsWith("\n")));
    }

    private static String withoutTabs(String line) {
        int tabs = 0;
        while (tabs < line.length() && line.charAt(tabs) == '\t') {
            tabs++;
        }
        return line.substring(tabs);
    }

    /// One line as bash joins it: continuations vanish where the delimiter is not quoted.
    private void line() {
        while (input.position < input.limit) {
            int at = input.position;
            int c = input.raw();
            boolean pair = !document.quoted() && c == '\\' && at + 1 < input.limit;
            input.advance();
            if (pair && input.text.charAt(at + 1) == '\n') {
                input.advance();
                continue;
            }
            append((char) c, at, body.length());
            if (c == '\n') {
                return;
            }
            if (pair) {
                append(input.text.charAt(at + 1), at + 1, body.length());
                input.advance();
            }
        }
    }

    private void append(char c, int at, int index) {
        if (index + 1 >= offsets.length) {
            offsets = java.util.Arrays.copyOf(offsets, offsets.length * 2);
        }
        offsets[index] = at;
        body.append(c);
    }

    private void finish(int start, int end) {
        Span span = input.span(start, end);
        input.reading.paint(input.span(start, input.position), Highlight.Kind.HEREDOC);
        document.complete(span, content(span, end));
    }

    private List<WordPart> content(Span span, int end) {
        String text = body.toString();
        if (text.isEmpty()) {
            return List.of();
        }
        boolean live =
                !document.quoted()
                        && (text.indexOf('$') >= 0
                                || text.indexOf('`') >= 0
                                || text.indexOf('\\') >= 0);
        if (!live) {
            return List.of(new WordPart.Literal(span, text));
        }
        int[] map = new int[text.length() + 1];
        for (int i = 0; i < text.length(); i++) {
            map[i] = input.offset(offsets[i]);
        }
        map[text.length()] = input.offset(end);
        Input inside = new Input(input.reading, text, map);
        boolean inCase = input.reading.inCase;
        input.reading.inCase = false;
        input.reading.enterCopy(span);
        List<WordPart> parts =
                new ExpansionReader(inside)
                        .live(
                                text.length(),
                                ExpansionReader.Context.HERE_DOCUMENT,
                                Highlight.Kind.HEREDOC);
        input.reading.leaveCopy();
        input.reading.inCase = inCase;
        return parts;
    }
}
