package dev.countersign.approval;

/// A rule that would have spared a person approvals: for a prefix such as were always given; the
/// rule about ordinary work is offered with whatever it would have decided.
///
/// @param approvals how many calls a person approved by hand that it would have decided
/// @param sessions in how many sessions of agents
public record RuleSuggestion(RuleDraft draft, int approvals, int sessions, RuleTryOut tryOut) {}
