package dev.countersign.approval;

/// Who made a decision.
public sealed interface Decider {
    /// A person, in the window.
    record Human() implements Decider {}

    /// A rule that a person wrote.
    record Rule(RuleReference rule) implements Decider {}
}
