package dev.countersign.approval;

/// Who made a decision.
public sealed interface Decider {
    /// A person, in the window.
    record Human() implements Decider {}

    /// A rule that a person wrote.
    record Rule(RuleReference rule) implements Decider {}

    /// A built-in guard, which only denies.
    record Guard(RuleReference guard) implements Decider {}

    /// What a person let through for the agent's session.
    record Grant(RuleReference grant) implements Decider {}

    /// The one that stands behind a rule.
    static Decider of(RuleReference rule) {
        return switch (rule.kind()) {
            case RULE, PATH, BUILT_IN -> new Rule(rule);
            case GUARD -> new Guard(rule);
            case GRANT -> new Grant(rule);
        };
    }
}
