package dev.countersign.shell;

import java.util.Optional;

/// `name=value`, `name+=value` (`append`), `name[subscript]=value`; an array's value is a word with
/// one `ArrayElements` part.
public record Assignment(
        Span span,
        String text,
        String name,
        Optional<Word> subscript,
        boolean append,
        Word value) {}
