package dev.countersign.shell;

import dev.countersign.shell.Token.Kind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Tokens of one script or substitution, one ahead at most. Which words are reserved and where
/// assignments may stand depends on the tokens before, in the same way as in bash 5.2 (`parse.y`).
/// Confined to one call of [ShellParser].
final class Lexer {
    private static final Set<String> TAKE_ARRAYS =
            Set.of("alias", "declare", "typeset", "local", "export", "readonly", "eval", "let");

    final Input input;
    private final Deque<HereDocumentReader.Pending> hereDocuments = new ArrayDeque<>();
    private final boolean substitution;
    private @Nullable Token ahead;
    private Kind last = Kind.START;
    private Kind beforeLast = Kind.START;
    private boolean inPattern;
    private boolean takesArrays;
    private boolean inCondition;
    private boolean onlyRedirectsSoFar;

    Lexer(Input input, boolean substitution) {
        this.input = input;
        this.substitution = substitution;
    }

    Token peek() {
        Token token = ahead;
        if (token == null) {
            token = read(WordReader.Mode.PLAIN);
            ahead = token;
            beforeLast = last;
            last = token.kind();
        }
        return token;
    }

    Token next() {
        Token token = peek();
        ahead = null;
        return token;
    }

    /// A token inside `[[ ]]`, where nothing is reserved and the tokens before do not count.
    Token nextInCondition(WordReader.Mode mode) {
        return read(mode);
    }

    void conditionBegins() {
        inCondition = true;
    }

    /// The `]]` has been read by [#nextInCondition(WordReader.Mode)].
    void conditionEnds() {
        inCondition = false;
        beforeLast = Kind.WORD;
        last = Kind.CONDITION_END;
    }

    /// A redirect has come and no word yet: assignments may still follow.
    void onlyRedirectsSoFar(boolean value) {
        onlyRedirectsSoFar = value;
    }

    void expect(HereDocumentReader.Pending hereDocument) {
        hereDocuments.add(hereDocument);
    }

    boolean awaitsHereDocuments() {
        return !hereDocuments.isEmpty();
    }

    /// At the end of the text: bash takes what there is, which is nothing.
    void abandonHereDocuments() {
        readHereDocuments();
    }

    private void readHereDocuments() {
        while (!hereDocuments.isEmpty()) {
            HereDocumentReader.read(input, hereDocuments.remove(), substitution);
        }
    }

    private Token read(WordReader.Mode mode) {
        int c = input.peek();
        while (c == ' ' || c == '\t') {
            input.advance();
            c = input.peek();
        }
        if (c == '#') {
            comment();
            c = input.raw();
        }
        int start = input.position;
        if (c == Input.END) {
            return Token.of(Kind.END, input.span(start, start));
        }
        if (c == '\n') {
            input.advance();
            takesArrays = false;
            Token newline = Token.of(Kind.NEWLINE, input.span(start, start + 1));
            readHereDocuments();
            return newline;
        }
        boolean process = (c == '<' || c == '>') && input.second() == '(';
        if (mode != WordReader.Mode.REGEX && !process && "()<>;&|".indexOf(c) >= 0) {
            return operator(start, c);
        }
        if (c == '-' && (last == Kind.DUPLICATE_INPUT || last == Kind.DUPLICATE_OUTPUT)) {
            input.advance();
            return Token.of(Kind.MINUS, input.span(start, start + 1));
        }
        return word(mode);
    }

    private void comment() {
        int newline = input.indexOf('\n', input.position);
        int end = newline < 0 ? input.limit : newline;
        Span span = input.span(input.position, end);
        input.reading.paint(span, Highlight.Kind.COMMENT);
        if (input.isAltered() && altersScan(end)) {
            input.reading.unparsed(span, "A comment with quotes inside two opening parentheses.");
        }
        input.position = end;
    }

    private boolean altersScan(int end) {
        for (int i = input.position; i < end; i++) {
            if ("'\"`$\\".indexOf(input.text.charAt(i)) >= 0) {
                return true;
            }
        }
        return false;
    }

    private Token operator(int start, int c) {
        takesArrays = false;
        if (c == '(' && input.second() == '(' && !inCondition && reservedWordsCount(last)) {
            return doubleParenthesis(start, Kind.OPEN);
        }
        if (c == '(' && input.second() == '(' && last == Kind.FOR) {
            return doubleParenthesis(start, Kind.FOR);
        }
        input.advance();
        int next = c == '(' || (c == ')' && substitution) ? Input.END : input.peek();
        Kind kind =
                switch (c) {
                    case '(' -> Kind.OPEN;
                    case ')' -> Kind.CLOSE;
                    case ';' -> semicolon(next);
                    case '&' -> ampersand(next);
                    case '|' -> next == '|' ? Kind.OR : next == '&' ? Kind.PIPE_BOTH : Kind.PIPE;
                    case '<' -> less(next);
                    default -> greater(next);
                };
        int beyond =
                switch (kind.text.length()) {
                    case 1 -> 0;
                    case 2 -> 1;
                    default -> 2;
                };
        int end = start + 1;
        for (int i = 0; i < beyond; i++) {
            input.peek();
            input.advance();
            end = input.position;
        }
        if (kind == Kind.CASE_END || kind == Kind.CASE_FALL || kind == Kind.CASE_NEXT) {
            inPattern = true;
        }
        if (kind == Kind.CLOSE) {
            inPattern = false;
        }
        Span span = input.span(start, end);
        input.reading.paint(
                span, kind.redirects() ? Highlight.Kind.REDIRECT : Highlight.Kind.OPERATOR);
        return Token.of(kind, span);
    }

    private Kind semicolon(int next) {
        if (next == '&') {
            return Kind.CASE_FALL;
        }
        if (next != ';') {
            return Kind.SEMICOLON;
        }
        return input.second() == '&' ? Kind.CASE_NEXT : Kind.CASE_END;
    }

    private Kind ampersand(int next) {
        if (next == '&') {
            return Kind.AND;
        }
        if (next != '>') {
            return Kind.AMPERSAND;
        }
        return input.second() == '>' ? Kind.BOTH_APPEND : Kind.BOTH;
    }

    private Kind less(int next) {
        if (next != '<') {
            return next == '&' ? Kind.DUPLICATE_INPUT : next == '>' ? Kind.READ_WRITE : Kind.LESS;
        }
        int third = input.second();
        return third == '-' ? Kind.HERE_TABS : third == '<' ? Kind.HERE_STRING : Kind.HERE;
    }

    private static Kind greater(int next) {
        return switch (next) {
            case '>' -> Kind.APPEND;
            case '&' -> Kind.DUPLICATE_OUTPUT;
            case '|' -> Kind.CLOBBER;
            default -> Kind.GREATER;
        };
    }

    /// `((`: arithmetic where the inner parenthesis closes right before the outer one, else a
    /// subshell in a subshell.
    private Token doubleParenthesis(int start, Kind context) {
        ExpansionReader expansions = new ExpansionReader(input);
        input.advance();
        input.peek();
        int inner = input.position;
        int closing = expansions.arithmeticEnd(inner, '(', ')');
        input.position = closing + 1;
        if (input.raw() == ')') {
            input.position = inner + 1;
            WordPart.Arithmetic arithmetic = expansions.arithmetic(start, closing, closing + 2);
            Span span = arithmetic.span();
            return new Token(
                    Kind.ARITHMETIC,
                    span,
                    new Word(span, input.reading.slice(span), java.util.List.of(arithmetic)),
                    Optional.empty());
        }
        if (context == Kind.FOR) {
            throw input.refused(start, start + 2, "The parentheses after 'for' do not close.");
        }
        unreadable(start, inner, closing);
        input.reread(closing + 1);
        input.position = start + 1;
        Span span = input.span(start, start + 1);
        input.reading.paint(span, Highlight.Kind.OPERATOR);
        return Token.of(Kind.OPEN, span);
    }

    /// Bash puts the text between the parentheses back to read it again, but takes the lines of
    /// here-documents from behind it, and reads what follows a line's end in different ways.
    private void unreadable(int start, int inner, int closing) {
        Span span = input.span(start, closing + 1);
        int newline = input.indexOf('\n', inner);
        boolean lines = newline >= 0 && newline <= closing + 1;
        // A backslash there is put back as the last character of what is read again: it does not
        // join the lines then.
        if (closing + 1 < input.limit && "\n\\".indexOf(input.text.charAt(closing + 1)) >= 0) {
            input.reading.unparsed(span, "Two opening parentheses and a line's end.");
        } else if (input.hasHereDocumentAfter(inner) || (lines && awaitsHereDocuments())) {
            input.reading.unparsed(span, "A here-document inside two opening parentheses.");
        }
        input.scanned(inner, closing);
    }

    private Token word(WordReader.Mode mode) {
        boolean mayAssign = !inCondition && assignmentsCount(last);
        WordReader.Result result =
                WordReader.read(input, mode, mayAssign, takesArrays && !inCondition, false);
        Word word = result.word();
        Span span = word.span();
        if (awaitsHereDocuments() && hasArrayWithLines(word)) {
            input.reading.unparsed(span, "An array over several lines before a here-document.");
        }
        String plain = word.plain().orElse("");
        if (inCondition) {
            boolean closes = plain.equals(Kind.CONDITION_END.text);
            if (numbersRedirect(plain)) {
                return new Token(Kind.NUMBER, span, word, Optional.empty());
            }
            return new Token(closes ? Kind.CONDITION_END : Kind.WORD, span, word, Optional.empty());
        }
        if (numbersRedirect(plain)) {
            return new Token(Kind.NUMBER, span, word, Optional.empty());
        }
        Kind reserved = plain.isEmpty() ? null : reserved(plain);
        if (reserved != null) {
            return new Token(reserved, span, word, Optional.empty());
        }
        input.reading.plainWord(span, plain);
        if (commandsBegin(last) && !last.redirects() && TAKE_ARRAYS.contains(plain)) {
            takesArrays = true;
        }
        if (namesDescriptor(plain)) {
            return new Token(Kind.DESCRIPTOR_NAME, span, word, Optional.empty());
        }
        Kind kind = result.assignment().isPresent() && mayAssign ? Kind.ASSIGNMENT : Kind.WORD;
        return new Token(kind, span, word, result.assignment());
    }

    private static boolean hasArrayWithLines(Word word) {
        return word.parts().stream().anyMatch(part -> part instanceof WordPart.ArrayElements)
                && word.text().indexOf('\n') >= 0;
    }

    /// All digits, right before a `<` or `>` or after `>&`, and small enough for bash to take as a
    /// descriptor.
    private boolean numbersRedirect(String plain) {
        if (plain.isEmpty() || !plain.chars().allMatch(Names::digit)) {
            return false;
        }
        int c = input.peek();
        boolean beside = c == '<' || c == '>';
        boolean after =
                !inCondition && (last == Kind.DUPLICATE_INPUT || last == Kind.DUPLICATE_OUTPUT);
        return (beside || after) && fitsInt(plain);
    }

    private static boolean fitsInt(String digits) {
        int first = 0;
        while (first < digits.length() - 1 && digits.charAt(first) == '0') {
            first++;
        }
        return digits.length() - first < 10
                || (digits.length() - first == 10
                        && Long.parseLong(digits.substring(first)) <= Integer.MAX_VALUE);
    }

    private boolean namesDescriptor(String plain) {
        if (plain.length() < 3 || plain.charAt(0) != '{' || !plain.endsWith("}")) {
            return false;
        }
        int c = input.peek();
        if (c != '<' && c != '>') {
            return false;
        }
        String name = plain.substring(1, plain.length() - 1);
        if (name.indexOf('[') > 0 && Names.isName(name.substring(0, name.indexOf('[')))) {
            input.reading.unparsed(
                    input.span(input.position, input.position + 1),
                    "A redirect whose descriptor goes into an array.");
            return true;
        }
        return Names.isName(name);
    }

    private @Nullable Kind reserved(String plain) {
        Kind special = special(plain);
        if (special != null) {
            return special;
        }
        if (!reservedWordsCount(last)) {
            return null;
        }
        Kind kind = Token.RESERVED.get(plain);
        if (kind == null) {
            return null;
        }
        if (inPattern && (kind != Kind.ESAC || last == Kind.PIPE || last == Kind.OPEN)) {
            return null;
        }
        if (kind == Kind.TIME && !timeCounts()) {
            return null;
        }
        if (kind == Kind.ESAC) {
            inPattern = false;
        }
        if (kind == Kind.ESAC || kind == Kind.CASE) {
            input.reading.inCase = kind == Kind.CASE;
        }
        return kind;
    }

    /// Words that are reserved at one place only.
    private @Nullable Kind special(String plain) {
        boolean afterSubject =
                beforeLast == Kind.FOR || beforeLast == Kind.CASE || beforeLast == Kind.SELECT;
        return switch (plain) {
            case "in" -> last == Kind.WORD && afterSubject ? Kind.IN : null;
            case "do" ->
                    last == Kind.WORD && (beforeLast == Kind.FOR || beforeLast == Kind.SELECT)
                            ? Kind.DO
                            : null;
            case "esac" -> {
                if (last == Kind.IN && inPattern) {
                    inPattern = false;
                    yield Kind.ESAC;
                }
                yield null;
            }
            case "-p" -> last == Kind.TIME ? Kind.TIME_OPTION : null;
            case "--" -> last == Kind.TIME || last == Kind.TIME_OPTION ? Kind.TIME_END : null;
            default -> null;
        };
    }

    /// The `in` of a `case` has been taken: patterns follow.
    void patternsBegin() {
        inPattern = true;
    }

    private boolean timeCounts() {
        return switch (last) {
            case START -> !substitution;
            case SEMICOLON, NEWLINE -> beforeLast != Kind.PIPE;
            case AND,
                    OR,
                    AMPERSAND,
                    WHILE,
                    DO,
                    UNTIL,
                    IF,
                    THEN,
                    ELIF,
                    ELSE,
                    OPEN_BRACE,
                    OPEN,
                    CLOSE,
                    BANG,
                    TIME,
                    TIME_OPTION,
                    TIME_END ->
                    true;
            default -> false;
        };
    }

    private boolean reservedWordsCount(Kind kind) {
        return switch (kind) {
            case START,
                    NEWLINE,
                    SEMICOLON,
                    OPEN,
                    CLOSE,
                    PIPE,
                    PIPE_BOTH,
                    AMPERSAND,
                    OPEN_BRACE,
                    CLOSE_BRACE,
                    AND,
                    OR,
                    BANG,
                    DO,
                    DONE,
                    ELIF,
                    ELSE,
                    ESAC,
                    FI,
                    IF,
                    CASE_END,
                    CASE_FALL,
                    CASE_NEXT,
                    THEN,
                    TIME,
                    TIME_OPTION,
                    TIME_END,
                    COPROC,
                    UNTIL,
                    WHILE,
                    ARITHMETIC,
                    CONDITION_END ->
                    true;
            case WORD -> beforeLast == Kind.COPROC || beforeLast == Kind.FUNCTION;
            default -> false;
        };
    }

    private boolean commandsBegin(Kind kind) {
        if (kind == Kind.ASSIGNMENT || onlyRedirectsSoFar) {
            return true;
        }
        return kind != Kind.CASE_END
                && kind != Kind.CASE_FALL
                && kind != Kind.CASE_NEXT
                && reservedWordsCount(kind);
    }

    private boolean assignmentsCount(Kind kind) {
        return !inPattern && commandsBegin(kind);
    }
}
