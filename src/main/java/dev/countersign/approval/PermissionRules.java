package dev.countersign.approval;

import dev.countersign.settings.ConfigurationException;
import dev.countersign.settings.LocatedJson;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The rules of one permissions.json in its short form: `{"bash": {"git status*": "allow", "rm*":
/// "ask", "sudo*": "deny", "*": "ask"}}`.
///
/// The longest pattern that matches decides; of two of the same length the stricter. What no
/// pattern matches is asked. Immutable.
public final class PermissionRules {
    public static final int MAXIMUM_RULES = 10_000;

    /// What the file is called when no path says otherwise.
    public static final String FILE_NAME = "permissions.json";

    private static final String BASH = "bash";

    private static final Comparator<PermissionRule.Pattern> STRONGEST_FIRST =
            Comparator.comparingInt((PermissionRule.Pattern rule) -> rule.pattern().length())
                    .thenComparing(PermissionRule.Pattern::decision)
                    .reversed();

    private final List<PermissionRule.Pattern> strongestFirst;
    private final List<PermissionRule.Pattern> asWritten;

    private PermissionRules(List<PermissionRule.Pattern> asWritten) {
        this.asWritten = List.copyOf(asWritten);
        this.strongestFirst = asWritten.stream().sorted(STRONGEST_FIRST).toList();
    }

    /// No rules: everything is asked.
    public static PermissionRules none() {
        return new PermissionRules(List.of());
    }

    /// The rules that a new console starts with.
    public static PermissionRules starter() {
        try {
            return parse(StarterRules.TEXT);
        } catch (ConfigurationException impossible) {
            throw new IllegalStateException("the starter rules are wrong", impossible);
        }
    }

    /// Reads the short form.
    ///
    /// @throws ConfigurationException names the first thing that is not understood; a file is taken
    ///   whole or not at all
    public static PermissionRules parse(String text) throws ConfigurationException {
        LocatedJson.Fields file = LocatedJson.parse(text).asFields(FILE_NAME);
        List<PermissionRule.Pattern> rules = new ArrayList<>();
        for (LocatedJson.Member member : file.members()) {
            if (!member.name().equals(BASH)) {
                throw new ConfigurationException(
                        member.place(),
                        "the key \"%s\" is not understood here; understood is {\"bash\": {pattern: \"allow\", \"ask\" or \"deny\", …}}"
                                .formatted(member.name()));
            }
            for (LocatedJson.Member rule : member.value().asFields("\"bash\"").members()) {
                if (rules.size() == MAXIMUM_RULES) {
                    throw new ConfigurationException(
                            rule.place(), "there are more than %,d rules".formatted(MAXIMUM_RULES));
                }
                rules.add(rule(rule));
            }
        }
        return new PermissionRules(rules);
    }

    private static PermissionRule.Pattern rule(LocatedJson.Member member)
            throws ConfigurationException {
        String pattern = member.name();
        if (pattern.isBlank()) {
            throw new ConfigurationException(member.place(), "a pattern must not be empty");
        }
        if (pattern.length() > CommandPattern.MAXIMUM_LENGTH) {
            throw new ConfigurationException(
                    member.place(),
                    "a pattern has at most %,d characters"
                            .formatted(CommandPattern.MAXIMUM_LENGTH));
        }
        return new PermissionRule.Pattern(
                pattern, decision(member), new RuleOrigin(FILE_NAME, member.place().line()));
    }

    private static Verdict decision(LocatedJson.Member member) throws ConfigurationException {
        String word = member.value().asText("the decision for \"" + member.name() + "\"");
        for (Verdict verdict : Verdict.values()) {
            if (verdict.wireName().equals(word)) {
                return verdict;
            }
        }
        throw new ConfigurationException(
                member.value().place(),
                "\"%s\" is no decision; say \"allow\", \"ask\" or \"deny\"".formatted(word));
    }

    /// The rules in the order of the file.
    public List<PermissionRule> rules() {
        return List.copyOf(asWritten);
    }

    /// What the rules say about one simple command.
    ///
    /// @param words its words joined by one space, unquoted, [CommandPattern#UNRESOLVED] for what
    ///   is not known before it runs
    Match match(String words) {
        Match full = strongest(words, "");
        String bare = withoutFolder(words);
        if (bare.equals(words)) {
            return full;
        }
        Match byName = strongest(bare, words);
        boolean stricter =
                byName.rule().isPresent() && byName.verdict().compareTo(full.verdict()) > 0;
        return stricter ? byName : full;
    }

    /// What the rules say about a command that the console does not know: a rule allows it only
    /// when it names its first word, or is `*` alone.
    Match matchUnknown(String words) {
        Match match = match(words);
        if (match.verdict() != Verdict.ALLOW || match.rule().isEmpty()) {
            return match;
        }
        String firstWord = firstWord(words);
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

    /// The command without the folder of its first word: `sudo x` for `/usr/bin/sudo x`.
    private static String withoutFolder(String words) {
        String firstWord = firstWord(words);
        int slash = firstWord.lastIndexOf('/');
        return slash < 0 ? words : words.substring(slash + 1);
    }

    private static String firstWord(String words) {
        int space = words.indexOf(' ');
        return space < 0 ? words : words.substring(0, space);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PermissionRules that && asWritten.equals(that.asWritten);
    }

    @Override
    public int hashCode() {
        return asWritten.hashCode();
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "PermissionRules[%d]", asWritten.size());
    }

    /// @param rule empty when no rule matches
    record Match(Verdict verdict, Optional<PermissionRule.Pattern> rule) {
        static final Match UNRULED = new Match(Verdict.ASK, Optional.empty());
    }
}
