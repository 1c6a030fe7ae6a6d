package dev.countersign.shell;

import java.util.List;
import java.util.Optional;

/// A piece of a word: text in one of bash's quotings, or an expansion.
public sealed interface WordPart
        permits WordPart.Literal,
                WordPart.Escaped,
                WordPart.SingleQuoted,
                WordPart.AnsiQuoted,
                WordPart.DoubleQuoted,
                WordPart.Parameter,
                WordPart.CommandSubstitution,
                WordPart.ProcessSubstitution,
                WordPart.Arithmetic,
                WordPart.PatternGroup,
                WordPart.ArrayElements,
                Unparsed {
    Span span();

    /// Unquoted characters; tildes, globs and braces in them are live. Line continuations are gone
    /// from `value`.
    record Literal(Span span, String value) implements WordPart {}

    /// A backslash and the character that it quotes.
    record Escaped(Span span, String value) implements WordPart {}

    /// `'…'`.
    record SingleQuoted(Span span, String value) implements WordPart {}

    /// `$'…'`; the value is absent where the bytes are no text.
    record AnsiQuoted(Span span, Optional<String> value) implements WordPart {}

    /// `"…"`, or `$"…"` (`localized`), whose text a message catalogue may replace.
    record DoubleQuoted(Span span, boolean localized, List<WordPart> parts) implements WordPart {
        public DoubleQuoted {
            parts = List.copyOf(parts);
        }
    }

    /// How the value of a `${…}` is taken.
    enum Access {
        /// `${x}`.
        VALUE,
        /// `${#x}`.
        LENGTH,
        /// `${!x}`: the value of the parameter that `x` names.
        INDIRECT,
        /// `${!x*}`, `${!x@}`, `${!x[@]}`: names or keys.
        NAMES
    }

    /// `$x`, `${x}` and every form of it; `operator` is empty, or as written (`:-`, `##`, `/`, `:`,
    /// `@Q`, …).
    record Parameter(
            Span span,
            String name,
            Access access,
            Optional<Word> subscript,
            String operator,
            Optional<Word> operand)
            implements WordPart {}

    /// `$(…)`, or `` `…` `` (`backtick`).
    record CommandSubstitution(Span span, boolean backtick, Script script) implements WordPart {}

    /// `<(…)`, or `>(…)` (`output`).
    record ProcessSubstitution(Span span, boolean output, Script script) implements WordPart {}

    /// `$((…))`, `$[…]`, and the text of `((…))`: not evaluated, but every expansion in it is
    /// found.
    record Arithmetic(Span span, List<WordPart> parts) implements WordPart {
        public Arithmetic {
            parts = List.copyOf(parts);
        }
    }

    /// A group of an extended pattern, `@(…)`, or of a regular expression, `(…)`, in `[[ ]]`.
    record PatternGroup(Span span, List<WordPart> parts) implements WordPart {
        public PatternGroup {
            parts = List.copyOf(parts);
        }
    }

    /// `(…)` after `name=`: the elements of an array, each a word, `[key]=value` included.
    record ArrayElements(Span span, List<Word> elements) implements WordPart {
        public ArrayElements {
            elements = List.copyOf(elements);
        }
    }
}
