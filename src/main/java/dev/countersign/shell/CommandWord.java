package dev.countersign.shell;

import java.util.List;
import java.util.Optional;

/// A word of a command, with what can be said of it before it runs.
///
/// @param text the exact source slice
/// @param staticValue the word after quote removal, absent where something in it expands or braces
///   make several words of it; tildes and globs are still in it
/// @param isGlob an unquoted pattern that bash replaces by file names
/// @param hasBraces an unquoted `{a,b}` or `{1..3}`
/// @param startsWithTilde an unquoted `~` comes first
/// @param hasInnerTilde an unquoted `~` after `=` or `:`
/// @param isQuoted some of it is quoted
/// @param parts the word taken apart
public record CommandWord(
        Span span,
        String text,
        Optional<String> staticValue,
        boolean isGlob,
        boolean hasBraces,
        boolean startsWithTilde,
        boolean hasInnerTilde,
        boolean isQuoted,
        List<WordPart> parts) {
    public CommandWord {
        parts = List.copyOf(parts);
    }

    static CommandWord of(Word word) {
        return new CommandWord(
                word.span(),
                word.text(),
                word.staticValue(),
                word.isGlob(),
                word.hasBraces(),
                word.startsWithTilde(),
                word.hasInnerTilde(),
                word.isQuoted(),
                word.parts());
    }
}
