package dev.countersign.ui.inbox;

import dev.countersign.shell.Highlight;
import dev.countersign.shell.Highlighter;
import dev.countersign.ui.CommandView.Tint;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The colours of a command, from the parser's own reading of it. Pure.
final class CommandColours {
    private CommandColours() {}

    static List<Tint> of(String command) {
        return Highlighter.highlight(command).stream().flatMap(CommandColours::tint).toList();
    }

    private static Stream<Tint> tint(Highlight stretch) {
        return kind(stretch.kind())
                .map(kind -> new Tint(stretch.span().start(), stretch.span().end(), kind))
                .stream();
    }

    private static Optional<Tint.Kind> kind(Highlight.Kind kind) {
        return switch (kind) {
            case COMMAND -> Optional.of(Tint.Kind.COMMAND);
            case KEYWORD -> Optional.of(Tint.Kind.KEYWORD);
            case STRING, HEREDOC -> Optional.of(Tint.Kind.STRING);
            case VARIABLE, ASSIGNMENT -> Optional.of(Tint.Kind.VARIABLE);
            case OPERATOR, REDIRECT -> Optional.of(Tint.Kind.OPERATOR);
            case COMMENT -> Optional.of(Tint.Kind.COMMENT);
            case UNREADABLE -> Optional.of(Tint.Kind.UNREADABLE);
            case NUMBER, OPTION -> Optional.empty();
        };
    }
}
