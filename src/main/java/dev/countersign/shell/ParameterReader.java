package dev.countersign.shell;

import dev.countersign.shell.Highlight.Kind;
import dev.countersign.shell.WordPart.Access;
import java.util.Optional;

/// Reads `${…}`. The closing brace is the first one outside quotes and nested expansions, whatever
/// stands before it; a form that bash's expansion would call bad is [Unparsed]. Confined to one
/// call of [ShellParser].
final class ParameterReader {
    private static final String TRANSFORMATIONS = "UuLQEPAKak";

    private final Input input;
    private final Reading reading;
    private final ExpansionReader expansions;
    private Access access = Access.VALUE;
    private String name = "";
    private String operator = "";
    private Optional<Word> subscript = Optional.empty();

    ParameterReader(Input input, ExpansionReader expansions) {
        this.input = input;
        this.reading = input.reading;
        this.expansions = expansions;
    }

    /// Stands after the `${` that begins at `at`.
    WordPart braced(int at, ExpansionReader.Context context) {
        boolean quoted = context != ExpansionReader.Context.UNQUOTED;
        reading.enter(input.span(at, input.position));
        boolean known = head(at) && operator();
        reading.paint(input.span(at, input.position), Kind.VARIABLE);
        Word operand = operand(at, quoted);
        reading.paint(input.span(input.position, input.position + 1), Kind.VARIABLE);
        input.advance();
        reading.leave();
        Span span = input.span(at, input.position);
        boolean stray = operator.isEmpty() && !operand.parts().isEmpty();
        boolean transforms = operator.startsWith("@") && !operand.parts().isEmpty();
        if (!known || stray || transforms) {
            return reading.unparsed(span, "A form of ${ } that bash calls a bad substitution.");
        }
        return new WordPart.Parameter(
                span,
                name,
                access,
                subscript,
                operator,
                operator.isEmpty() || operator.startsWith("@")
                        ? Optional.empty()
                        : Optional.of(operand));
    }

    private boolean head(int at) {
        int c = input.peek();
        int next = input.second();
        if (c == '!'
                && (Names.continues(next)
                        || ((next == '#' || next == '@' || next == '*') && third() == '}'))) {
            access = Access.INDIRECT;
            input.advance();
        } else if (c == '#' && (Names.continues(next) || (Names.special(next) && third() == '}'))) {
            access = Access.LENGTH;
            input.advance();
        }
        if (!parameter()) {
            return false;
        }
        if (input.peek() != '[' || !Names.starts(name.charAt(0))) {
            return true;
        }
        int bracket = input.position;
        reading.paint(input.span(at, bracket + 1), Kind.VARIABLE);
        input.advance();
        subscript = expansions.subscriptUpTo(bracket, true);
        return subscript.isPresent();
    }

    /// The character after the next one; continuations there make it something else, and the form
    /// unknown.
    private int third() {
        int i = input.position + 2;
        return i < input.limit ? input.text.charAt(i) : Input.END;
    }

    private boolean parameter() {
        int c = input.peek();
        if (Names.special(c)) {
            name = String.valueOf((char) c);
            input.advance();
            return true;
        }
        if (!Names.continues(c)) {
            return false;
        }
        boolean number = Names.digit(c);
        StringBuilder read = new StringBuilder();
        while (number ? Names.digit(input.peek()) : Names.continues(input.peek())) {
            read.append((char) input.raw());
            input.advance();
        }
        name = read.toString();
        return true;
    }

    private boolean operator() {
        int c = input.peek();
        if (c == '}') {
            return true;
        }
        int next = input.second();
        if (access == Access.INDIRECT && (c == '*' || c == '@') && next == '}') {
            access = Access.NAMES;
            input.advance();
            return subscript.isEmpty();
        }
        if (access == Access.LENGTH) {
            return false;
        }
        operator =
                switch (c) {
                    case ':' -> "-=?+".indexOf(next) >= 0 ? ":" + (char) next : ":";
                    case '-', '=', '?', '+' -> String.valueOf((char) c);
                    case '#', '%', '/', '^', ',', '~' ->
                            next == c ? (char) c + "" + (char) c : String.valueOf((char) c);
                    case '@' ->
                            next != Input.END && TRANSFORMATIONS.indexOf(next) >= 0
                                    ? "@" + (char) next
                                    : "";
                    default -> "";
                };
        if (operator.length() == 2) {
            input.advanceTwo();
        } else if (operator.length() == 1) {
            input.advance();
        }
        return !operator.isEmpty();
    }

    /// Everything up to the closing brace, which stays.
    private Word operand(int at, boolean quoted) {
        boolean patternOperator = !operator.isEmpty() && "#%/^,~".indexOf(operator.charAt(0)) >= 0;
        boolean quotesHold = patternOperator || (!quoted && !operator.equals(":"));
        ExpansionReader.Context context =
                quoted ? ExpansionReader.Context.DOUBLE_QUOTES : ExpansionReader.Context.UNQUOTED;
        Parts parts = new Parts(input, quoted ? Kind.STRING : null);
        int start = input.position;
        for (int c = input.peek(); c != '}'; c = input.peek()) {
            if (c == Input.END) {
                throw input.missing(at, "}");
            }
            if (c == '\'') {
                singleQuotes(parts, quotesHold);
            } else if (c == '$' && quoted && input.second() == '\'') {
                translatedText(parts);
            } else if (c == '\\' && quoted && input.second() == '}') {
                escapedBrace(parts);
            } else if (c == '\\' || c == '"' || c == '`' || c == '$') {
                parts.expansion(expansions, c, context);
            } else if ((c == '<' || c == '>') && input.second() == '(') {
                parts.add(expansions.processSubstitution(c == '>'));
            } else {
                parts.literal((char) c);
            }
        }
        Span span = input.span(start, input.position);
        return new Word(span, reading.slice(span), parts.finish());
    }

    private void singleQuotes(Parts parts, boolean quotesHold) {
        if (quotesHold) {
            parts.expansion(expansions, '\'', ExpansionReader.Context.UNQUOTED);
        } else {
            expansions.livePair(parts);
        }
    }

    /// Bash puts the text of `$'…'` in here unquoted and then expands it: `"${x:-$'\x24(id)'}"`
    /// runs `id`.
    private void translatedText(Parts parts) {
        Optional<WordPart> text = expansions.read('$', ExpansionReader.Context.UNQUOTED);
        if (text.isPresent()) {
            parts.add(
                    reading.unparsed(
                            text.get().span(),
                            "Text in $'…' inside a quoted ${ } is expanded once more."));
        }
    }

    private void escapedBrace(Parts parts) {
        int from = input.position;
        input.advance();
        input.advance();
        parts.add(new WordPart.Escaped(input.span(from, input.position), "}"));
    }
}
