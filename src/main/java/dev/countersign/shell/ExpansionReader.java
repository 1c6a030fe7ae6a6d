package dev.countersign.shell;

import dev.countersign.shell.Highlight.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads quotes and expansions wherever they may stand. Where bash first looks for the closing
/// bracket and reads the inside only when it runs (arithmetic, backticks, here-documents), this
/// does the same: the inside must then fit, or it is [Unparsed]. Confined to one call of
/// [ShellParser].
final class ExpansionReader {
    /// What surrounds the text: decides which quotes count.
    enum Context {
        UNQUOTED,
        DOUBLE_QUOTES,
        HERE_DOCUMENT,
        ARITHMETIC
    }

    private final Input input;
    private final Reading reading;

    ExpansionReader(Input input) {
        this.input = input;
        this.reading = input.reading;
    }

    /// Reads what `c`, the current character, begins. Empty, with nothing consumed, where it stands
    /// for itself.
    Optional<WordPart> read(int c, Context context) {
        return switch (c) {
            case '\\' -> backslash(context);
            case '\'' ->
                    context == Context.UNQUOTED ? Optional.of(singleQuoted()) : Optional.empty();
            case '"' ->
                    context == Context.HERE_DOCUMENT
                            ? Optional.empty()
                            : Optional.of(doubleQuoted(input.position, false));
            case '`' -> Optional.of(backticks(context));
            case '$' -> dollar(context);
            default -> Optional.empty();
        };
    }

    private Optional<WordPart> backslash(Context context) {
        int at = input.position;
        if (at + 1 >= input.limit) {
            // Bash takes it for itself or for nothing, depending on where the text came from.
            reading.unparsed(input.span(at, at + 1), "The text ends in a backslash.");
            return Optional.empty();
        }
        int quoted = input.text.codePointAt(at + 1);
        int length =
                at + 1 + Character.charCount(quoted) <= input.limit
                        ? Character.charCount(quoted)
                        : 1;
        int end = at + 1 + length;
        input.position = end;
        reading.count(2);
        Span span = input.span(at, end);
        boolean removed =
                switch (context) {
                    case UNQUOTED -> true;
                    case DOUBLE_QUOTES, ARITHMETIC -> "$`\"\\".indexOf(quoted) >= 0;
                    case HERE_DOCUMENT -> "$`\\".indexOf(quoted) >= 0;
                };
        reading.paint(span, Kind.STRING);
        return Optional.of(
                removed
                        ? new WordPart.Escaped(span, input.text.substring(at + 1, end))
                        : new WordPart.Literal(span, input.text.substring(at, end)));
    }

    private WordPart singleQuoted() {
        int at = input.position;
        int closing = input.indexOf('\'', at + 1);
        if (closing < 0) {
            throw input.missing(at, "single quote");
        }
        input.position = closing + 1;
        Span span = input.span(at, closing + 1);
        reading.paint(span, Kind.STRING);
        return new WordPart.SingleQuoted(span, input.text.substring(at + 1, closing));
    }

    private WordPart ansiQuoted(int at) {
        int closing = ansiEnd(input.position);
        Optional<String> value = AnsiText.decode(input.text.substring(input.position, closing));
        input.position = closing + 1;
        Span span = input.span(at, closing + 1);
        reading.paint(span, Kind.STRING);
        return new WordPart.AnsiQuoted(span, value);
    }

    private int ansiEnd(int from) {
        for (int i = from; i < input.limit; i++) {
            reading.count(1);
            char c = input.text.charAt(i);
            if (c == '\'') {
                return i;
            }
            i += c == '\\' ? 1 : 0;
        }
        throw input.missing(from - 1, "single quote");
    }

    /// @param at where the part begins: the quote, or the dollar before it
    WordPart.DoubleQuoted doubleQuoted(int at, boolean localized) {
        int opening = input.position;
        WordPart.DoubleQuoted known =
                input.quotedStrings.isEmpty() ? null : input.quotedStrings.get(opening);
        if (known != null) {
            input.position = closerOf(opening) + 1;
            return known;
        }
        reading.enter(input.span(at, opening + 1));
        reading.paint(input.span(at, opening + 1), Kind.STRING);
        input.advance();
        Parts parts = new Parts(input, Kind.STRING);
        while (true) {
            int c = input.peek();
            if (c == Input.END) {
                throw input.missing(opening, "double quote");
            }
            if (c == '"') {
                break;
            }
            if (c == '\\' || c == '`' || c == '$') {
                parts.expansion(this, c, Context.DOUBLE_QUOTES);
            } else {
                parts.literal((char) c);
            }
        }
        List<WordPart> read = parts.finish();
        reading.paint(input.span(input.position, input.position + 1), Kind.STRING);
        input.advance();
        reading.leave();
        return new WordPart.DoubleQuoted(input.span(at, input.position), localized, read);
    }

    private int closerOf(int opening) {
        Integer closing = input.closers.get(opening);
        if (closing == null) {
            throw new IllegalStateException("no closer known at " + opening);
        }
        return closing;
    }

    private WordPart backticks(Context context) {
        int at = input.position;
        int closing = backtickEnd(at);
        int length = closing - at - 1;
        StringBuilder inside = new StringBuilder(length);
        int[] offsets = new int[length + 1];
        // In double quotes a backslash also goes from before a double quote, by the first of two
        // rounds.
        String removable = context == Context.DOUBLE_QUOTES ? "$`\\\"" : "$`\\";
        for (int i = at + 1; i < closing; i++) {
            char c = input.text.charAt(i);
            char next = input.text.charAt(i + 1);
            if (c == '\\' && next == '\n' && i + 1 < closing) {
                i++;
                continue;
            }
            offsets[inside.length()] = input.offset(i);
            boolean pair = c == '\\' && i + 1 < closing;
            if (pair && removable.indexOf(next) >= 0) {
                inside.append(next);
                i++;
            } else if (pair) {
                inside.append(c);
                offsets[inside.length()] = input.offset(i + 1);
                inside.append(next);
                i++;
            } else {
                inside.append(c);
            }
        }
        offsets[inside.length()] = input.offset(closing);
        Span span = input.span(at, closing + 1);
        reading.paint(input.span(at, at + 1), Kind.OPERATOR);
        reading.paint(input.span(closing, closing + 1), Kind.OPERATOR);
        input.position = closing + 1;
        return backtickScript(span, new Input(reading, inside.toString(), offsets));
    }

    private WordPart backtickScript(Span span, Input inside) {
        int depth = reading.depth();
        boolean inCase = reading.inCase;
        reading.enterCopy(span);
        try {
            reading.inCase = false;
            reading.enter(span);
            Script script = ScriptReader.whole(inside);
            reading.leave();
            return new WordPart.CommandSubstitution(span, true, script);
        } catch (Stop.Refused refused) {
            reading.restore(depth);
            return reading.unparsed(span, "In backticks: " + refused.reason());
        } finally {
            reading.leaveCopy();
            reading.inCase = inCase;
        }
    }

    private int backtickEnd(int opening) {
        for (int i = opening + 1; i < input.limit; i++) {
            reading.count(1);
            char c = input.text.charAt(i);
            if (c == '`') {
                return i;
            }
            i += c == '\\' ? 1 : 0;
        }
        throw input.missing(opening, "backtick");
    }

    private Optional<WordPart> dollar(Context context) {
        int at = input.position;
        int next = input.second();
        if (next == '(') {
            input.advanceTwo();
            return Optional.of(parenthesized(at, Opening.DOLLAR));
        }
        if (next == '{') {
            input.advanceTwo();
            return Optional.of(new ParameterReader(input, this).braced(at, context));
        }
        if (next == '[') {
            input.advanceTwo();
            int closing = arithmeticEnd(input.position - 1, '[', ']');
            return Optional.of(arithmetic(at, closing, closing + 1));
        }
        if (context == Context.UNQUOTED && next == '\'') {
            input.advanceTwo();
            return Optional.of(ansiQuoted(at));
        }
        if (context == Context.UNQUOTED && next == '"') {
            input.advance();
            input.peek();
            WordPart.DoubleQuoted quoted = doubleQuoted(at, true);
            return Optional.of(
                    new WordPart.DoubleQuoted(
                            input.span(at, input.position), true, quoted.parts()));
        }
        return plainParameter(at, next);
    }

    private Optional<WordPart> plainParameter(int at, int first) {
        if (!Names.continues(first) && !Names.special(first)) {
            return Optional.empty();
        }
        input.advanceTwo();
        StringBuilder name = new StringBuilder().append((char) first);
        int end = input.position;
        while (Names.starts(first) && Names.continues(input.peek())) {
            name.append((char) input.raw());
            input.advance();
            end = input.position;
        }
        Span span = input.span(at, end);
        reading.paint(span, Kind.VARIABLE);
        return Optional.of(
                new WordPart.Parameter(
                        span,
                        name.toString(),
                        WordPart.Access.VALUE,
                        Optional.empty(),
                        "",
                        Optional.empty()));
    }

    private enum Opening {
        DOLLAR,
        INPUT,
        OUTPUT
    }

    WordPart processSubstitution(boolean output) {
        int at = input.position;
        input.advanceTwo();
        return parenthesized(at, output ? Opening.OUTPUT : Opening.INPUT);
    }

    /// Stands after `$(`, `<(` or `>(`.
    private WordPart parenthesized(int at, Opening opening) {
        Input.ReadSubstitution known =
                input.substitutions.isEmpty() ? null : input.substitutions.get(at);
        if (known != null) {
            input.position = known.end();
            return known.part();
        }
        if (input.peek() != '(') {
            return substitution(at, opening);
        }
        int inside = input.position;
        int outer = input.text.lastIndexOf('(', inside - 1);
        int closing = arithmeticEnd(outer, '(', ')');
        boolean whole = closerOf(inside) == closing - 1;
        if (opening == Opening.DOLLAR && whole) {
            input.position = inside + 1;
            return arithmetic(at, closing - 1, closing + 1);
        }
        return fitted(at, opening, closing);
    }

    /// A substitution whose end bash found by counting parentheses: what is inside must end there
    /// too.
    private WordPart fitted(int at, Opening opening, int closing) {
        int depth = reading.depth();
        int limit = input.limit;
        try {
            input.limit = closing + 1;
            input.scanned(input.position, closing);
            WordPart part = substitution(at, opening);
            if (input.position == closing + 1) {
                return part;
            }
        } catch (Stop.Refused refused) {
            reading.restore(depth);
        } finally {
            input.limit = limit;
        }
        input.position = closing + 1;
        return reading.unparsed(
                input.span(at, closing + 1),
                "Two opening parentheses that are neither arithmetic nor a readable subshell.");
    }

    private WordPart substitution(int at, Opening opening) {
        Span opened = input.span(at, input.position);
        reading.enter(opened);
        reading.paint(opened, Kind.OPERATOR);
        boolean inCase = reading.inCase;
        reading.enterSubstitution();
        Script script;
        try {
            script = ScriptReader.nested(input, at);
        } finally {
            reading.leaveSubstitution();
            reading.inCase = inCase;
        }
        reading.leave();
        Span span = input.span(at, input.position);
        return switch (opening) {
            case DOLLAR -> new WordPart.CommandSubstitution(span, false, script);
            case INPUT -> new WordPart.ProcessSubstitution(span, false, script);
            case OUTPUT -> new WordPart.ProcessSubstitution(span, true, script);
        };
    }

    /// Reads the expansions from here to `closing` and goes on at `end`.
    WordPart.Arithmetic arithmetic(int at, int closing, int end) {
        reading.enter(input.span(at, end));
        reading.paint(input.span(at, input.position), Kind.VARIABLE);
        List<WordPart> parts = live(closing, Context.ARITHMETIC, Kind.VARIABLE);
        reading.paint(input.span(closing, end), Kind.VARIABLE);
        input.position = end;
        reading.leave();
        return new WordPart.Arithmetic(input.span(at, end), parts);
    }

    /// Stands at the `(`.
    WordPart patternGroup(int at) {
        int opening = input.position;
        int closing = patternEnd(opening);
        input.position = opening + 1;
        reading.enter(input.span(at, closing + 1));
        List<WordPart> parts = live(closing, Context.UNQUOTED, null);
        input.position = closing + 1;
        reading.leave();
        return new WordPart.PatternGroup(input.span(at, closing + 1), parts);
    }

    /// The parts from here to `end`. What does not fit in there is [Unparsed] as a whole.
    List<WordPart> live(int end, Context context, @Nullable Kind kind) {
        int start = input.position;
        int limit = input.limit;
        int depth = reading.depth();
        try {
            input.limit = end;
            Parts parts = new Parts(input, kind);
            for (int c = input.peek(); c != Input.END; c = input.peek()) {
                boolean process = (c == '<' || c == '>') && input.second() == '(';
                if (process && context == Context.UNQUOTED) {
                    throw input.refused(
                            input.position, input.position + 1, "A process substitution here.");
                }
                if (c == '\\' || c == '\'' || c == '"' || c == '`' || c == '$') {
                    parts.expansion(this, c, context);
                } else {
                    parts.literal((char) c);
                }
            }
            return parts.finish();
        } catch (Stop.Refused refused) {
            reading.restore(depth);
            input.position = end;
            return List.of(
                    reading.unparsed(
                            input.span(start, end),
                            "What expands in here does not end in here: " + refused.reason()));
        } finally {
            input.limit = limit;
        }
    }

    /// A pair of single quotes that bash's lexer honours and its expansion does not.
    void livePair(Parts parts) {
        int at = input.position;
        int closing = input.indexOf('\'', at + 1);
        if (closing < 0) {
            throw input.missing(at, "single quote");
        }
        parts.literal('\'');
        for (WordPart part : live(closing, Context.DOUBLE_QUOTES, Kind.STRING)) {
            parts.add(part);
        }
        parts.literal('\'');
    }

    /// Stands at the `[` of an assignment; goes past its `]`.
    Word subscript() {
        int at = input.position;
        input.advance();
        Optional<Word> index = subscriptUpTo(at, false);
        if (index.isEmpty()) {
            throw input.missing(at, "]");
        }
        return index.get();
    }

    /// Stands after a `[`; goes past the `]`. Empty, standing there, where a `}` comes first and
    /// ends it all.
    Optional<Word> subscriptUpTo(int at, boolean inBraces) {
        reading.enter(input.span(at, at + 1));
        Parts parts = new Parts(input, Kind.VARIABLE);
        int start = input.position;
        int open = 1;
        while (true) {
            int c = input.peek();
            if (c == Input.END) {
                throw input.missing(at, "]");
            }
            if (c == '}' && inBraces) {
                reading.leave();
                return Optional.empty();
            }
            open += c == '[' ? 1 : 0;
            open -= c == ']' ? 1 : 0;
            if (open == 0) {
                break;
            }
            if (c == '\'') {
                livePair(parts);
            } else if (c == '\\' || c == '"' || c == '`' || c == '$') {
                parts.expansion(this, c, Context.UNQUOTED);
            } else if ((c == '<' || c == '>') && input.second() == '(') {
                parts.add(processSubstitution(c == '>'));
            } else {
                parts.literal((char) c);
            }
        }
        Span span = input.span(start, input.position);
        input.advance();
        reading.leave();
        return Optional.of(new Word(span, reading.slice(span), parts.finish()));
    }

    /// Stands at the `(` after `name=`.
    WordPart.ArrayElements arrayElements() {
        int at = input.position;
        reading.enter(input.span(at, at + 1));
        reading.paint(input.span(at, at + 1), Kind.OPERATOR);
        input.advance();
        List<Word> elements = new ArrayList<>();
        while (true) {
            int c = input.peek();
            if (c == Input.END) {
                throw input.missing(at, ")");
            }
            if (c == ')') {
                break;
            }
            if (c == ' ' || c == '\t' || c == '\n') {
                input.advance();
            } else if (c == '#') {
                int end = input.indexOf('\n', input.position);
                int stop = end < 0 ? input.limit : end;
                reading.paint(input.span(input.position, stop), Kind.COMMENT);
                input.position = stop;
            } else {
                elements.add(element());
            }
        }
        reading.paint(input.span(input.position, input.position + 1), Kind.OPERATOR);
        input.advance();
        reading.leave();
        Span span = input.span(at, input.position);
        // Bash 5.2 loses backslashes in arrays when it reads a substitution for the second time.
        boolean escapes =
                elements.stream()
                        .flatMap(element -> element.parts().stream())
                        .anyMatch(this::losesBackslash);
        if (reading.coprocesses > 0) {
            reading.unparsed(span, "An array inside a 'coproc', where bash 5.2 sees keywords.");
        }
        if (escapes && reading.inSubstitution()) {
            reading.unparsed(span, "Backslashes in an array inside a substitution.");
        }
        return new WordPart.ArrayElements(span, elements);
    }

    /// Between two opening parentheses bash writes `$'\''` as `'\''` for its second reading.
    private boolean losesBackslash(WordPart part) {
        return part instanceof WordPart.Escaped
                || (input.isReread()
                        && part instanceof WordPart.AnsiQuoted quoted
                        && quoted.value().filter(value -> value.indexOf('\'') < 0).isEmpty());
    }

    private Word element() {
        int start = input.position;
        Word word = WordReader.read(input, WordReader.Mode.PLAIN, false, false, true).word();
        reading.plainWord(word.span(), word.plain().orElse(""));
        if (input.position == start || word.parts().isEmpty()) {
            throw input.refused(
                    start, start + 1, "Only words may stand between the parentheses of an array.");
        }
        return word;
    }

    /// Where the bracket opened at `opening` closes, as bash looks for it before it reads what is
    /// inside: quotes and `$(…)` left out, nothing else understood. The pairs inside are
    /// remembered, so that each character is looked at once however deep they nest.
    int arithmeticEnd(int opening, char open, char close) {
        return pairEnd(opening, open, close, input.closers, true);
    }

    private int patternEnd(int opening) {
        return pairEnd(opening, '(', ')', input.patternClosers, false);
    }

    private int pairEnd(
            int opening,
            char open,
            char close,
            Map<Integer, Integer> closers,
            boolean substitutions) {
        Integer known = closers.get(opening);
        if (known != null && known < input.limit) {
            return known;
        }
        Deque<Integer> opened = new ArrayDeque<>();
        opened.push(opening);
        boolean afterDollar = false;
        int i = opening + 1;
        while (!opened.isEmpty()) {
            if (i >= input.limit) {
                throw input.missing(opening, String.valueOf(close));
            }
            reading.count(1);
            char c = input.text.charAt(i);
            if (c == '\\' && i + 1 < input.limit && input.text.charAt(i + 1) == '\n') {
                i += 2;
                continue;
            }
            if (c == close) {
                closers.put(opened.pop(), i);
            } else if (c == '(' && afterDollar && substitutions) {
                i = substitutionEnd(i);
            } else if (c == open) {
                opened.push(i);
            } else {
                i = skipQuoted(i, c, afterDollar);
            }
            afterDollar = c == '$' && !afterDollar;
            i++;
        }
        return i - 1;
    }

    /// The closing parenthesis of the `$(…)` that opens at `opening`.
    private int substitutionEnd(int opening) {
        int at = input.text.lastIndexOf('$', opening);
        Input.ReadSubstitution known = input.substitutions.get(at);
        if (known != null) {
            return known.end() - 1;
        }
        int position = input.position;
        input.position = opening + 1;
        reading.enter(input.span(at, opening + 1));
        WordPart part = parenthesized(at, Opening.DOLLAR);
        reading.leave();
        int end = input.position;
        input.substitutions.put(at, new Input.ReadSubstitution(part, end));
        input.position = position;
        return end - 1;
    }

    /// The last character of what is quoted at `i`, or `i`.
    private int skipQuoted(int i, char c, boolean afterDollar) {
        return switch (c) {
            case '\\' -> i + 1;
            case '`' -> backtickEnd(i);
            case '\'' -> afterDollar ? ansiEnd(i + 1) : singleEnd(i);
            case '"' -> doubleEnd(i);
            default -> i;
        };
    }

    private int singleEnd(int at) {
        int closing = input.indexOf('\'', at + 1);
        if (closing < 0) {
            throw input.missing(at, "single quote");
        }
        return closing;
    }

    private int doubleEnd(int at) {
        if (!input.quotedStrings.containsKey(at)) {
            int position = input.position;
            input.position = at;
            WordPart.DoubleQuoted quoted = doubleQuoted(at, false);
            input.quotedStrings.put(at, quoted);
            input.closers.put(at, input.position - 1);
            input.position = position;
        }
        return closerOf(at);
    }
}
