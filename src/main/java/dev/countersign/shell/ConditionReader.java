package dev.countersign.shell;

import dev.countersign.shell.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// What stands between `[[` and `]]`, which has a grammar and tokens of its own. Confined to one
/// call of [ShellParser].
final class ConditionReader {
    private static final String UNARY = "abcdefghknoprstuvwxzGLNORS";
    private static final Set<String> ARITHMETIC = Set.of("-eq", "-ne", "-lt", "-le", "-gt", "-ge");
    private static final Set<String> BINARY =
            Set.of(
                    "=", "==", "!=", "=~", "-nt", "-ot", "-ef", "-eq", "-ne", "-lt", "-le", "-gt",
                    "-ge");

    private final Lexer lexer;
    private final Reading reading;
    private Token current;

    ConditionReader(Lexer lexer, Reading reading) {
        this.lexer = lexer;
        this.reading = reading;
        lexer.conditionBegins();
        this.current = lexer.nextInCondition(WordReader.Mode.PLAIN);
    }

    Condition read() {
        Condition condition = any();
        if (current.kind() != Kind.CONDITION_END) {
            throw unexpected();
        }
        reading.paint(current.span(), Highlight.Kind.KEYWORD);
        lexer.conditionEnds();
        return condition;
    }

    Span end() {
        return current.span();
    }

    private Stop.Refused unexpected() {
        return new Stop.Refused(
                current.span(),
                "Inside [[ ]] bash expects something else here than '"
                        + (current.kind() == Kind.NEWLINE
                                ? "the end of the line"
                                : current.described())
                        + "'.");
    }

    private void advance() {
        current = lexer.nextInCondition(WordReader.Mode.PLAIN);
    }

    private void skipLines() {
        while (current.kind() == Kind.NEWLINE) {
            advance();
        }
    }

    private void advancePastLines() {
        advance();
        skipLines();
    }

    private Condition any() {
        List<Condition> terms = new ArrayList<>();
        terms.add(all());
        while (current.kind() == Kind.OR) {
            advance();
            terms.add(all());
        }
        return terms.size() == 1 ? terms.getFirst() : new Condition.Any(around(terms), terms);
    }

    private Condition all() {
        List<Condition> terms = new ArrayList<>();
        terms.add(term());
        while (current.kind() == Kind.AND) {
            advance();
            terms.add(term());
        }
        return terms.size() == 1 ? terms.getFirst() : new Condition.All(around(terms), terms);
    }

    private static Span around(List<Condition> terms) {
        return terms.getFirst().span().to(terms.getLast().span());
    }

    private Condition term() {
        skipLines();
        List<Span> negations = new ArrayList<>(0);
        while (isWord("!")) {
            reading.paint(current.span(), Highlight.Kind.KEYWORD);
            negations.add(current.span());
            advancePastLines();
        }
        if (negations.size() > Reading.DEPTH_LIMIT) {
            throw new Stop.TooDeep(negations.getLast());
        }
        Condition term = positive();
        for (Span negation : negations.reversed()) {
            term = new Condition.Not(negation.to(term.span()), term);
        }
        return term;
    }

    private boolean isWord(String text) {
        return current.kind() == Kind.WORD && current.requireWord().plain().orElse("").equals(text);
    }

    private Condition positive() {
        if (current.kind() == Kind.OPEN) {
            return parenthesized();
        }
        if (current.kind() != Kind.WORD) {
            throw unexpected();
        }
        Word first = current.requireWord();
        String plain = first.plain().orElse("");
        boolean unary =
                plain.length() == 2
                        && plain.charAt(0) == '-'
                        && UNARY.indexOf(plain.charAt(1)) >= 0;
        advance();
        return unary ? unary(first, plain) : binary(first);
    }

    private Condition parenthesized() {
        Span open = current.span();
        reading.enter(open);
        advance();
        Condition inside = any();
        if (current.kind() != Kind.CLOSE) {
            throw unexpected();
        }
        Span span = open.to(current.span());
        advancePastLines();
        reading.leave();
        return new Condition.Parenthesized(span, inside);
    }

    private Condition unary(Word operator, String text) {
        reading.paint(operator.span(), Highlight.Kind.OPERATOR);
        if (current.kind() != Kind.WORD) {
            throw unexpected();
        }
        Word operand = current.requireWord();
        if (text.equals("-v") || text.equals("-R")) {
            checkEvaluated(operand);
        }
        advancePastLines();
        return new Condition.Unary(operator.span().to(operand.span()), text, operand);
    }

    private Condition binary(Word left) {
        String operator =
                switch (current.kind()) {
                    case LESS -> "<";
                    case GREATER -> ">";
                    case WORD -> current.requireWord().plain().orElse("");
                    case CONDITION_END, AND, OR, CLOSE -> "";
                    default -> throw unexpected();
                };
        if (operator.isEmpty() && current.kind() != Kind.WORD) {
            return new Condition.Unary(left.span(), "-n", left);
        }
        if (current.kind() == Kind.WORD && !BINARY.contains(operator)) {
            throw unexpected();
        }
        reading.paint(current.span(), Highlight.Kind.OPERATOR);
        current =
                lexer.nextInCondition(
                        switch (operator) {
                            case "=~" -> WordReader.Mode.REGEX;
                            case "=", "==", "!=" -> WordReader.Mode.PATTERN;
                            default -> WordReader.Mode.PLAIN;
                        });
        if (current.kind() != Kind.WORD || current.requireWord().parts().isEmpty()) {
            throw unexpected();
        }
        Word right = current.requireWord();
        if (ARITHMETIC.contains(operator)) {
            checkEvaluated(left);
            checkEvaluated(right);
        }
        advancePastLines();
        return new Condition.Binary(left.span().to(right.span()), left, operator, right);
    }

    /// These operands are arithmetic: a quoted `a[$(id)]` runs `id` when it is evaluated.
    private void checkEvaluated(Word word) {
        String value = word.staticValue().orElse("");
        if (value.indexOf('$') >= 0 || value.indexOf('`') >= 0) {
            reading.unparsed(word.span(), "Quoted text that is evaluated as arithmetic.");
        }
    }
}
