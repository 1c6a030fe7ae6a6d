package dev.countersign.approval;

import java.util.List;
import java.util.Optional;

/// What a person may let through for a session at a waiting call.
///
/// @param exact this very command; empty when nothing may be granted
/// @param parts those simple commands that are asked and could be let through one by one
/// @param refusal why nothing may be granted, a sentence
public record GrantOffer(
        Optional<GrantScope.ExactCommand> exact, List<PartOffer> parts, Optional<String> refusal) {
    public GrantOffer {
        parts = List.copyOf(parts);
    }

    static GrantOffer refused(String why) {
        return new GrantOffer(Optional.empty(), List.of(), Optional.of(why));
    }

    /// What may be granted of one simple command.
    ///
    /// @param part its place among the parts of the assessment
    /// @param words all of its words: the narrowest prefix, which is what to suggest
    /// @param fewestWords how short a prefix may be; 0 when no prefix may be granted at all
    /// @param script that it runs the same script with the same content; narrowest words
    /// @param refusal why no prefix may be granted, a sentence
    public record PartOffer(
            int part,
            List<String> words,
            int fewestWords,
            Optional<GrantScope.ScriptContent> script,
            Optional<String> refusal) {
        public PartOffer {
            words = List.copyOf(words);
        }

        /// The prefix of so many words.
        public GrantScope.CommandPrefix prefix(int count) {
            if (fewestWords == 0 || count < fewestWords) {
                throw new IllegalArgumentException("a prefix of " + count + " words is too wide");
            }
            return new GrantScope.CommandPrefix(words.subList(0, count));
        }
    }
}
