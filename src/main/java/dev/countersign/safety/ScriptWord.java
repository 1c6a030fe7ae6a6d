package dev.countersign.safety;

import java.util.List;
import java.util.Optional;

/// One word of a simple command, as far as it is known before the command runs.
///
/// @param text the source
/// @param value what is left after quotes are removed; empty when something in it expands at run time
/// @param prefix what the word begins with in any case
/// @param glob an unquoted `*`, `?` or `[…]` is in it
/// @param tilde it begins with an unquoted `~`
/// @param variables the names of the variables in it
record ScriptWord(
        String text,
        int start,
        int end,
        Optional<String> value,
        String prefix,
        boolean glob,
        boolean tilde,
        List<String> variables) {
    ScriptWord {
        variables = List.copyOf(variables);
    }

    static ScriptWord known(String value, int start, int end) {
        return new ScriptWord(
                value, start, end, Optional.of(value), value, false, false, List.of());
    }

    static ScriptWord unknown(String text, int start, int end) {
        return new ScriptWord(text, start, end, Optional.empty(), "", false, false, List.of());
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

    ScriptWord at(int newStart, int newEnd) {
        return new ScriptWord(text, newStart, newEnd, value, prefix, glob, tilde, variables);
    }

    /// A piece of this word: the value of `--output=x`.
    ScriptWord piece(String piece) {
        return new ScriptWord(
                piece,
                start,
                end,
                isKnown() ? Optional.of(piece) : Optional.empty(),
                piece,
                glob,
                false,
                variables);
    }
}
