package dev.countersign.approval;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Turns a draft into the rules by which it is written.
final class RuleForms {
    private RuleForms() {}

    /// The rules that say what the draft means, given the rules that stand in the file already.
    ///
    /// A prefix becomes two patterns, so that `npm test` does not mean `npm tester`. With a reason
    /// it becomes a long rule, beside the patterns where another pattern of the file would be
    /// stricter than the long rule alone.
    ///
    /// @throws PermissionsFile.EditRefused when it cannot be written down
    static List<PermissionRule> of(RuleDraft draft, PermissionRules file, RuleOrigin origin)
            throws PermissionsFile.EditRefused {
        return switch (draft) {
            case RuleDraft.Pattern(String pattern, Verdict decision) ->
                    List.of(new PermissionRule.Pattern(pattern, decision, origin));
            case RuleDraft.Ordinary _ ->
                    List.of(new PermissionRule.Ordinary(Optional.empty(), origin));
            case RuleDraft.Prefix prefix -> prefix(prefix, file, origin);
        };
    }

    private static List<PermissionRule> prefix(
            RuleDraft.Prefix draft, PermissionRules file, RuleOrigin origin)
            throws PermissionsFile.EditRefused {
        boolean star = draft.prefix().stream().anyMatch(word -> word.indexOf('*') >= 0);
        boolean spaced =
                draft.prefix().stream()
                        .anyMatch(word ->
                                word.isEmpty() || word.chars().anyMatch(Character::isWhitespace));
        if (star && spaced) {
            throw new PermissionsFile.EditRefused(
                    "Words with both a blank and a * cannot be written as a rule; take fewer"
                            + " words.");
        }
        boolean longForm = star || (draft.why().isPresent() && !spaced);
        List<PermissionRule> rules = new ArrayList<>();
        if (longForm) {
            rules.add(
                    new PermissionRule.Prefix(
                            draft.prefix().stream().map(List::of).toList(),
                            draft.decision(),
                            draft.why(),
                            Optional.empty(),
                            List.of(),
                            List.of(),
                            origin));
        }
        if (!longForm || (!star && patternStandsAgainst(draft, file))) {
            rules.add(new PermissionRule.Pattern(draft.words(), draft.decision(), origin));
            rules.add(new PermissionRule.Pattern(draft.words() + " *", draft.decision(), origin));
        }
        for (PermissionRule rule : rules) {
            if (rule.id().length() > CommandPattern.MAXIMUM_LENGTH) {
                throw new PermissionsFile.EditRefused(
                        "The words are too long for a rule; take fewer of them.");
            }
        }
        return rules;
    }

    private static boolean patternStandsAgainst(RuleDraft.Prefix draft, PermissionRules file) {
        PatternRules.Match match = file.patterns().match(draft.words());
        return match.rule().isPresent() && match.verdict().compareTo(draft.decision()) > 0;
    }
}
