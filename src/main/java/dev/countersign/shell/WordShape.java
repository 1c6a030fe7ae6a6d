package dev.countersign.shell;

import java.util.List;
import java.util.Optional;

/// What the parts of a word say about it as a whole.
final class WordShape {
    private WordShape() {}

    static boolean appendStatic(List<WordPart> parts, StringBuilder value) {
        for (WordPart part : parts) {
            Optional<String> piece =
                    switch (part) {
                        case WordPart.Literal literal -> Optional.of(literal.value());
                        case WordPart.Escaped escaped -> Optional.of(escaped.value());
                        case WordPart.SingleQuoted quoted -> Optional.of(quoted.value());
                        case WordPart.AnsiQuoted quoted -> quoted.value();
                        case WordPart.DoubleQuoted quoted -> staticText(quoted);
                        case WordPart.Parameter _,
                                WordPart.CommandSubstitution _,
                                WordPart.ProcessSubstitution _,
                                WordPart.Arithmetic _,
                                WordPart.PatternGroup _,
                                WordPart.ArrayElements _,
                                Unparsed _ ->
                                Optional.empty();
                    };
            if (piece.isEmpty()) {
                return false;
            }
            value.append(piece.get());
        }
        return true;
    }

    private static Optional<String> staticText(WordPart.DoubleQuoted quoted) {
        StringBuilder value = new StringBuilder();
        // The text of $"…" can be replaced by a message catalogue.
        return !quoted.localized() && appendStatic(quoted.parts(), value)
                ? Optional.of(value.toString())
                : Optional.empty();
    }

    static boolean isGlob(List<WordPart> parts) {
        boolean open = false;
        for (WordPart part : parts) {
            if (part instanceof WordPart.PatternGroup) {
                return true;
            }
            if (!(part instanceof WordPart.Literal literal)) {
                continue;
            }
            for (int i = 0; i < literal.value().length(); i++) {
                char c = literal.value().charAt(i);
                if (c == '*' || c == '?' || (c == ']' && open)) {
                    return true;
                }
                open |= c == '[';
            }
        }
        return false;
    }

    /// Errs towards 'yes': an opening brace, then a comma or two dots, then a closing one.
    static boolean hasBraces(List<WordPart> parts) {
        boolean open = false;
        boolean several = false;
        for (WordPart part : parts) {
            if (!(part instanceof WordPart.Literal literal)) {
                continue;
            }
            String value = literal.value();
            for (int i = 0; i < value.length(); i++) {
                char c = value.charAt(i);
                if (c == '}' && several) {
                    return true;
                }
                open |= c == '{';
                several |= open && (c == ',' || value.startsWith("..", i));
            }
        }
        return false;
    }

    static boolean hasInnerTilde(List<WordPart> parts) {
        for (WordPart part : parts) {
            if (part instanceof WordPart.Literal literal
                    && (literal.value().contains("=~") || literal.value().contains(":~"))) {
                return true;
            }
        }
        return false;
    }
}
