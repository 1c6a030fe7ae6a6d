package dev.countersign.approval;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The short form of one file: the longest pattern that matches decides; of two of the same length
/// the stricter. Immutable.
final class PatternRules {
    private static final Comparator<PermissionRule.Pattern> STRONGEST_FIRST =
            Comparator.comparingInt((PermissionRule.Pattern rule) -> rule.pattern().length())
                    .thenComparing(PermissionRule.Pattern::decision)
                    .reversed();

    private final List<PermissionRule.Pattern> strongestFirst;

    PatternRules(List<PermissionRule.Pattern> rules) {
        this.strongestFirst = rules.stream().sorted(STRONGEST_FIRST).toList();
    }

    /// What the patterns say about one simple command.
    ///
    /// @param words its words joined by one space, unquoted, [CommandPattern#UNRESOLVED] for what
    ///   is not known before it runs
    Match match(String words) {
        Match full = strongest(words, "");
        String bare = CommandPattern.withoutFolder(words);
        if (bare.equals(words)) {
            return full;
        }
        Match byName = strongest(bare, words);
        boolean stricter =
                byName.rule().isPresent() && byName.verdict().compareTo(full.verdict()) > 0;
        return stricter ? byName : full;
    }

    /// The same, where a pattern that asks or denies also matches the command without the options
    /// before its subcommand.
    ///
    /// @param plain the words without those options
    Match match(String words, String plain) {
        Match own = match(words);
        if (plain.equals(words)) {
            return own;
        }
        Match other = match(plain);
        boolean stricter =
                other.rule().isPresent()
                        && other.verdict() != Verdict.ALLOW
                        && other.verdict().compareTo(own.verdict()) > 0;
        return stricter || (own.rule().isEmpty() && other.verdict() != Verdict.ALLOW) ? other : own;
    }

    /// What they say about a command that the console does not know: a rule allows it only when it
    /// names its first word, or is `*` alone.
    Match matchUnknown(String words, String plain) {
        Match match = match(words, plain);
        if (match.verdict() != Verdict.ALLOW || match.rule().isEmpty()) {
            return match;
        }
        String firstWord = CommandPattern.firstWord(words);
        for (PermissionRule.Pattern rule : strongestFirst) {
            if (!rule.matches(words)) {
                continue;
            }
            if (rule.decision() != Verdict.ALLOW) {
                return Match.UNRULED;
            }
            if (rule.isEverything() || rule.names(firstWord)) {
                return new Match(Verdict.ALLOW, Optional.of(rule));
            }
        }
        return Match.UNRULED;
    }

    private Match strongest(String words, String exceptMatching) {
        for (PermissionRule.Pattern rule : strongestFirst) {
            boolean excepted = !exceptMatching.isEmpty() && rule.matches(exceptMatching);
            if (!excepted && rule.matches(words)) {
                return new Match(rule.decision(), Optional.of(rule));
            }
        }
        return Match.UNRULED;
    }

    /// @param rule empty when no rule matches
    record Match(Verdict verdict, Optional<PermissionRule.Pattern> rule) {
        static final Match UNRULED = new Match(Verdict.ASK, Optional.empty());
    }
}
