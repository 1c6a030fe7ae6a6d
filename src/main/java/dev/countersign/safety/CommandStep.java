package dev.countersign.safety;

import java.util.List;
import java.util.Optional;

/// One simple command of a script, with what the rules have to know of it.
///
/// @param words its words without quotes; empty for a word that is not known before it runs
/// @param plainWords the same without the options that stand before a subcommand: `git push` for
///   `git -C x push`
/// @param paths the places that it names
/// @param level how bad it could be by itself, findings left aside
/// @param readOnly it is known, only reads, and its level is none, findings left aside
/// @param doubts why a rule's allow is not enough, each a phrase for a sentence: 'it writes the
///   file x by a redirect'
public record CommandStep(
        Kind kind,
        PartAssessment part,
        List<Optional<String>> words,
        List<Optional<String>> plainWords,
        List<PathUse> paths,
        RiskLevel level,
        boolean readOnly,
        List<String> doubts) {
    public CommandStep {
        words = List.copyOf(words);
        plainWords = List.copyOf(plainWords);
        paths = List.copyOf(paths);
        doubts = List.copyOf(doubts);
    }

    /// What sort of part it is.
    public enum Kind {
        /// A command; rules decide.
        COMMAND,
        /// `cd` to a place in the workspace; needs no rule.
        CHANGE_DIRECTORY,
        /// Nothing but `NAME=value`; needs no rule.
        ASSIGNMENT
    }
}
