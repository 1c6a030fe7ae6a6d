package dev.countersign.safety;

import java.util.Optional;

/// Variables that a builtin gives a value: `export NAME=value`, `read NAME`.
final class Assignments {
    private Assignments() {}

    /// What a word of such a builtin sets; empty where it sets nothing, or what is not known.
    static Optional<SimpleCommand.Assigned> of(ScriptWord word, ArgumentKind kind) {
        String text = word.prefix();
        int end = 0;
        while (end < text.length()
                && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
            end++;
        }
        int equals = text.indexOf('=', end);
        boolean nameKnown = word.isKnown() || end < text.length();
        boolean sets = kind == ArgumentKind.NAME || equals >= 0;
        if (end == 0 || !nameKnown || !sets) {
            return Optional.empty();
        }
        Optional<String> value =
                equals < 0 ? Optional.empty() : word.value().map(one -> one.substring(equals + 1));
        return Optional.of(
                new SimpleCommand.Assigned(
                        text.substring(0, end), value, word.start(), word.end()));
    }

    /// `declare 'x[$(command)]=1'` runs the command, quoted as it is.
    static boolean mayRunCommand(ScriptWord word) {
        String text = word.shown();
        int open = text.indexOf('[');
        return open >= 0 && (text.indexOf('$', open) >= 0 || text.indexOf('`', open) >= 0);
    }
}
