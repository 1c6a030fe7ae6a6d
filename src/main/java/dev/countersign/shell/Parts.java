package dev.countersign.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Collects the parts of a text, adjacent unquoted characters in one.
final class Parts {
    private final Input input;
    private final Highlight.@Nullable Kind kind;
    private final List<WordPart> list = new ArrayList<>(2);
    private final StringBuilder characters = new StringBuilder();
    private int start;
    private int end;

    /// @param kind the colour of unquoted characters, where they have one of their own
    Parts(Input input, Highlight.@Nullable Kind kind) {
        this.input = input;
        this.kind = kind;
    }

    /// Takes the current character.
    void literal(char c) {
        if (characters.isEmpty()) {
            start = input.position;
        }
        characters.append(c);
        input.advance();
        end = input.position;
    }

    /// Reads what a quote, a backslash, a backtick or a dollar begins; where it begins nothing it
    /// is a literal.
    void expansion(ExpansionReader expansions, int c, ExpansionReader.Context context) {
        Optional<WordPart> part = expansions.read(c, context);
        if (part.isPresent()) {
            add(part.get());
            return;
        }
        literal((char) c);
    }

    void add(WordPart part) {
        flush();
        list.add(part);
    }

    void flush() {
        if (characters.isEmpty()) {
            return;
        }
        Span span = input.span(start, end);
        list.add(new WordPart.Literal(span, characters.toString()));
        characters.setLength(0);
        if (kind != null) {
            input.reading.paint(span, kind);
        }
    }

    int size() {
        return list.size();
    }

    List<WordPart> finish() {
        flush();
        return list;
    }
}
