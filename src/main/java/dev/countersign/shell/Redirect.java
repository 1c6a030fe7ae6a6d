package dev.countersign.shell;

import java.util.Optional;

/// A redirect; `descriptor` is as written before the operator (`2`, or `{name}`), `target` absent
/// only for `<&-` and `>&-`. A here-document's target is its delimiter.
public record Redirect(
        Span span,
        Optional<String> descriptor,
        String operator,
        Optional<Word> target,
        Optional<HereDocument> hereDocument) {}
