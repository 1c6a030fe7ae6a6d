package dev.countersign.shell;

import java.util.List;
import java.util.Optional;

/// Reads one word with all its quotings and expansions, as bash's `read_token_word` and
/// `parse_matched_pair` do. Confined to one call of [ShellParser].
final class WordReader {
    /// How unquoted characters of a word are taken.
    enum Mode {
        PLAIN,
        /// The right side of `=~`: parentheses and `|` belong to the word.
        REGEX,
        /// The right side of `==` and `!=` in `[[ ]]`: extended patterns are on.
        PATTERN
    }

    /// Where an assignment may still begin in the characters read so far.
    private enum Head {
        NAME,
        PLUS,
        SUBSCRIPT,
        SUBSCRIPT_PLUS,
        VALUE,
        NONE
    }

    private final Input input;
    private final ExpansionReader expansions;
    private final Parts parts;
    private final int start;
    private final Mode mode;
    private int end;
    private Head head;
    private int nameEnd;
    private int valueStart;
    private int valueParts;
    private boolean append;
    private Optional<Word> subscript = Optional.empty();

    private WordReader(Input input, Mode mode) {
        this.input = input;
        this.mode = mode;
        this.expansions = new ExpansionReader(input);
        this.parts = new Parts(input, null);
        this.start = input.position;
        this.end = start;
        this.nameEnd = start;
        this.head = Head.NAME;
    }

    /// A word, and the assignment that it is when bash takes it as one.
    record Result(Word word, Optional<Assignment> assignment) {}

    /// @param mayAssign the word stands where `name[…` and `name=(` are read as parts of an
    ///   assignment
    /// @param mayHoldArray the word is an argument of `declare` and the like, where only `name=(`
    ///   is
    /// @param element the word is an element of an array, and may begin with `[`
    static Result read(
            Input input, Mode mode, boolean mayAssign, boolean mayHoldArray, boolean element) {
        WordReader reader = new WordReader(input, mode);
        reader.run(mayAssign, mayHoldArray, element);
        return reader.result();
    }

    private void run(boolean mayAssign, boolean mayHoldArray, boolean element) {
        while (true) {
            int c = input.peek();
            if (c == Input.END) {
                return;
            }
            boolean consumed =
                    switch (c) {
                        case '\\', '\'', '"', '`', '$' -> quotedOrExpanded(c);
                        case '<', '>' -> processSubstitution(c);
                        case ' ', '\t', '\n', ';', '&', ')' -> false;
                        case '(' -> mode == Mode.REGEX && group();
                        case '|' -> mode == Mode.REGEX && literal(c);
                        case '?', '*', '+', '@', '!' -> patternGroup() || literal(c);
                        case '[' -> subscriptBegins(mayAssign, element) || literal(c);
                        case '=' -> assignmentBegins(mayAssign, mayHoldArray) || literal(c);
                        default -> literal(c);
                    };
            if (!consumed) {
                return;
            }
            end = input.position;
        }
    }

    private boolean literal(int c) {
        head = nextHead(c);
        parts.literal((char) c);
        return true;
    }

    private Head nextHead(int c) {
        return switch (head) {
            case NAME -> {
                if (nameEnd == start ? Names.starts(c) : Names.continues(c)) {
                    nameEnd = input.position + 1;
                    yield Head.NAME;
                }
                yield c == '+' && nameEnd > start ? Head.PLUS : Head.NONE;
            }
            case SUBSCRIPT -> c == '+' ? Head.SUBSCRIPT_PLUS : Head.NONE;
            case VALUE -> Head.VALUE;
            case PLUS, SUBSCRIPT_PLUS, NONE -> Head.NONE;
        };
    }

    private boolean quotedOrExpanded(int c) {
        if (head != Head.VALUE) {
            head = Head.NONE;
        }
        parts.expansion(expansions, c, ExpansionReader.Context.UNQUOTED);
        return true;
    }

    private boolean processSubstitution(int c) {
        if (input.second() != '(') {
            return false;
        }
        if (head != Head.VALUE) {
            head = Head.NONE;
        }
        parts.add(expansions.processSubstitution(c == '>'));
        return true;
    }

    private boolean group() {
        head = Head.NONE;
        parts.add(expansions.patternGroup(input.position));
        return true;
    }

    private boolean patternGroup() {
        if (mode != Mode.PATTERN || input.second() != '(') {
            return false;
        }
        int groupStart = input.position;
        input.advance();
        input.peek();
        head = Head.NONE;
        parts.add(expansions.patternGroup(groupStart));
        return true;
    }

    private boolean subscriptBegins(boolean mayAssign, boolean element) {
        boolean named = head == Head.NAME && nameEnd > start && mayAssign;
        boolean key = element && end == start;
        if (!named && !key) {
            return false;
        }
        int from = input.position;
        Word index = expansions.subscript();
        subscript = Optional.of(index);
        parts.add(new WordPart.Literal(input.span(from, from + 1), "["));
        index.parts().forEach(parts::add);
        int to = input.position;
        parts.add(new WordPart.Literal(input.span(to - 1, to), "]"));
        head = Head.SUBSCRIPT;
        return true;
    }

    /// Takes the `=` of an assignment, and the array after it.
    private boolean assignmentBegins(boolean mayAssign, boolean mayHoldArray) {
        boolean named = nameEnd > start || subscript.isPresent();
        if (!named || head == Head.NONE || head == Head.VALUE) {
            return false;
        }
        append = head == Head.PLUS || head == Head.SUBSCRIPT_PLUS;
        parts.literal('=');
        head = Head.VALUE;
        // Before the look for '(': that goes past continuations.
        valueStart = input.position;
        parts.flush();
        valueParts = parts.size();
        if ((mayAssign || mayHoldArray) && input.peek() == '(') {
            parts.add(expansions.arrayElements());
            int next = input.peek();
            if (next != Input.END && " \t\n;&|<>()".indexOf(next) < 0) {
                parts.add(
                        input.reading.unparsed(
                                input.span(valueStart, input.position),
                                "Text follows directly after the elements of an array."));
            }
        }
        return true;
    }

    private Result result() {
        List<WordPart> all = parts.finish();
        Span span = input.span(start, end);
        Word word = new Word(span, input.reading.slice(span), all);
        if (head != Head.VALUE || nameEnd == start) {
            return new Result(word, Optional.empty());
        }
        Span valueSpan = input.span(valueStart, Math.max(valueStart, end));
        Word value =
                new Word(
                        valueSpan,
                        input.reading.slice(valueSpan),
                        all.subList(valueParts, all.size()));
        String name = input.joined(start, nameEnd);
        return new Result(
                word,
                Optional.of(new Assignment(span, word.text(), name, subscript, append, value)));
    }
}
