package dev.countersign.approval;

import java.util.Optional;

/// The decision that follows from a verdict alone, and the words of a denial. Pure.
final class DecisionByRule {
    private DecisionByRule() {}

    /// Empty where a person has to be asked.
    ///
    /// @throws IllegalArgumentException when no rule stands behind a verdict that decides
    static Optional<Decision> of(AssessedCall call) {
        PolicyVerdict verdict = call.verdict();
        return switch (verdict.verdict()) {
            case ASK -> Optional.empty();
            case ALLOW ->
                    Optional.of(
                            new Decision.Approved(Decider.of(rule(verdict)), ApprovalScope.RULE));
            case DENY ->
                    Optional.of(
                            new Decision.Denied(
                                    Decider.of(rule(verdict)), Optional.of(denial(verdict))));
        };
    }

    /// The rule's own reason, else which command it is about.
    private static String denial(PolicyVerdict verdict) {
        return rule(verdict)
                .why()
                .or(() ->
                        verdict.parts().stream()
                                .filter(part -> part.verdict() == Verdict.DENY)
                                .findFirst()
                                .map(part -> part.snippet() + " is not allowed"))
                .orElse(verdict.reason());
    }

    private static RuleReference rule(PolicyVerdict verdict) {
        return verdict.rule()
                .orElseThrow(() -> new IllegalArgumentException("no rule stands behind it"));
    }
}
