package dev.countersign.approval;

import dev.countersign.toolcall.Sandbox;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// One rule of a permissions.json, in one of its forms.
public sealed interface PermissionRule {
    Verdict decision();

    RuleOrigin origin();

    /// The rule in a few characters, close to how a person wrote it: `git push*`.
    String id();

    /// The author's reason.
    default Optional<String> why() {
        return Optional.empty();
    }

    /// What to do instead, where the author says so.
    default Optional<String> instead() {
        return Optional.empty();
    }

    default RuleReference reference() {
        return new RuleReference(kind(), id(), origin().source(), why(), instead());
    }

    private RuleReference.Kind kind() {
        return switch (this) {
            case Pattern _, Prefix _, Reading _, Ordinary _ -> RuleReference.Kind.RULE;
            case Reach _ -> RuleReference.Kind.PATH;
        };
    }

    /// The short form: `"git status*": "allow"`.
    record Pattern(String pattern, Verdict decision, RuleOrigin origin) implements PermissionRule {
        @Override
        public String id() {
            return pattern;
        }

        boolean matches(String command) {
            return new CommandPattern(pattern).matches(command);
        }

        boolean isEverything() {
            return pattern.equals("*");
        }

        boolean names(String firstWord) {
            return new CommandPattern(pattern).names(firstWord);
        }
    }

    /// The long form: `{"prefix": ["git", ["status", "log"]], "decision": "allow"}`.
    ///
    /// @param words the words that a command begins with; of each the alternatives
    /// @param match commands that the rule must match, checked when the file is read
    /// @param notMatch commands that it must not match
    /// @param sandbox what a call with such a command in it is shut in, whoever decides it
    record Prefix(
            List<List<String>> words,
            Verdict decision,
            Optional<String> why,
            Optional<String> instead,
            List<String> match,
            List<String> notMatch,
            Optional<Sandbox> sandbox,
            RuleOrigin origin)
            implements PermissionRule {
        /// A rule that shuts nothing in.
        public Prefix(
                List<List<String>> words,
                Verdict decision,
                Optional<String> why,
                Optional<String> instead,
                List<String> match,
                List<String> notMatch,
                RuleOrigin origin) {
            this(words, decision, why, instead, match, notMatch, Optional.empty(), origin);
        }

        public Prefix {
            words = words.stream().map(List::copyOf).toList();
            match = List.copyOf(match);
            notMatch = List.copyOf(notMatch);
            if (words.isEmpty() || words.stream().anyMatch(List::isEmpty)) {
                throw new IllegalArgumentException("a prefix needs words");
            }
        }

        /// Whether a command begins with the words; to ask or deny also without its folder.
        boolean matches(List<Optional<String>> command) {
            if (command.size() < words.size()) {
                return false;
            }
            for (int i = 0; i < words.size(); i++) {
                Optional<String> word = command.get(i);
                if (word.isEmpty() || !isOneOf(words.get(i), word.get(), i == 0)) {
                    return false;
                }
            }
            return true;
        }

        private boolean isOneOf(List<String> alternatives, String word, boolean first) {
            return alternatives.contains(word)
                    || (first
                            && decision != Verdict.ALLOW
                            && alternatives.contains(CommandPattern.withoutFolder(word)));
        }

        @Override
        public String id() {
            return words.stream()
                    .map(alternatives -> String.join("|", alternatives))
                    .collect(Collectors.joining(" "));
        }
    }

    /// An effect rule: `{"readOnly": true, "in": "workspace", "decision": "allow"}`. It is about
    /// commands that are known to change nothing.
    ///
    /// @param anywhere also of what they read outside the workspace
    record Reading(
            boolean anywhere,
            Verdict decision,
            Optional<String> why,
            Optional<String> instead,
            RuleOrigin origin)
            implements PermissionRule {
        @Override
        public String id() {
            return anywhere ? "read-only anywhere" : "read-only in workspace";
        }
    }

    /// An effect rule: `{"level": "low", "in": "workspace", "decision": "allow"}`. It is about
    /// commands that are known, of level low at most, and whose places all lie in the workspace:
    /// what git or a rebuild brings back. It can only allow.
    record Ordinary(Optional<String> why, RuleOrigin origin) implements PermissionRule {
        /// The word of the only level that it can be about; more must be named.
        static final String LEVEL = "low";

        @Override
        public Verdict decision() {
            return Verdict.ALLOW;
        }

        @Override
        public String id() {
            return "ordinary work in workspace";
        }
    }

    /// A path rule: `{"path": "~/.ssh/**", "access": "read", "decision": "deny"}`.
    record Reach(
            PathPattern path,
            PathAccess access,
            Verdict decision,
            Optional<String> why,
            Optional<String> instead,
            RuleOrigin origin)
            implements PermissionRule {
        @Override
        public String id() {
            return access.wireName() + " " + path.text();
        }
    }
}
