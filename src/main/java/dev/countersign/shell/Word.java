package dev.countersign.shell;

import java.util.List;
import java.util.Optional;

/// One word as bash's lexer sees it; `text` is the exact source slice. Inside backticks that slice
/// still has its backslashes.
public record Word(Span span, String text, List<WordPart> parts) {
    public Word {
        parts = List.copyOf(parts);
    }

    /// What is left after quote removal, where that is one text known beforehand: absent when
    /// anything in the word expands at run time or when braces make several words of it. Tildes and
    /// globs stay as they are: ask [#startsWithTilde()], [#hasInnerTilde()] and [#isGlob()].
    public Optional<String> staticValue() {
        if (parts.size() == 1 && parts.getFirst() instanceof WordPart.Literal literal) {
            return hasBraces() ? Optional.empty() : Optional.of(literal.value());
        }
        if (hasBraces()) {
            return Optional.empty();
        }
        StringBuilder value = new StringBuilder();
        return WordShape.appendStatic(parts, value)
                ? Optional.of(value.toString())
                : Optional.empty();
    }

    /// Unquoted `*`, `?` or `[…]`: bash replaces the word by the file names that match.
    public boolean isGlob() {
        return WordShape.isGlob(parts);
    }

    /// An unquoted brace expansion, `{a,b}` or `{1..3}`.
    public boolean hasBraces() {
        return WordShape.hasBraces(parts);
    }

    /// An unquoted `~` comes first.
    public boolean startsWithTilde() {
        return !parts.isEmpty()
                && parts.getFirst() instanceof WordPart.Literal literal
                && literal.value().startsWith("~");
    }

    /// An unquoted `~` after `=` or `:`, which bash expands in what looks like an assignment.
    public boolean hasInnerTilde() {
        return WordShape.hasInnerTilde(parts);
    }

    /// Any part of it is quoted (which also keeps an empty word).
    public boolean isQuoted() {
        return parts.stream()
                .anyMatch(part ->
                        part instanceof WordPart.Escaped
                                || part instanceof WordPart.SingleQuoted
                                || part instanceof WordPart.AnsiQuoted
                                || part instanceof WordPart.DoubleQuoted);
    }

    /// The word when it is nothing but unquoted characters.
    Optional<String> plain() {
        return parts.size() == 1 && parts.getFirst() instanceof WordPart.Literal literal
                ? Optional.of(literal.value())
                : Optional.empty();
    }
}
