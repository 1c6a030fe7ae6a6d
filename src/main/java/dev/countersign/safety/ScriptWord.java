package dev.countersign.safety;

import java.util.List;
import java.util.Optional;

/// One word of a simple command, as far as it is known before the command runs.
///
/// @param text the source
/// @param value what is left after quotes are removed; empty when something in it expands at run
///   time
/// @param prefix what the word begins with in any case
/// @param path the value as a path, also where it begins with `$HOME`, which then reads `~`
/// @param glob an unquoted `*`, `?` or `[…]` is in it
/// @param fromHome the path begins with a `~` that stands for a home folder
/// @param variables the names of the variables in it
record ScriptWord(
        String text,
        int start,
        int end,
        Optional<String> value,
        String prefix,
        Optional<String> path,
        boolean glob,
        boolean fromHome,
        List<String> variables) {
    ScriptWord {
        variables = List.copyOf(variables);
    }

    static ScriptWord known(String value, int start, int end) {
        return new ScriptWord(
                value,
                start,
                end,
                Optional.of(value),
                value,
                Optional.of(value),
                false,
                false,
                List.of());
    }

    static ScriptWord unknown(String text, int start, int end) {
        return new ScriptWord(
                text, start, end, Optional.empty(), "", Optional.empty(), false, false, List.of());
    }

    boolean isKnown() {
        return value.isPresent();
    }

    /// The value where there is one, else the source.
    String shown() {
        return value.orElse(text);
    }

    boolean is(String wanted) {
        return value.isPresent() && value.get().equals(wanted);
    }

    /// Whether it could be an option when it runs: it is one, or begins with something unknown.
    boolean mayBeOption() {
        return prefix.startsWith("-") || (!isKnown() && prefix.isEmpty()) || startsWithGlob();
    }

    private boolean startsWithGlob() {
        return glob && !text.isEmpty() && "*?[".indexOf(text.charAt(0)) >= 0;
    }

    /// A text inside this word; an empty one is not known.
    ScriptWord naming(String inner) {
        return inner.isEmpty() ? unknown(text, start, end) : known(inner, start, end);
    }

    /// What `NAME=value` sets, behind the first units.
    ScriptValue valueAfter(int units) {
        if (value.isPresent() && !glob) {
            String rest = value.get().substring(units);
            return rest.startsWith("~") ? ScriptValue.UNKNOWN : ScriptValue.known(rest);
        }
        return path.filter(text -> text.length() >= units && !fromHome)
                .map(text -> ScriptValue.place(text.substring(units)))
                .orElse(ScriptValue.UNKNOWN);
    }

    /// What follows the first units of this word: the value of `--output=x`. The word must be
    /// known.
    ScriptWord after(int units) {
        String piece = shown().substring(units);
        return new ScriptWord(
                piece,
                start,
                end,
                Optional.of(piece),
                piece,
                Optional.of(piece),
                glob,
                piece.startsWith("~"),
                variables);
    }
}
