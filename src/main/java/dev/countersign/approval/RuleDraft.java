package dev.countersign.approval;

import java.util.List;
import java.util.Optional;

/// A rule that a person thinks about: to be shown, tried on history, and saved.
public sealed interface RuleDraft {
    Verdict decision();

    /// As it will be called.
    String words();

    /// The short form: `"git fetch*": "allow"`.
    record Pattern(String pattern, Verdict decision) implements RuleDraft {
        public Pattern {
            if (pattern.isBlank() || pattern.length() > CommandPattern.MAXIMUM_LENGTH) {
                throw new IllegalArgumentException("a pattern has 1 to 1,000 characters");
            }
        }

        @Override
        public String words() {
            return pattern;
        }
    }

    /// Ordinary work in the workspace: `{"level": "low", "in": "workspace", "decision": "allow"}`.
    record Ordinary() implements RuleDraft {
        @Override
        public Verdict decision() {
            return Verdict.ALLOW;
        }

        @Override
        public String words() {
            return "ordinary work in the workspace";
        }
    }

    /// Commands that begin with these words. Without a reason it is saved in the short form.
    record Prefix(List<String> prefix, Verdict decision, Optional<String> why)
            implements RuleDraft {
        /// The longest reason, in characters.
        public static final int MAXIMUM_WHY_LENGTH = 1_000;

        public Prefix {
            prefix = List.copyOf(prefix);
            why = why.map(String::strip).filter(text -> !text.isEmpty());
            if (prefix.isEmpty() || prefix.getFirst().isBlank()) {
                throw new IllegalArgumentException("a prefix needs words");
            }
            if (why.isPresent() && why.get().length() > MAXIMUM_WHY_LENGTH) {
                throw new IllegalArgumentException("a reason has at most 1,000 characters");
            }
        }

        @Override
        public String words() {
            return String.join(" ", prefix);
        }
    }
}
