package dev.countersign.shell;

import java.util.List;
import java.util.Optional;

/// What the parser made of a text.
///
/// @param script the tree; a single [Unparsed] where bash refuses the text or it nests too deep
/// @param unparsed everything in the tree that is not modelled: where this is not empty, the text
///   is not understood
/// @param problem why bash would refuse the text
/// @param steps characters looked at, each look counted; the measure of the parser's cost
public record ParsedText(
        Script script, List<Unparsed> unparsed, Optional<ParseProblem> problem, long steps) {
    public ParsedText {
        unparsed = List.copyOf(unparsed);
    }

    /// Bash accepts the text and every part of it is modelled.
    public boolean understood() {
        return problem.isEmpty() && unparsed.isEmpty();
    }
}
