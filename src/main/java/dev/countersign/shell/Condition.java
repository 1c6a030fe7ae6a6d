package dev.countersign.shell;

import java.util.List;

/// What stands between `[[` and `]]`.
public sealed interface Condition {
    Span span();

    /// Terms joined by `||`.
    record Any(Span span, List<Condition> terms) implements Condition {
        public Any {
            terms = List.copyOf(terms);
        }
    }

    /// Terms joined by `&&`.
    record All(Span span, List<Condition> terms) implements Condition {
        public All {
            terms = List.copyOf(terms);
        }
    }

    /// `! term`.
    record Not(Span span, Condition term) implements Condition {}

    /// `( term )`.
    record Parenthesized(Span span, Condition term) implements Condition {}

    /// `-f word`, or a bare word, which tests as `-n`.
    record Unary(Span span, String operator, Word operand) implements Condition {}

    /// `left == right`, `left =~ regex`, `left -lt right`, …
    record Binary(Span span, Word left, String operator, Word right) implements Condition {}
}
