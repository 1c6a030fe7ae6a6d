package dev.countersign.safety;

import dev.countersign.shell.Span;
import java.util.Optional;

/// A text that is read as a script, and where in the command it stands.
///
/// @param at the word that holds it; empty for the command itself
record ScriptText(String source, Optional<Span> at) {
    static ScriptText command(String source) {
        return new ScriptText(source, Optional.empty());
    }

    Span place(Span span) {
        return at.orElse(span);
    }

    String slice(Span span) {
        return span.of(source);
    }
}
