package dev.countersign.approval;

import dev.countersign.safety.CommandStep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Finds prefixes that a person keeps approving and never denied, and tries what is offered to
/// everybody.
final class RuleSuggestions {
    /// How often a person must have approved it by hand.
    static final int FEWEST_APPROVALS = 3;

    private static final int LONGEST_PREFIX = 3;
    private static final int MOST_TRIED = 30;
    private static final int MOST_SUGGESTED = 8;

    private RuleSuggestions() {}

    static List<RuleSuggestion> of(TriedCalls history) {
        Map<List<String>, Integer> approvals = new LinkedHashMap<>();
        for (TriedCalls.Tried one : history.calls()) {
            if (one.approved() && !one.dangerous() && one.before().verdict() == Verdict.ASK) {
                prefixes(one).forEach(prefix -> approvals.merge(prefix, 1, Integer::sum));
            }
        }
        List<List<String>> candidates =
                approvals.entrySet().stream()
                        .filter(entry -> entry.getValue() >= FEWEST_APPROVALS)
                        .sorted(
                                Map.Entry.<List<String>, Integer>comparingByValue()
                                        .reversed()
                                        // Of two that spare as much the narrower one.
                                        .thenComparing(
                                                entry -> entry.getKey().size(),
                                                Comparator.reverseOrder()))
                        .limit(MOST_TRIED)
                        .map(Map.Entry::getKey)
                        .toList();
        return suggestions(candidates, history);
    }

    private static List<RuleSuggestion> suggestions(
            List<List<String>> candidates, TriedCalls history) {
        List<RuleSuggestion> found = new ArrayList<>();
        Set<List<String>> taken = new HashSet<>();
        for (List<String> prefix : candidates) {
            if (found.size() == MOST_SUGGESTED) {
                break;
            }
            if (taken.stream().anyMatch(other -> begins(other, prefix) || begins(prefix, other))) {
                continue;
            }
            suggestion(prefix, history)
                    .ifPresent(suggestion -> {
                        found.add(suggestion);
                        taken.add(prefix);
                    });
        }
        return found;
    }

    private static Optional<RuleSuggestion> suggestion(List<String> prefix, TriedCalls history) {
        RuleDraft draft = new RuleDraft.Prefix(prefix, Verdict.ALLOW, Optional.empty());
        RuleTryOut tried = history.tryOut(Verdict.ALLOW, book -> RuleTrials.with(book, draft));
        boolean worth =
                tried.denied() == 0
                        && tried.dangerous() == 0
                        && tried.approved() >= FEWEST_APPROVALS;
        return worth ? Optional.of(suggestion(draft, tried)) : Optional.empty();
    }

    /// Not suggested by what a person approved, but offered to everybody with what it would have
    /// decided.
    static RuleSuggestion ordinary(TriedCalls history) {
        RuleDraft draft = new RuleDraft.Ordinary();
        return suggestion(
                draft, history.tryOut(Verdict.ALLOW, book -> RuleTrials.with(book, draft)));
    }

    private static RuleSuggestion suggestion(RuleDraft draft, RuleTryOut tried) {
        int sessions =
                (int)
                        tried.examples().stream()
                                .map(example -> example.call().call().session().id())
                                .distinct()
                                .count();
        return new RuleSuggestion(draft, tried.approved(), sessions, tried);
    }

    private static boolean begins(List<String> words, List<String> prefix) {
        return words.size() >= prefix.size() && words.subList(0, prefix.size()).equals(prefix);
    }

    /// The prefixes of those commands in a call that were asked, each once.
    private static Set<List<String>> prefixes(TriedCalls.Tried one) {
        Set<List<String>> prefixes = new HashSet<>();
        for (int i = 0; i < one.analysis().steps().size(); i++) {
            CommandStep step = one.analysis().steps().get(i);
            boolean asked = one.before().parts().get(i).verdict() == Verdict.ASK;
            if (!asked || step.kind() != CommandStep.Kind.COMMAND) {
                continue;
            }
            List<String> words = new ArrayList<>();
            for (Optional<String> word : step.words()) {
                if (word.isEmpty() || words.size() == LONGEST_PREFIX) {
                    break;
                }
                words.add(word.get());
            }
            if (words.isEmpty() || words.getFirst().isBlank() || NeverByPrefix.holds(words)) {
                continue;
            }
            for (int size = NeverByPrefix.fewestWords(words); size <= words.size(); size++) {
                prefixes.add(List.copyOf(words.subList(0, size)));
            }
        }
        return prefixes;
    }
}
